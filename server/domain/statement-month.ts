import { normalized } from './stream-safe.ts'

/** Months are 'YYYY-MM'. Names in English, Spanish and Russian, the last also as in dates. */
const NAMES: readonly (readonly string[])[] = [
  ['january', 'enero', 'январь', 'января'],
  ['february', 'febrero', 'февраль', 'февраля'],
  ['march', 'marzo', 'март', 'марта'],
  ['april', 'abril', 'апрель', 'апреля'],
  ['may', 'mayo', 'май', 'мая'],
  ['june', 'junio', 'июнь', 'июня'],
  ['july', 'julio', 'июль', 'июля'],
  ['august', 'agosto', 'август', 'августа'],
  ['september', 'septiembre', 'setiembre', 'сентябрь', 'сентября'],
  ['october', 'octubre', 'октябрь', 'октября'],
  ['november', 'noviembre', 'ноябрь', 'ноября'],
  ['december', 'diciembre', 'декабрь', 'декабря'],
]

export const isStatementMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)

/** The last complete months before `today`, the latest first. */
export function lastMonths(today: string, count: number): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 2 - index, 1)).toISOString().slice(0, 7),
  )
}

/** The month that the name of a statement's file tells, or null if it tells none or several. */
export function guessStatementMonth(fileName: string, today: string): string | null {
  const name = normalized(fileName, 'NFC')
    .toLowerCase()
    .replace(/\.[^.]*$/, '')
  const words = name.match(/\d+|\p{L}+/gu) ?? []
  const found = new Set([...byName(words, today), ...byNumber(words)])
  const [month] = found
  return found.size === 1 && month !== undefined && month <= today.slice(0, 7) ? month : null
}

function byName(words: readonly string[], today: string): string[] {
  const months = words.flatMap((word) => {
    const index = NAMES.findIndex((names) => names.some((full) => word.length > 2 && full.startsWith(word)))
    return index < 0 ? [] : [index + 1]
  })
  const years = new Set(words.filter((word) => /^20\d\d$/.test(word)))
  // 'May-June 2026' gives two results, which are no guess.
  return months.flatMap((month) => {
    if (years.size > 0) return [...years].map((year) => toMonth(year, month))
    return lastMonths(today, 12).filter((each) => Number(each.slice(5)) === month)
  })
}

function byNumber(words: readonly string[]): string[] {
  const numbers = words.flatMap((word) => (/^\d{6}$|^\d{8}$/.test(word) ? splitDate(word) : [word]))
  return numbers
    .flatMap((first, index) => {
      const [second = '', third = ''] = numbers.slice(index + 1)
      const before = numbers[index - 1] ?? ''
      if (isYear(first) && isTwo(second))
        return isShort(third) ? dated(first, second, third) : [toMonth(first, second)]
      if (
        isShort(first) &&
        isShort(second) &&
        (isYear(third) || isTwo(third)) &&
        !isYear(before) &&
        !isShort(before)
      )
        return Number(first) > 12 ? dated(third, second, first) : dated(third, first, second)
      return isShort(first) && isYear(second) && !isShort(before) ? [toMonth(second, first)] : []
    })
    .filter(isStatementMonth)
}

function splitDate(digits: string): string[] {
  const at = (...ends: number[]) => ends.map((end, index) => digits.slice(ends[index - 1] ?? 0, end))
  if (digits.length === 8) return isYear(digits.slice(0, 4)) ? at(4, 6, 8) : at(2, 4, 8)
  if (isYear(digits.slice(0, 4)) && isMonth(digits.slice(4))) return at(4, 6)
  return isYear(digits.slice(2)) && isMonth(digits.slice(0, 2)) ? at(2, 6) : at(2, 4, 6)
}

const LATE_DAY = 20

/** A statement that ends early in a month is mostly about the one before. Which part is the day may be open too. */
const dated = (year: string, month: string, day: string): string[] =>
  Number(day) >= LATE_DAY && Number(day) <= 31 ? [toMonth(year, month)] : []

const toMonth = (year: string, month: number | string): string =>
  `${year.padStart(4, '20')}-${String(month).padStart(2, '0')}`

const isYear = (text: string): boolean => /^20\d\d$/.test(text)
const isTwo = (text: string): boolean => /^\d\d$/.test(text)
const isShort = (text: string): boolean => /^\d{1,2}$/.test(text)
const isMonth = (text: string): boolean => Number(text) >= 1 && Number(text) <= 12
