import { digits } from './digits.ts'
import { plain } from './plain.ts'

/** An extension in English, Spanish ('ext.') or Russian ('доб.'). */
const EXTENSION = /[ ,;]*(?:(?:extension|extensión|ext|x|доб)[.:]?|#) ?\d{1,6}$/i

/** Country code and number: at most 15 digits, the first of them not 0 (ITU-T E.164); the shortest have 7. */
const INTERNATIONAL = /^[1-9]\d{6,14}$/

/** As dialled in the US: ten digits with an optional 1, or 00 or 011 and a country code. */
const DIALLED = /^(?:1?\d{10}|0(?:0|11)[1-9]\d{6,14})$/

/** Area codes are not checked, as new ones are added. */
export function isPhone(text: string): boolean {
  const number = plain(text).replace(EXTENSION, '')
  if (!/^\+?[\d ()./-]+$/.test(number)) return false
  return (number.startsWith('+') ? INTERNATIONAL : DIALLED).test(digits(number))
}
