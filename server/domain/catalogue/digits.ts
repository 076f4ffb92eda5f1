/** The digits of a text, whatever stands between them; full-width ones as the plain ones they stand for. */
export const digits = (text: string): string => text.normalize('NFKC').replace(/\D/g, '')

/** The nine digits of an SSN or a tax ID, however it is written; null when there are more or fewer. */
export function nineDigits(text: string): string | null {
  const found = digits(text)
  return found.length === 9 ? found : null
}
