import { hkdfSync } from 'node:crypto'
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
  index: Record<BlindIndexKind, Buffer>
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
    index: { taxId: derive('index:taxId'), ssn: derive('index:ssn') },
  }
}

/** 16 hex digits by which people tell main keys apart. */
export const keyIdOf = (mainKey: Uint8Array): string => deriveKeys(mainKey).id.toString('hex')
