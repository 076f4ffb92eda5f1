import { addDays } from '#domain/business-days'

export { addDays }

/** A date as printed, often without its year. */
export type PrintedDate = { year: number | null; month: number; day: number }

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH = '(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?'
const YEAR = '(20\\d\\d|\\d\\d)'

const NUMERIC = new RegExp(`^(\\d{1,2})([/-])(\\d{1,2})(?:\\2${YEAR})?$`)
const DOTTED = new RegExp(`^(\\d{1,2})\\.(\\d{1,2})\\.${YEAR}$`)
const ISO = /^(20\d\d)[-/.](\d{1,2})[-/.](\d{1,2})$/
const MONTH_FIRST = new RegExp(`^${MONTH}[ -]?(\\d{1,2})(?:st|nd|rd|th)?(?:[ ,'-]+${YEAR})?$`, 'i')
const DAY_FIRST = new RegExp(`^(\\d{1,2})[ -]?${MONTH}(?:,?[ -]?'?${YEAR})?$`, 'i')

/** Reads '7/3', '07/03/26', '2026-07-03', 'Jul 3', 'July 3, 2026', '03JUL26'; months before days, as in the US. */
export function parseDate(text: string): PrintedDate | null {
  const plain = text.replace(/[,:;.]$/, '')
  const numeric = NUMERIC.exec(plain)
  if (numeric) return checked(numeric[4], numeric[1], numeric[3])
  const dotted = DOTTED.exec(plain)
  if (dotted) return checked(dotted[3], dotted[1], dotted[2])
  const iso = ISO.exec(plain)
  if (iso) return checked(iso[1], iso[2], iso[3])
  const named = MONTH_FIRST.exec(plain)
  if (named) return checked(named[3], monthNumber(named[1]), named[2])
  const dayFirst = DAY_FIRST.exec(plain)
  if (dayFirst) return checked(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1])
  return null
}

/** The month and year of 'July 2026'. */
export function parseMonth(text: string): { year: number; month: number } | null {
  const [, name, year] = new RegExp(`^${MONTH},? (20\\d\\d)$`, 'i').exec(text) ?? []
  return name && year ? { year: Number(year), month: Number(monthNumber(name)) } : null
}

const monthNumber = (name = ''): string => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1)

function checked(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): PrintedDate | null {
  const date = { year: year ? Number(year.padStart(4, '20')) : null, month: Number(month), day: Number(day) }
  const isReal =
    date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= daysIn(date.month, date.year ?? 2000)
  return isReal ? date : null
}

const daysIn = (month: number, year: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** ISO days, such as '2026-07-03', compare as strings. */
export const toDay = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

export const lastDay = (year: number, month: number): string => toDay(year, month, daysIn(month, year))

export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000

export type Period = { from: string; to: string }

/** Gives a date without a year the year in which it is in the period, or nearest to it. */
export function toDayIn(date: PrintedDate, { from, to }: Period): string {
  const inYear = (year: number) => toDay(year, date.month, date.day)
  if (date.year !== null) return inYear(date.year)
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  const within = [first, last].map(inYear).find((day) => day >= from && day <= to)
  if (within !== undefined) return within
  const distance = (day: string) => (day < from ? daysBetween(day, from) : daysBetween(to, day))
  const near = [first - 1, first, last, last + 1].map(inYear)
  return near.reduce((best, day) => (distance(day) < distance(best) ? day : best))
}

/** The month in which the middle of the period lies. */
export const monthOf = ({ from, to }: Period): string =>
  addDays(from, Math.floor(daysBetween(from, to) / 2)).slice(0, 7)
