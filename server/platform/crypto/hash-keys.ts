import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { hashKeysContext } from './contexts.ts'
import { KEY_BYTES } from './seal.ts'
import { unwrapSecret, wrapSecret, type WrappingKey } from './wrap.ts'

/** Early releases derived these keys from the main key under the same names. */
const NAMES = [
  'mac:form-session',
  'mac:submission-values',
  'mac:throttle',
  'mac:sign-in-ticket',
  'mac:session-name',
  'mac:password-reset',
  'company-index:taxId',
  'company-index:ssn',
  'index:taxId',
  'index:ssn',
] as const
type Name = (typeof NAMES)[number]
type NameAfter<Prefix extends string> =
  Extract<Name, `${Prefix}:${string}`> extends `${Prefix}:${infer Rest}` ? Rest : never

export type MacPurpose = NameAfter<'mac'>
export type BlindIndexKind = NameAfter<'index'>

const key = z.base64().transform((text) => Buffer.from(text, 'base64'))
const schema = z.record(z.enum(NAMES), z.tuple([key], key))

/**
 * Random keys for MACs and blind indexes. They are wrapped by the main key and stay when it changes, so tokens and
 * hashes stay valid. The first of each makes hashes; the others, from earlier releases, only verify and find.
 */
export type HashKeys = z.output<typeof schema>

const toBase64 = (key: Uint8Array): string => Buffer.from(key).toString('base64')

export const newHashKeys = (): HashKeys =>
  schema.parse(Object.fromEntries(NAMES.map((name) => [name, [toBase64(randomBytes(KEY_BYTES))]])))

export function wrapHashKeys(under: WrappingKey, keys: HashKeys): Buffer<ArrayBuffer> {
  const text = JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, keys[name].map(toBase64)])))
  return wrapSecret(under, Buffer.from(text), hashKeysContext(under.id))
}

export const unwrapHashKeys = (under: WrappingKey, wrapped: Uint8Array): HashKeys =>
  schema.parse(JSON.parse(unwrapSecret([under], wrapped, hashKeysContext(under.id)).toString()))

/** HMAC-SHA256 over the parts, 32 bytes; ('a', 'bc') and ('ab', 'c') differ. */
export function macOver(key: Uint8Array, parts: readonly string[]): Buffer<ArrayBuffer> {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
  return hmac.digest()
}

export const isSameMac = (given: Uint8Array, expected: Uint8Array): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected)

/**
 * The index key of one company: one block of HKDF-Expand (RFC 5869), which needs no extract step as `root` is uniformly
 * random. It is made for thousands of companies at a time, for which Node's whole HKDF takes twice as long.
 */
export const companyIndexKey = (root: Uint8Array, companyId: string): Buffer =>
  createHmac('sha256', root).update(`intake:company:${companyId}`).update(Buffer.of(1)).digest()

export const indexUnder = (key: Uint8Array, normalised: string): string =>
  createHmac('sha256', key).update(normalised).digest('base64url')
