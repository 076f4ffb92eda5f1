import type { Values } from './catalogue/values.ts'
import { getOwn } from './get-own.ts'
import { isRecord, parseJson } from './json.ts'
import type { Signing } from './signing.ts'

/** A draft keeps the evidence beside the answers, as JSON under this name. */
export const SIGNING = 'signing'

export function readSigning(values: Values): Signing | null {
  const signing = parseJson(getOwn(values, SIGNING) ?? '')
  return isSigning(signing) ? signing : null
}

/** A submit is checked by the server's schema. */
const isSigning = (value: unknown): value is Signing => isRecord(value) && isRecord(value.consent)
