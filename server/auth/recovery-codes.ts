import { createHmac, hkdfSync, randomInt } from 'node:crypto'
import { LIMITS } from '#domain/limits'

/** Letters and digits that are not taken for one another. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const LENGTH = 10

/** Fresh codes to sign in with where the app is out of reach, like 'K7QDM-3XWPA'; 49 random bits each. */
export const newRecoveryCodes = (): string[] => Array.from({ length: LIMITS.recoveryCodes }, newCode)

function newCode(): string {
  const signs = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${signs.slice(0, LENGTH / 2)}-${signs.slice(LENGTH / 2)}`
}

/**
 * What is kept of a code, however it is typed: in any case, with or without the dash. Keyed by the secret of the user's
 * app, which stays the same when the main key is changed, as the code itself is nowhere to be hashed anew.
 */
export function recoveryHash(secret: Uint8Array, userId: string, code: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'intake:recovery-code', 32))
  const typed = code.replace(/[\s-]/g, '').toUpperCase()
  return createHmac('sha256', key).update(`${userId}:${typed}`).digest('base64url')
}
