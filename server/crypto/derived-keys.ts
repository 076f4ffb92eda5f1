import { createHmac, hkdfSync } from 'node:crypto'
import { KEY_BYTES } from './seal.ts'

/** What a keyed hash is for; each purpose has a key of its own. */
export type MacPurpose =
  | 'form-session'
  | 'submission-values'
  | 'throttle'
  | 'key-check'
  | 'sign-in-ticket'
  | 'session-name'
  | 'password-reset'
export type BlindIndexKind = 'taxId' | 'ssn'

/** What one main key is used as. */
export type DerivedKeys = {
  /** names the main key and tells nothing about it */
  id: Buffer
  wrap: Buffer
  mac: Record<MacPurpose, Buffer>
  /** each makes one index key for each company */
  companyIndex: Record<BlindIndexKind, Buffer>
  /** one key for all companies, as earlier versions hashed */
  sharedIndex: Record<BlindIndexKind, Buffer>
}

export const KEY_ID_BYTES = 8

/**
 * Derives from a main key what is used in its place (HKDF-SHA256, one key per purpose).
 *
 * @param mainKey 32 bytes
 */
export function deriveKeys(mainKey: Uint8Array): DerivedKeys {
  if (mainKey.length !== KEY_BYTES)
    throw new Error(`The main key has ${mainKey.length} bytes instead of ${KEY_BYTES}`)
  const derive = (info: string, bytes = KEY_BYTES) =>
    Buffer.from(hkdfSync('sha256', mainKey, Buffer.alloc(0), `intake:${info}`, bytes))
  const mac = (purpose: MacPurpose) => derive(`mac:${purpose}`)
  return {
    id: derive('key-id', KEY_ID_BYTES),
    wrap: derive('wrap'),
    mac: {
      'form-session': mac('form-session'),
      'submission-values': mac('submission-values'),
      throttle: mac('throttle'),
      'key-check': mac('key-check'),
      'sign-in-ticket': mac('sign-in-ticket'),
      'session-name': mac('session-name'),
      'password-reset': mac('password-reset'),
    },
    companyIndex: { taxId: derive('company-index:taxId'), ssn: derive('company-index:ssn') },
    sharedIndex: { taxId: derive('index:taxId'), ssn: derive('index:ssn') },
  }
}

/**
 * The index key of one company: one block of HKDF-Expand (RFC 5869), which needs no extract step as `root` is uniformly
 * random already. Made for thousands of companies at a time, for which Node's whole HKDF takes twice as long.
 */
export const companyIndexKey = (root: Uint8Array, companyId: string): Buffer =>
  createHmac('sha256', root).update(`intake:company:${companyId}`).update(Buffer.of(1)).digest()

/** 16 hex digits by which people tell main keys apart. */
export const toKeyId = (mainKey: Uint8Array): string => deriveKeys(mainKey).id.toString('hex')
