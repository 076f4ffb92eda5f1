/** Days are 'YYYY-MM-DD'. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)

export const weekdayOf = (day: string): number => new Date(day).getUTCDay()

const FIXED_HOLIDAYS = new Set(['01-01', '06-19', '07-04', '11-11', '12-25'])
/** Month, weekday and week of the month; -1 is the last. */
const MOVING_HOLIDAYS = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, -1],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
] as const

const isFixedHoliday = (day: string): boolean => FIXED_HOLIDAYS.has(day.slice(5))

/** Whether the Federal Reserve settles payments: holidays on a Sunday move to Monday (5 U.S.C. 6103, Regulation J). */
export function isBankDay(day: string): boolean {
  const weekday = weekdayOf(day)
  if (weekday === 0 || weekday === 6 || isFixedHoliday(day)) return false
  if (weekday === 1 && isFixedHoliday(addDays(day, -1))) return false
  const week = Math.ceil(Number(day.slice(8)) / 7)
  const isLast = addDays(day, 7).slice(5, 7) !== day.slice(5, 7)
  return !MOVING_HOLIDAYS.some(
    ([month, on, which]) =>
      month === Number(day.slice(5, 7)) && on === weekday && (which === -1 ? isLast : which === week),
  )
}

/** Federal holidays on a Saturday are observed on the Friday before, when banks are open (5 U.S.C. 6103(b)). */
export const isBusinessDay = (day: string): boolean =>
  isBankDay(day) && !(weekdayOf(day) === 5 && isFixedHoliday(addDays(day, 1)))
