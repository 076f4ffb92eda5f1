import { nineDigits } from '#domain/catalogue/digits'
import { INPUTS } from '#domain/catalogue/index'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import type { BlindIndexKind } from '../../crypto/derived-keys.ts'
import type { KeyRing } from '../../crypto/keys.ts'
import type { ApplicationTexts } from './application-record.ts'

/** What is made of an application under the main key itself: what it is searched by and known again by. */
export type KeyedColumns = {
  taxIdHash: string | null
  ssnHashes: string[]
  valuesDigest: Buffer<ArrayBuffer>
}

const SSN_NAMES = [...INPUTS.values()].filter(({ kind }) => kind === 'ssn').map(({ name }) => name)

/** All of them under the same key of the ring, which the digest names. */
export const keyedColumns = (
  keys: KeyRing,
  id: string,
  values: Values,
  texts: ApplicationTexts,
): KeyedColumns => ({
  taxIdHash: blindIndex(keys, 'taxId', values.taxId),
  ssnHashes: SSN_NAMES.map((name) => blindIndex(keys, 'ssn', getOwn(values, name))).filter(
    (hash) => hash !== null,
  ),
  valuesDigest: Buffer.concat([
    Buffer.of(DIGEST_VERSION),
    Buffer.from(keys.currentId, 'hex'),
    keys.mac('submission-values', ...digested(id, texts)),
  ]),
})

/** Was the digest made of these texts? */
export const isDigestOf = (keys: KeyRing, digest: Uint8Array, id: string, texts: ApplicationTexts): boolean =>
  keys.verifyMac(digest.subarray(HEAD_BYTES), 'submission-values', ...digested(id, texts))

/** How a number is found: its blind indexes under every key of the ring. */
export type NumberHashes = { taxId: string[]; ssn: string[] }

/** @param digits nine digits, a tax ID or an SSN */
export const numberHashes = (keys: KeyRing, digits: string): NumberHashes => ({
  taxId: keys.blindIndexes('taxId', digits),
  ssn: keys.blindIndexes('ssn', digits),
})

/** `version(1) | keyId(8) | mac(32)` */
const DIGEST_VERSION = 1
const HEAD_BYTES = 9

/** Keyed, so that it tells nothing about the answers; the texts are in catalogue order, so equal answers are equal. */
const digested = (id: string, { formData, signatures }: ApplicationTexts) =>
  [id, formData, signatures ?? ''] as const

/** Nine digits, however they were written; anything else cannot be searched for. */
function blindIndex(keys: KeyRing, kind: BlindIndexKind, value = ''): string | null {
  const digits = nineDigits(value)
  return digits === null ? null : keys.blindIndex(kind, digits)
}
