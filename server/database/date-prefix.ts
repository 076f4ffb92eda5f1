/** A stretch of time in UTC: from `gte` up to but without `lt`. */
export type Span = { gte: Date; lt: Date }

/** '2', '2026', '2026-1', '2026-11-2' …: any beginning of YYYY-MM-DD. */
const PREFIX = /^(\d{1,4})(?:(?<=^\d{4})-(?:(\d{1,2})(?:(?<=-\d{2})-(\d{0,2}))?)?)?$/

/** The days (UTC) whose date begins with this text; null when none does. */
export function daysBeginningWith(text: string): Span | null {
  const match = PREFIX.exec(text)
  if (!match) return null
  const [, year = '', month, day] = match
  const [fromYear, toYear] = stretch(year, 4)
  if (!month) return span([fromYear, 1, 1], [toYear + 1, 1, 1])

  const [fromMonth, toMonth] = within(stretch(month, 2), 12)
  if (toMonth < fromMonth) return null
  if (!day) return span([fromYear, fromMonth, 1], [fromYear, toMonth + 1, 1])

  const lastOfMonth = new Date(Date.UTC(fromYear, fromMonth, 0)).getUTCDate()
  const [fromDay, toDay] = within(stretch(day, 2), lastOfMonth)
  return toDay < fromDay ? null : span([fromYear, fromMonth, fromDay], [fromYear, fromMonth, toDay + 1])
}

/** The numbers of `width` digits that begin with these. */
function stretch(digits: string, width: number): [number, number] {
  const missing = width - digits.length
  return [Number(digits + '0'.repeat(missing)), Number(digits + '9'.repeat(missing))]
}

const within = ([from, to]: [number, number], last: number): [number, number] => [
  Math.max(from, 1),
  Math.min(to, last),
]

type Day = [year: number, month: number, day: number]

/** Days and months past the end roll over, as Date.UTC has it. */
const span = (from: Day, to: Day): Span => ({ gte: utc(from), lt: utc(to) })

function utc([year, month, day]: Day): Date {
  const date = new Date(Date.UTC(2000, month - 1, day))
  // Date.UTC takes years below 100 for those of the twentieth century.
  date.setUTCFullYear(year + date.getUTCFullYear() - 2000)
  return date
}
