import { createHmac, randomBytes } from 'node:crypto'
import {
  companyIndexKey,
  indexUnder,
  isSameMac,
  macOver,
  newHashKeys,
  type BlindIndexKind,
  type MacPurpose,
} from './hash-keys.ts'
import { KEY_BYTES } from './seal.ts'
import { toWrappingKey, unwrapSecret, wrapSecret } from './wrap.ts'

type MainKeyBytes = { bytes: Uint8Array }

/** The current main key wraps; others only unwrap, while keys are changed. */
export type KeyRing = {
  /** 16 hex digits that name the current main key and tell nothing about it */
  readonly currentId: string
  readonly ids: readonly string[]
  useMainKeys(keys: { current: MainKeyBytes; others: readonly MainKeyBytes[] }): void
  newDataKey(context: string): { key: Buffer; wrapped: Buffer<ArrayBuffer> }
  wrap(key: Uint8Array, context: string): Buffer<ArrayBuffer>
  unwrap(wrapped: Uint8Array, context: string): Buffer
  /** HMAC-SHA256 over the parts, 32 bytes; ('a', 'bc') and ('ab', 'c') differ */
  mac(purpose: MacPurpose, ...parts: string[]): Buffer<ArrayBuffer>
  verifyMac(given: Uint8Array, purpose: MacPurpose, ...parts: string[]): boolean
  blindIndex(kind: BlindIndexKind, companyId: string, normalised: string): string
  blindIndexes(kind: BlindIndexKind, companyId: string, normalised: string): string[]
  sharedBlindIndexes(kind: BlindIndexKind, normalised: string): string[]
  /** the same for a word about an owner, 64 bits of it as a signed number */
  ownerIndex(companyId: string, word: string): string
}

const COMPANY_KEYS = 150_000

export function createKeyRing(
  mainKey: Uint8Array,
  others: readonly Uint8Array[] = [],
  hashKeys = newHashKeys(),
): KeyRing {
  let current = toWrappingKey(mainKey)
  let all = [current, ...others.map(toWrappingKey)]

  const wrap = (key: Uint8Array, context: string) => wrapSecret(current, key, context)
  const macKeys = (purpose: MacPurpose) => hashKeys[`mac:${purpose}` as const]
  const indexRoots = (kind: BlindIndexKind) => hashKeys[`company-index:${kind}` as const]
  /** Searches over all companies need thousands of keys each time. */
  const companyKeys = new Map<string, Buffer>()
  const companyKey = (kind: BlindIndexKind, name: string, root = 0): Buffer => {
    const place = `${kind} ${root} ${name}`
    const known = companyKeys.get(place)
    if (known) return known
    if (companyKeys.size >= COMPANY_KEYS) companyKeys.clear()
    const made = companyIndexKey(indexRoots(kind)[root] ?? indexRoots(kind)[0], name)
    companyKeys.set(place, made)
    return made
  }
  return {
    get currentId() {
      return current.id
    },
    get ids() {
      return all.map(({ id }) => id)
    },
    useMainKeys(next) {
      current = toWrappingKey(next.current.bytes)
      all = [current, ...next.others.map(({ bytes }) => toWrappingKey(bytes))]
    },
    newDataKey(context) {
      const key = randomBytes(KEY_BYTES)
      return { key, wrapped: wrap(key, context) }
    },
    wrap,
    unwrap: (wrapped, context) => unwrapSecret(all, wrapped, context),
    mac: (purpose, ...parts) => macOver(macKeys(purpose)[0], parts),
    verifyMac: (given, purpose, ...parts) =>
      macKeys(purpose).some((key) => isSameMac(given, macOver(key, parts))),
    blindIndex: (kind, companyId, normalised) => indexUnder(companyKey(kind, companyId), normalised),
    blindIndexes: (kind, companyId, normalised) =>
      indexRoots(kind).map((_key, root) => indexUnder(companyKey(kind, companyId, root), normalised)),
    sharedBlindIndexes: (kind, normalised) =>
      hashKeys[`index:${kind}` as const].map((key) => indexUnder(key, normalised)),
    ownerIndex: (companyId, word) =>
      createHmac('sha256', companyKey('ssn', `${companyId}:owner`))
        .update(word)
        .digest()
        .readBigInt64BE()
        .toString(),
  }
}
