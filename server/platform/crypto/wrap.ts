import { hkdfSync } from 'node:crypto'
import { KEY_BYTES, openBytes, SealError, sealBytes, UnknownKeyError } from './seal.ts'

const KEY_ID_BYTES = 8
const VERSION = 1

/** `id` names the main key and tells nothing about it. */
export type WrappingKey = { id: string; key: Buffer }

export const toWrappingKey = (mainKey: Uint8Array): WrappingKey => ({
  id: toKeyId(mainKey),
  key: deriveKey(mainKey, 'wrap'),
})

/** 16 hex digits by which people tell main keys apart. */
export const toKeyId = (mainKey: Uint8Array): string =>
  deriveKey(mainKey, 'key-id', KEY_ID_BYTES).toString('hex')

export function deriveKey(mainKey: Uint8Array, use: string, bytes = KEY_BYTES): Buffer {
  if (mainKey.length !== KEY_BYTES)
    throw new Error(`The main key has ${mainKey.length} bytes instead of ${KEY_BYTES}`)
  return Buffer.from(hkdfSync('sha256', mainKey, Buffer.alloc(0), `intake:${use}`, bytes))
}

/** `version(1) | keyId(8) | sealed secret`; migrations read the key's id by SQL (intake_key_id). */
export const wrapSecret = (under: WrappingKey, secret: Uint8Array, context: string): Buffer<ArrayBuffer> =>
  Buffer.concat([Buffer.of(VERSION), Buffer.from(under.id, 'hex'), sealBytes(under.key, secret, context)])

export function unwrapSecret(under: readonly WrappingKey[], wrapped: Uint8Array, context: string): Buffer {
  if (wrapped[0] !== VERSION) throw new SealError('not a wrapped key')
  const usedId = Buffer.from(wrapped.subarray(1, 1 + KEY_ID_BYTES)).toString('hex')
  const used = under.find(({ id }) => id === usedId)
  if (!used) throw new UnknownKeyError(`wrapped under the key ${usedId}`)
  return openBytes(used.key, wrapped.subarray(1 + KEY_ID_BYTES), context)
}
