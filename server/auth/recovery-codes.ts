import { createHmac, hkdfSync, randomInt } from 'node:crypto'
import { LIMITS } from '#domain/limits'

/** Letters and digits that are not taken for one another. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const HALF = 5

/** Codes to sign in with when the app is out of reach, like 'K7QDM-3XWPA'; 49 random bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: LIMITS.recoveryCodes }, () => `${randomLetters()}-${randomLetters()}`)

const randomLetters = (): string =>
  Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export function recoveryHash(secret: Uint8Array, userId: string, code: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'intake:recovery-code', 32))
  const typed = code.replace(/[\s-]/g, '').toUpperCase()
  return createHmac('sha256', key).update(`${userId}:${typed}`).digest('base64url')
}
