import { INPUTS } from './catalogue/index.ts'
import type { Values } from './catalogue/values.ts'
import type { Description, DocumentType } from './document-type.ts'
import { STATEMENT_TYPE } from './files.ts'
import { isEmailAddress } from './email-addresses.ts'
import { localisedInput, type CatalogueWords } from './catalogue/localise.ts'
import { getOwn } from './get-own.ts'
import type { Language } from './language.ts'
import { requestWords } from './messages/request.ts'
import { monthName } from './month-name.ts'

export const REQUESTED_TYPES = [
  'driversLicense',
  'voidedCheck',
  'taxReturn',
  'other',
] as const satisfies DocumentType[]

/** `month`: 'YYYY-MM'; `field`: one of `CORRECTABLE`. */
export type RequestItem =
  | { kind: 'statement'; month: string }
  | { kind: 'document'; type: (typeof REQUESTED_TYPES)[number]; label: string }
  | { kind: 'answer'; question: string }
  | { kind: 'correction'; field: string }

/** The type and month that an uploaded file gets for this item; null if the item asks for no file. */
export function wantedDescription(item: RequestItem): Description | null {
  if (item.kind === 'statement') return { documentType: STATEMENT_TYPE, statementMonth: item.month }
  return item.kind === 'document' ? { documentType: item.type, statementMonth: null } : null
}

export const ITEM_STATES = ['asked', 'given', 'missing'] as const

/** A signature is not corrected: the second one has a link of its own. */
export const CORRECTABLE: readonly string[] = [...INPUTS.keys()].filter((name) => !/^signer\d/.test(name))

/** @returns '' if the application has no usable address */
export function findRecipient(values: Values): string {
  const email = values.email?.trim() ?? ''
  return isEmailAddress(email) ? email : ''
}

export function itemTitle(item: RequestItem, language: Language, catalogue: CatalogueWords | null): string {
  const words = requestWords[language]
  switch (item.kind) {
    case 'statement':
      return words.statement(monthName(item.month, language))
    case 'document':
      return documentTitle(words.types[item.type], item)
    case 'answer':
      return item.question
    case 'correction':
      return words.correction(fieldLabel(item.field, catalogue))
  }
}

/** A label that names its type says enough: not 'Voided check: A voided check'. */
function documentTitle(name: string, { type, label }: RequestItem & { kind: 'document' }): string {
  if (label === '') return name
  const isEnough = type === 'other' || comparable(label).includes(comparable(name))
  return isEnough ? label : `${name}: ${label}`
}

/** Staff type "driver's" with a straight apostrophe. */
const comparable = (text: string): string => text.toLowerCase().replaceAll('’', "'")

/** Partners' inputs have the same labels. */
export function fieldLabel(name: string, catalogue: CatalogueWords | null): string {
  const input = INPUTS.get(name)
  const label = input ? localisedInput(input, catalogue).label : name
  const [group = '', partner] = /^partner(\d)/.exec(name) ?? []
  if (partner === undefined) return label
  return `${label} (${(catalogue && getOwn(catalogue.groups, group)) ?? `Partner ${partner}`})`
}
