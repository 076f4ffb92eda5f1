import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Tampered with, under another key, or moved to another row. */
export class SealError extends Error {
  override name = 'SealError'
}

/** Wrapped under a main key that this process does not hold yet. */
export class UnknownKeyError extends SealError {
  override name = 'UnknownKeyError'
}

export const KEY_BYTES = 32
export const IV_BYTES = 12
export const TAG_BYTES = 16
export const VERSION = 1
const HEAD_BYTES = 1 + IV_BYTES

/**
 * Encrypts with AES-256-GCM: `version(1) | iv(12) | ciphertext | tag(16)`.
 * @param context where this will stand (see contexts.ts); authenticated, so that it opens nowhere else
 */
export function sealBytes(key: Uint8Array, plain: Uint8Array | string, context: string): Buffer<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(context))
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  const end = cipher.final()
  return Buffer.concat([Buffer.of(VERSION), iv, body, end, cipher.getAuthTag()])
}

export function openBytes(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  if (sealed.length < HEAD_BYTES + TAG_BYTES || sealed[0] !== VERSION)
    throw new SealError('not a sealed value')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, HEAD_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(HEAD_BYTES, sealed.length - TAG_BYTES)),
      decipher.final(),
    ])
  } catch (cause) {
    throw new SealError('the sealed value does not open', { cause })
  }
}

export const openText = (key: Uint8Array, sealed: Uint8Array, context: string): string =>
  openBytes(key, sealed, context).toString('utf8')
