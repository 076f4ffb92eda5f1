import type { InputKind } from './define.ts'

/** Dates without a time: 'YYYY-MM-DD' strings from input to PDF, never a Date, so that none is off by one. */

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export function isDate(text: string): boolean {
  const match = PATTERN.exec(text)
  if (!match) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  const leap = month === 2 && ((year % 4 === 0 && year % 100 !== 0) || year % 400 === 0) ? 1 : 0
  return year >= 1800 && month >= 1 && month <= 12 && day >= 1 && day <= (MONTH_DAYS[month - 1] ?? 0) + leap
}

/** Feb 29 stays as it is: the text only has to sort. */
const yearsBefore = (date: string, years: number): string =>
  String(Number(date.slice(0, 4)) - years).padStart(4, '0') + date.slice(4)

export type DateKind = Extract<InputKind, 'date' | 'pastDate' | 'birthDate'>

/**
 * Businesses begin after 1800 and by today; partners are 18 to 120 years old; signatures date from ESIGN
 * (October 2000) to today.
 */
export function dateRange(kind: DateKind, today: string): { min: string; max: string } {
  if (kind === 'birthDate') return { min: yearsBefore(today, 120), max: yearsBefore(today, 18) }
  return { min: kind === 'pastDate' ? '1800-01-01' : '2000-10-01', max: today }
}

export const usDate = (text: string): string => text.trim().replace(PATTERN, '$2/$3/$1')
