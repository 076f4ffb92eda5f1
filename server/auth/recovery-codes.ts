import { randomInt } from 'node:crypto'
import { LIMITS } from '#domain/limits'
import type { KeyRing } from '../crypto/keys.ts'

/** Letters and digits that are not taken for one another. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const LENGTH = 10

/** Fresh codes to sign in with where the app is out of reach, like 'K7QDM-3XWPA'; 49 random bits each. */
export const newRecoveryCodes = (): string[] => Array.from({ length: LIMITS.recoveryCodes }, newCode)

function newCode(): string {
  const signs = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${signs.slice(0, LENGTH / 2)}-${signs.slice(LENGTH / 2)}`
}

/** What is kept of a code, however it is typed: in any case, with or without the dash. */
export const recoveryHash = (keys: KeyRing, userId: string, code: string): string =>
  keys.mac('recovery-code', userId, code.replace(/[\s-]/g, '').toUpperCase()).toString('base64url')
