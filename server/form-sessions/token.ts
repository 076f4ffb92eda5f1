import { LIMITS } from '#domain/limits'
import type { KeyRing } from '../platform/crypto/keys.ts'
import { isUuid, uuidBytes, formatUuid, uuidTime, uuidV7 } from '../lib/uuid.ts'

type FormSessionClaim = { id: string; linkId: string }

const LINK_BYTES = 16
const MAC_BYTES = 32
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** `<uuid v7>.<base64url(link's uuid | HMAC)>`. Without a row, the session's age is that of the uuid. */
export const makeToken = (keys: KeyRing, linkId: string, now = Date.now()): string =>
  tokenOf(keys, { id: uuidV7(now), linkId })

export function tokenOf(keys: KeyRing, { id, linkId }: FormSessionClaim): string {
  const proof = Buffer.concat([uuidBytes(linkId), keys.mac('form-session', id, linkId)])
  return `${id}.${proof.toString('base64url')}`
}

export function verifyToken(keys: KeyRing, token: string): FormSessionClaim | null {
  const [id = '', proof = '', ...rest] = token.split('.')
  if (rest.length > 0 || !isUuid(id) || !/^[\w-]{64}$/.test(proof)) return null
  const bytes = Buffer.from(proof, 'base64url')
  if (bytes.length !== LINK_BYTES + MAC_BYTES) return null
  const linkId = formatUuid(bytes.subarray(0, LINK_BYTES))
  return keys.verifyMac(bytes.subarray(LINK_BYTES), 'form-session', id, linkId) ? { id, linkId } : null
}

export const expiryAfter = (days: number, now = Date.now()): Date => new Date(now + days * DAY_MS)

/** A session without a row was never written to, or was swept with its files. */
export const isStale = (id: string, draftDays: number, now = Date.now()): boolean =>
  now - uuidTime(id) > Math.min(draftDays * DAY_MS, LIMITS.untouchedSessionHours * HOUR_MS)
