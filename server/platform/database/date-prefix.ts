import { startOfDay } from '#domain/time-zone'

export type Span = { gte: Date; lt: Date }

const PREFIX = /^(\d{1,4})(?:(?<=^\d{4})-(?:(\d{1,2})(?:(?<=-\d{2})-(\d{0,2}))?)?)?$/

export function daysBeginningWith(text: string, timeZone: string): Span | null {
  const days = findDays(text)
  return days && { gte: startOfDay(days.first, timeZone), lt: startOfDay(days.next, timeZone) }
}

/** @param from and `to`: YYYY-MM-DD; undefined: no end there */
export const daysBetween = (from: string | undefined, to: string | undefined, timeZone: string): Span => ({
  gte: (from !== undefined && daysBeginningWith(from, timeZone)?.gte) || new Date(0),
  lt: (to !== undefined && daysBeginningWith(to, timeZone)?.lt) || LAST,
})

const LAST = new Date('9999-12-31')

type Days = { first: Date; next: Date }

function findDays(text: string): Days | null {
  const match = PREFIX.exec(text)
  if (!match) return null
  const [, year = '', month, day] = match
  const [fromYear, toYear] = stretch(year, 4)
  if (!month) return days([fromYear, 1, 1], [toYear + 1, 1, 1])

  const [fromMonth, toMonth] = within(stretch(month, 2), 12)
  if (toMonth < fromMonth) return null
  if (!day) return days([fromYear, fromMonth, 1], [fromYear, toMonth + 1, 1])

  const lastOfMonth = new Date(Date.UTC(fromYear, fromMonth, 0)).getUTCDate()
  const [fromDay, toDay] = within(stretch(day, 2), lastOfMonth)
  return toDay < fromDay ? null : days([fromYear, fromMonth, fromDay], [fromYear, fromMonth, toDay + 1])
}

function stretch(digits: string, width: number): [number, number] {
  const missing = width - digits.length
  return [Number(digits + '0'.repeat(missing)), Number(digits + '9'.repeat(missing))]
}

const within = ([from, to]: [number, number], last: number): [number, number] => [
  Math.max(from, 1),
  Math.min(to, last),
]

type Day = [year: number, month: number, day: number]

const days = (first: Day, next: Day): Days => ({ first: utc(first), next: utc(next) })

function utc([year, month, day]: Day): Date {
  const date = new Date(Date.UTC(2000, month - 1, day))
  // Date.UTC maps years below 100 to 1900-1999.
  date.setUTCFullYear(year + date.getUTCFullYear() - 2000)
  return date
}
