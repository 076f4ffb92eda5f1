import { normalized } from '../stream-safe.ts'

/** The ASCII digits of a text; full-width digits are converted. */
export const digits = (text: string): string => normalized(text, 'NFKC').replace(/\D/g, '')

/** The nine digits of an SSN or tax ID in any notation; null for more or fewer. */
export function nineDigits(text: string): string | null {
  const found = digits(text)
  return found.length === 9 ? found : null
}
