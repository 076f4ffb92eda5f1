import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { KEY_BYTES, openBytes, SealError, sealBytes } from './seal.ts'

/** What a keyed hash is for; each purpose has a key of its own. */
export type MacPurpose =
  | 'form-session'
  | 'submission-values'
  | 'throttle'
  | 'key-check'
  | 'sign-in-ticket'
  | 'session-name'
  | 'recovery-code'
  | 'password-reset'
export type BlindIndexKind = 'taxId' | 'ssn'

/** Everything that is done under the main key. Keys derived from it never leave this object. */
export type KeyRing = {
  /** 16 hex digits that name the main key and tell nothing about it */
  currentId: string
  /** a fresh data key, and the same wrapped for the row it belongs to */
  newDataKey(context: string): { key: Buffer; wrapped: Buffer<ArrayBuffer> }
  /** wraps a data key that was made before its row was known */
  wrap(key: Uint8Array, context: string): Buffer<ArrayBuffer>
  /** @throws SealError when it was wrapped under another main key or for another row */
  unwrap(wrapped: Uint8Array, context: string): Buffer
  /** HMAC-SHA256 over the parts, 32 bytes; ('a', 'bc') and ('ab', 'c') differ */
  mac(purpose: MacPurpose, ...parts: string[]): Buffer<ArrayBuffer>
  verifyMac(given: Uint8Array, purpose: MacPurpose, ...parts: string[]): boolean
  /** a keyed hash to search a sensitive number by; `normalised` is digits only */
  blindIndex(kind: BlindIndexKind, normalised: string): string
}

const KEY_ID_BYTES = 8

/**
 * Derives the ring from the main key (HKDF-SHA256, one key per purpose).
 * A wrapped data key is `version(1) | keyId(8) | sealed key`.
 *
 * @param mainKey 32 bytes
 */
export function createKeyRing(mainKey: Uint8Array): KeyRing {
  if (mainKey.length !== KEY_BYTES)
    throw new Error(`The main key has ${mainKey.length} bytes instead of ${KEY_BYTES}`)
  const derive = (info: string, bytes = KEY_BYTES) =>
    Buffer.from(hkdfSync('sha256', mainKey, Buffer.alloc(0), `intake:${info}`, bytes))
  const keyId = derive('key-id', KEY_ID_BYTES)
  const wrapKey = derive('wrap')
  const macKeys: Record<MacPurpose, Buffer> = {
    'form-session': derive('mac:form-session'),
    'submission-values': derive('mac:submission-values'),
    throttle: derive('mac:throttle'),
    'key-check': derive('mac:key-check'),
    'sign-in-ticket': derive('mac:sign-in-ticket'),
    'session-name': derive('mac:session-name'),
    'recovery-code': derive('mac:recovery-code'),
    'password-reset': derive('mac:password-reset'),
  }
  const indexKeys: Record<BlindIndexKind, Buffer> = { taxId: derive('index:taxId'), ssn: derive('index:ssn') }

  const wrap = (key: Uint8Array, context: string) =>
    Buffer.concat([Buffer.of(WRAP_VERSION), keyId, sealBytes(wrapKey, key, context)])
  const mac = (purpose: MacPurpose, ...parts: string[]) => {
    const hmac = createHmac('sha256', macKeys[purpose])
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
    return hmac.digest()
  }
  return {
    currentId: keyId.toString('hex'),
    newDataKey(context) {
      const key = randomBytes(KEY_BYTES)
      return { key, wrapped: wrap(key, context) }
    },
    wrap,
    unwrap(wrapped, context) {
      if (wrapped[0] !== WRAP_VERSION) throw new SealError('not a wrapped key')
      const usedId = wrapped.subarray(1, 1 + KEY_ID_BYTES)
      if (!keyId.equals(usedId))
        throw new SealError(`wrapped under the key ${Buffer.from(usedId).toString('hex')}`)
      return openBytes(wrapKey, wrapped.subarray(1 + KEY_ID_BYTES), context)
    },
    mac,
    verifyMac(given, purpose, ...parts) {
      const expected = mac(purpose, ...parts)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
    blindIndex: (kind, normalised) =>
      createHmac('sha256', indexKeys[kind]).update(normalised).digest('base64url'),
  }
}

const WRAP_VERSION = 1
