import { LIMITS } from '../limits.ts'
import { plain } from './plain.ts'

/**
 * Labels of letters and digits in any script, hyphens only inside; the last begins with a letter (RFC 1123,
 * 5890).
 */
const LABEL = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?/u.source
const DOMAIN = `(?:${LABEL}\\.)+(?=\\p{L})(?=.{2})${LABEL}`

/** Words joined by single points, 64 characters at most (RFC 5321, without quoting). */
const WORD = /[^\s@<>"(),;:\\[\].]+/.source
const EMAIL = new RegExp(`^(?=.{1,64}@)${WORD}(?:\\.${WORD})*@${DOMAIN}$`, 'u')

const WEBSITE = new RegExp(`^(?:https?://)?${DOMAIN}(?::\\d{1,5})?(?:[/?#]\\S*)?$`, 'iu')

export const isEmail = (text: string): boolean =>
  plain(text).length <= LIMITS.emailLength && EMAIL.test(plain(text))

export const isWebsite = (text: string): boolean => WEBSITE.test(plain(text))
