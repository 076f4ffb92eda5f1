import { digits } from './digits.ts'
import { plain } from './plain.ts'

/** An extension in English, Spanish ('ext.') or Russian ('доб.'). */
const EXTENSION = /[ ,;]*(?:(?:extension|extensión|ext|x|доб)[.:]?|#) ?\d{1,6}$/i

/** Country code and number: at most 15 digits, the first of them not 0 (ITU-T E.164); the shortest have 7. */
const INTERNATIONAL = /^[1-9]\d{6,14}$/

/** As dialled here: ten digits, a 1 before them or not, or 00 or 011 and a country's code. */
const DIALLED = /^(?:1?\d{10}|0(?:0|11)[1-9]\d{6,14})$/

/**
 * Which area codes and exchanges there are is not for a form to know: they are added to, and nobody is to be turned away
 * for a number that is new. A number with + carries its country's code.
 */
export function isPhone(text: string): boolean {
  const number = plain(text).replace(EXTENSION, '')
  if (!/^\+?[\d ()./-]+$/.test(number)) return false
  return (number.startsWith('+') ? INTERNATIONAL : DIALLED).test(digits(number))
}
