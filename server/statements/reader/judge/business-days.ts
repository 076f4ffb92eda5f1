import { addDays } from '../text/dates.ts'

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

export const weekdayOf = (day: string): number => new Date(day).getUTCDay()

/** Whether the Federal Reserve settles payments: holidays on a Sunday move to Monday (5 U.S.C. 6103, Regulation J). */
export function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(day)
  if (weekday === 0 || weekday === 6 || FIXED_HOLIDAYS.has(day.slice(5))) return false
  if (weekday === 1 && FIXED_HOLIDAYS.has(addDays(day, -1).slice(5))) return false
  const week = Math.ceil(Number(day.slice(8)) / 7)
  const isLast = addDays(day, 7).slice(5, 7) !== day.slice(5, 7)
  return !MOVING_HOLIDAYS.some(
    ([month, on, which]) =>
      month === Number(day.slice(5, 7)) && on === weekday && (which === -1 ? isLast : which === week),
  )
}

export function daysFrom(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

export const businessDays = (from: string, to: string): string[] => daysFrom(from, to).filter(isBusinessDay)

export function nextBusinessDay(day: string): string {
  let next = day
  while (!isBusinessDay(next)) next = addDays(next, 1)
  return next
}
