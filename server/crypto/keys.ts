import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { retiredKeyContext } from './contexts.ts'
import {
  companyIndexKey,
  deriveKeys,
  KEY_ID_BYTES,
  type BlindIndexKind,
  type DerivedKeys,
  type MacPurpose,
} from './derived-keys.ts'
import { KEY_BYTES, openBytes, SealError, sealBytes, UnknownKeyError } from './seal.ts'

/**
 * Everything that is done under the main keys. One of them is current: what is written is written under it. Others are
 * there while keys change, and open and verify what is still under them. Keys derived from them never leave this object.
 */
export type KeyRing = {
  /** 16 hex digits that name the current main key and tell nothing about it */
  readonly currentId: string
  /** the names of all of them, the current one first */
  readonly ids: readonly string[]
  /** the names of keys that are gone and whose heirloom does not open: tokens of their time are no good any more */
  readonly lostHeirlooms: readonly string[]
  /** a fresh data key, and the same wrapped for the row it belongs to */
  newDataKey(context: string): { key: Buffer; wrapped: Buffer<ArrayBuffer> }
  /** wraps a data key that was made before its row was known */
  wrap(key: Uint8Array, context: string): Buffer<ArrayBuffer>
  /** @throws SealError when it was wrapped under no main key of the ring or for another row */
  unwrap(wrapped: Uint8Array, context: string): Buffer
  /** HMAC-SHA256 over the parts, 32 bytes; ('a', 'bc') and ('ab', 'c') differ */
  mac(purpose: MacPurpose, ...parts: string[]): Buffer<ArrayBuffer>
  /** Was it made under a key of the ring? */
  verifyMac(given: Uint8Array, purpose: MacPurpose, ...parts: string[]): boolean
  /**
   * A keyed hash to search a sensitive number of a company by; the same number has another one in another company.
   * @param normalised digits only
   */
  blindIndex(kind: BlindIndexKind, companyId: string, normalised: string): string
  /** the same under each key of the ring, for searching while keys change */
  blindIndexes(kind: BlindIndexKind, companyId: string, normalised: string): string[]
  /** as earlier versions hashed, alike in all companies: for searching rows that are not brought up to date yet */
  sharedBlindIndexes(kind: BlindIndexKind, normalised: string): string[]
  /** what is kept of a main key that goes: by it applicants' tokens of before stay good; wrapped by the current one */
  heirloom(keyId: string): Buffer<ArrayBuffer>
}

/** What `heirloom` gave, of a key that is gone. */
export type RetiredMacKey = { keyId: string; formSessionMac: Uint8Array }

/**
 * A wrapped data key is `version(1) | keyId(8) | sealed key`.
 *
 * @param mainKey the current one, 32 bytes
 * @param others those that only open and verify
 */
export function createKeyRing(
  mainKey: Uint8Array,
  others: Uint8Array[] = [],
  heirlooms: RetiredMacKey[] = [],
): KeyRing {
  const current = deriveKeys(mainKey)
  const all = [current, ...others.map(deriveKeys)]

  const wrap = (key: Uint8Array, context: string) =>
    Buffer.concat([Buffer.of(WRAP_VERSION), current.id, sealBytes(current.wrap, key, context)])
  const unwrap = (wrapped: Uint8Array, context: string) => {
    if (wrapped[0] !== WRAP_VERSION) throw new SealError('not a wrapped key')
    const usedId = wrapped.subarray(1, 1 + KEY_ID_BYTES)
    const used = all.find(({ id }) => id.equals(usedId))
    if (!used) throw new UnknownKeyError(`wrapped under the key ${Buffer.from(usedId).toString('hex')}`)
    return openBytes(used.wrap, wrapped.subarray(1 + KEY_ID_BYTES), context)
  }
  // What they verify is refused without them, so a damaged one keeps nobody else out.
  const opened = heirlooms.map(({ keyId, formSessionMac }) => ({
    keyId,
    mac: unlessSealed(() => unwrap(formSessionMac, retiredKeyContext(keyId))),
  }))
  const verifying: Partial<Record<MacPurpose, Buffer[]>> = {
    'form-session': opened.flatMap(({ mac }) => mac ?? []),
  }
  return {
    currentId: toKeyName(current),
    ids: all.map(toKeyName),
    lostHeirlooms: opened.filter(({ mac }) => mac === null).map(({ keyId }) => keyId),
    newDataKey(context) {
      const key = randomBytes(KEY_BYTES)
      return { key, wrapped: wrap(key, context) }
    },
    wrap,
    unwrap,
    mac: (purpose, ...parts) => macUnder(current.mac[purpose], parts),
    verifyMac: (given, purpose, ...parts) =>
      [...all.map(({ mac }) => mac[purpose]), ...(verifying[purpose] ?? [])].some((key) => {
        const expected = macUnder(key, parts)
        return given.length === expected.length && timingSafeEqual(given, expected)
      }),
    blindIndex: (kind, companyId, normalised) => companyIndexUnder(current, kind, companyId, normalised),
    blindIndexes: (kind, companyId, normalised) =>
      all.map((keys) => companyIndexUnder(keys, kind, companyId, normalised)),
    sharedBlindIndexes: (kind, normalised) =>
      all.map(({ sharedIndex }) => indexUnder(sharedIndex[kind], normalised)),
    heirloom(keyId) {
      const going = all.find((keys) => toKeyName(keys) === keyId)
      if (!going) throw new Error(`The key ${keyId} is not in the ring`)
      return wrap(going.mac['form-session'], retiredKeyContext(keyId))
    },
  }
}

/** A ring that stays the same object while what it holds is replaced. */
export function replaceableKeyRing(first: KeyRing): { keys: KeyRing; replace(next: KeyRing): void } {
  let ring = first
  return {
    keys: {
      get currentId() {
        return ring.currentId
      },
      get ids() {
        return ring.ids
      },
      get lostHeirlooms() {
        return ring.lostHeirlooms
      },
      newDataKey: (...given) => ring.newDataKey(...given),
      wrap: (...given) => ring.wrap(...given),
      unwrap: (...given) => ring.unwrap(...given),
      mac: (...given) => ring.mac(...given),
      verifyMac: (...given) => ring.verifyMac(...given),
      blindIndex: (...given) => ring.blindIndex(...given),
      blindIndexes: (...given) => ring.blindIndexes(...given),
      sharedBlindIndexes: (...given) => ring.sharedBlindIndexes(...given),
      heirloom: (...given) => ring.heirloom(...given),
    },
    replace(next) {
      ring = next
    },
  }
}

/** Null for what does not open. */
function unlessSealed<T>(open: () => T): T | null {
  try {
    return open()
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

const WRAP_VERSION = 1

const toKeyName = ({ id }: DerivedKeys): string => id.toString('hex')

function macUnder(key: Uint8Array, parts: string[]): Buffer<ArrayBuffer> {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
  return hmac.digest()
}

const companyIndexUnder = (
  { companyIndex }: DerivedKeys,
  kind: BlindIndexKind,
  companyId: string,
  normalised: string,
): string => indexUnder(companyIndexKey(companyIndex[kind], companyId), normalised)

const indexUnder = (key: Uint8Array, normalised: string): string =>
  createHmac('sha256', key).update(normalised).digest('base64url')
