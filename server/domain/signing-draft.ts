import type { Values } from './catalogue/values.ts'
import { getOwn } from './get-own.ts'
import { isRecord, parseJson } from './json.ts'
import type { Signing } from './signing.ts'

/** A draft keeps the evidence beside the answers, as JSON under this name. */
export const SIGNING = 'signing'

/** Signatures made before the consent count once it is given. */
export type SigningDraft = Omit<Signing, 'consent'> & { consent?: Signing['consent'] | undefined }

export function readSigningDraft(values: Values): SigningDraft {
  const signing = parseJson(getOwn(values, SIGNING) ?? '')
  return isDraft(signing) ? signing : {}
}

/** @returns null without a consent */
export function readSigning(values: Values): Signing | null {
  const { consent, ...acts } = readSigningDraft(values)
  return consent ? { consent, ...acts } : null
}

/** A submit is checked by the server's schema. */
const isDraft = (value: unknown): value is SigningDraft =>
  isRecord(value) && (value.consent === undefined || isRecord(value.consent))
