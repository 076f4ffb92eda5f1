/** null unless both are days as 'YYYY-MM-DD' and the first is not later */
export function monthsInBusiness(startDate: string, today: string): number | null {
  if (![startDate, today].every((day) => /^\d{4}-\d\d-\d\d$/.test(day)) || startDate > today) return null
  const [year = 0, month = 0, day = 0] = startDate.split('-').map(Number)
  const [thisYear = 0, thisMonth = 0, thisDay = 0] = today.split('-').map(Number)
  return (thisYear - year) * 12 + thisMonth - month - (thisDay < day ? 1 : 0)
}

/** '12 years 5 months'; '' where the months are not known */
export function timeInBusiness(startDate: string, today: string): string {
  const months = monthsInBusiness(startDate, today)
  if (months === null) return ''
  const counted = (count: number, unit: string) =>
    count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`]
  const parts = [...counted(Math.floor(months / 12), 'year'), ...counted(months % 12, 'month')]
  return parts.join(' ') || 'under a month'
}
