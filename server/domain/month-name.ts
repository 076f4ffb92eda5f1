/** Takes months as 'YYYY-MM'. */
export const monthName = (month: string, locale: string): string =>
  new Date(`${month}-01`).toLocaleDateString(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const shortMonthName = (month: string, locale: string): string =>
  new Date(`${month}-01`).toLocaleDateString(locale, { month: 'long', timeZone: 'UTC' })
