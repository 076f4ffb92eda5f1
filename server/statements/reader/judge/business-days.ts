import { addDays, isBankDay } from '#domain/business-days'

export function daysFrom(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

export const businessDays = (from: string, to: string): string[] => daysFrom(from, to).filter(isBankDay)

export function nextBusinessDay(day: string): string {
  let next = day
  while (!isBankDay(next)) next = addDays(next, 1)
  return next
}
