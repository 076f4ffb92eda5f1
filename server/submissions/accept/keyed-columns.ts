import { nineDigits } from '#domain/catalogue/digits'
import { INPUTS } from '#domain/catalogue/index'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import type { BlindIndexKind } from '../../platform/crypto/hash-keys.ts'
import type { KeyRing } from '../../platform/crypto/keys.ts'
import { ownerHashes } from './owner-words.ts'
import type { SubmissionTexts } from './sealed-submission.ts'

export type KeyedColumns = {
  taxIdHash: string | null
  ssnHashes: string[]
  ownerHashes: string
  valuesDigest: Buffer<ArrayBuffer>
}

const SSN_NAMES = [...INPUTS.values()].filter(({ kind }) => kind === 'ssn').map(({ name }) => name)

export const keyedColumns = (
  keys: KeyRing,
  { id, companyId }: { id: string; companyId: string },
  values: Values,
  texts: SubmissionTexts,
): KeyedColumns => ({
  ...hashNumbers(keys, companyId, values),
  ownerHashes: ownerHashes(keys, companyId, values),
  valuesDigest: Buffer.concat([
    Buffer.of(DIGEST_VERSION),
    keys.mac('submission-values', ...digested(id, texts)),
  ]),
})

/** Equal numbers have equal hashes only within a company. */
export function hashNumbers(
  keys: KeyRing,
  companyId: string,
  values: Values,
): Pick<KeyedColumns, 'taxIdHash' | 'ssnHashes'> {
  const hash = (kind: BlindIndexKind, value = '') => {
    const digits = nineDigits(value)
    return digits === null ? null : keys.blindIndex(kind, companyId, digits)
  }
  return {
    taxIdHash: hash('taxId', values.taxId),
    ssnHashes: SSN_NAMES.map((name) => hash('ssn', getOwn(values, name))).filter((found) => found !== null),
  }
}

/** The MAC alone, which stays the same. */
export const toReceiptDigest = (digest: Uint8Array): Buffer<ArrayBuffer> =>
  Buffer.from(digest.slice(-MAC_BYTES))

export const matchesDigest = (
  keys: KeyRing,
  digest: Uint8Array,
  id: string,
  texts: SubmissionTexts,
): boolean => keys.verifyMac(digest.subarray(-MAC_BYTES), 'submission-values', ...digested(id, texts))

export type NumberHashes = { taxId: string[]; ssn: string[] }

export function numberHashes(keys: KeyRing, companyIds: readonly string[], digits: string): NumberHashes {
  const of = (kind: BlindIndexKind) => [
    ...companyIds.flatMap((companyId) => keys.blindIndexes(kind, companyId, digits)),
    // Unreadable rows of an early release, whose numbers have the same hashes in all companies.
    ...keys.sharedBlindIndexes(kind, digits),
  ]
  return { taxId: of('taxId'), ssn: of('ssn') }
}

/**
 * `version(1) | mac(32)`. Version 1 marks rows of an earlier release, whose numbers have the same hashes in all companies.
 * Earlier releases put 8 more bytes before the MAC.
 */
const DIGEST_VERSION = 2
const MAC_BYTES = 32

/** Keyed, so that it reveals nothing; in catalogue order, so that equal answers are equal. */
const digested = (id: string, { formData, signatures }: SubmissionTexts) =>
  [id, formData, signatures ?? ''] as const
