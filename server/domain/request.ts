import { INPUTS } from './catalogue/index.ts'
import type { Values } from './catalogue/values.ts'
import type { DocumentType } from './document-type.ts'
import { isEmailAddress } from './email-addresses.ts'

export const REQUESTED_TYPES = [
  'driversLicense',
  'voidedCheck',
  'taxReturn',
  'other',
] as const satisfies DocumentType[]

/** What the desk asks of an applicant. `month`: 'YYYY-MM'; `field`: one of `CORRECTABLE`. */
export type RequestItem =
  | { kind: 'statement'; month: string }
  | { kind: 'document'; type: (typeof REQUESTED_TYPES)[number]; label: string }
  | { kind: 'answer'; question: string }
  | { kind: 'correction'; field: string }

export const ITEM_STATES = ['asked', 'given', 'missing'] as const

/** A signature is not corrected: the second one has a link of its own. */
export const CORRECTABLE: readonly string[] = [...INPUTS.keys()].filter((name) => !/^signer\d/.test(name))

/** Where a request is mailed; '' if the application has no usable address. */
export function findRecipient(values: Values): string {
  const email = values.email?.trim() ?? ''
  return isEmailAddress(email) ? email : ''
}
