import { normalized } from '../stream-safe.ts'

export const digits = (text: string): string => normalized(text, 'NFKC').replace(/\D/g, '')

/** Does a text begin like an SSN or tax ID: seven digits or more, and no date? */
export const looksLikeNumber = (text: string): boolean =>
  /^[\d\s-]*$/.test(text) && digits(text).length >= 7 && !/^\s*\d{4}-\d\d(-|\s*$)/.test(text)

export function nineDigits(text: string): string | null {
  const found = digits(text)
  return found.length === 9 ? found : null
}
