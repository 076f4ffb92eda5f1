import { normalized } from '../stream-safe.ts'

export const digits = (text: string): string => normalized(text, 'NFKC').replace(/\D/g, '')

/** A date, or a reference without letters. */
const OTHER_NUMBERS = /^\s*\d{4}(-\d\d(-|\s*$)|[-\s]\d{1,4}\s*$)/

/** Does a text begin like an SSN or tax ID: seven digits or more, and no date or reference? */
export const looksLikeNumber = (text: string): boolean =>
  /^[\d\s-]*$/.test(text) && digits(text).length >= 7 && !OTHER_NUMBERS.test(text)

export function nineDigits(text: string): string | null {
  const found = digits(text)
  return found.length === 9 ? found : null
}
