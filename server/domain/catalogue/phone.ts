import { digits } from './digits.ts'
import { plain } from './plain.ts'

/** An extension in English, Spanish ('ext.') or Russian ('доб.'). */
const EXTENSION = /[ ,;]*(?:(?:extension|extensión|ext|x|доб)[.:]?|#) ?\d{1,6}$/i

/**
 * Area code and exchange begin with 2–9, and no area code ends in 11 (NANPA, numbering rules; exchanges of toll-free
 * numbers may).
 */
const AMERICAN = /^1?[2-9](?!11)\d{2}[2-9]\d{6}$/

/** Country code and number: at most 15 digits, the first of them not 0 (ITU-T E.164); the shortest have 7. */
const INTERNATIONAL = /^[2-9]\d{6,14}$/

/** An American number, or one that begins with + (or 00, or 011 as dialled from America) and the country's code. */
export function isPhone(text: string): boolean {
  const number = plain(text).replace(EXTENSION, '')
  const found = digits(number)
  if (!/^\+?[\d ()./-]+$/.test(number)) return false
  if (number.startsWith('+')) return found.startsWith('1') ? AMERICAN.test(found) : INTERNATIONAL.test(found)
  const dialled = found.replace(/^0(?:0|11)/, '')
  return dialled === found ? AMERICAN.test(found) : INTERNATIONAL.test(dialled)
}
