import { SIGNATURE_MARKER } from '#domain/catalogue/display'
import { INPUTS } from '#domain/catalogue/index'
import { toDollars } from '#domain/catalogue/money'
import type { Values } from '#domain/catalogue/values'
import { isRecord } from '#domain/json'
import { columnContext, formSessionKeyContext } from '../../platform/crypto/contexts.ts'
import type { KeyRing } from '../../platform/crypto/keys.ts'
import { openText, sealBytes } from '../../platform/crypto/seal.ts'
import type { Services } from '../../services.ts'

export const answersSelect = {
  id: true,
  companyId: true,
  formData: true,
  formSession: { select: { wrappedKey: true } },
} as const
export const sealedSelect = { ...answersSelect, signatures: true } as const

type Row = { id: string; companyId: string }

export type SealedSubmission = Row & {
  formData: Uint8Array
  signatures: Uint8Array | null
  formSession: { wrappedKey: Uint8Array }
}

/** `formData` has a marker for each signature; the drawings are stored apart. */
export type SubmissionTexts = { formData: string; signatures: string | null; signing?: string }

export function toSubmissionTexts(values: Values): SubmissionTexts {
  const isDrawn = ([name, value]: [string, string]) => value !== '' && INPUTS.get(name)?.kind === 'signature'
  const entries = Object.entries(values)
  const answers = entries.map((entry) => (isDrawn(entry) ? [entry[0], SIGNATURE_MARKER] : entry))
  const drawings = entries.filter(isDrawn)
  return {
    formData: JSON.stringify(Object.fromEntries(answers)),
    signatures: drawings.length > 0 ? JSON.stringify(Object.fromEntries(drawings)) : null,
  }
}

export function sealTexts(key: Uint8Array, row: Row, texts: SubmissionTexts) {
  const seal = (column: SealedColumn, text: string | null | undefined) =>
    text == null ? null : sealBytes(key, text, toContext(row, column))
  return {
    formData: sealBytes(key, texts.formData, toContext(row, 'formData')),
    signatures: seal('signatures', texts.signatures),
    signing: seal('signing', texts.signing),
  }
}

function readAnswers(text: string): Values {
  const parsed: unknown = JSON.parse(text)
  if (!isRecord(parsed)) throw new SyntaxError('not an object')
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
}

export const openAnswers = (keys: KeyRing, row: Omit<SealedSubmission, 'signatures'>): Values =>
  readAnswers(openText(sessionKey(keys, row), row.formData, toContext(row, 'formData')))

export function openSubmission(keys: KeyRing, row: SealedSubmission): Values {
  const { formData, signatures } = openTexts(keys, row)
  return { ...readAnswers(formData), ...(signatures !== null && readAnswers(signatures)) }
}

export function openTexts(keys: KeyRing, row: SealedSubmission): SubmissionTexts {
  const open = (column: 'formData' | 'signatures', sealed: Uint8Array) =>
    openText(sessionKey(keys, row), sealed, toContext(row, column))
  return {
    formData: open('formData', row.formData),
    signatures: row.signatures && open('signatures', row.signatures),
  }
}

/** Logs a submission that can't be opened, by its id alone. */
export function readOrNull<T>({ log }: Pick<Services, 'log'>, id: string, read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    // A parser's message quotes the data.
    const reason = error instanceof Error ? error.name : ''
    log.error({ submission: id, reason }, 'unreadable submission')
    return null
  }
}

export const sessionKey = (
  keys: KeyRing,
  row: Pick<SealedSubmission, 'id' | 'companyId' | 'formSession'>,
): Buffer => keys.unwrap(row.formSession.wrappedKey, formSessionKeyContext(row.id, row.companyId))

type SealedColumn = 'formData' | 'signatures' | 'signing'

const toContext = (row: Row, column: SealedColumn): string =>
  columnContext('FormSubmission', column, row.id, row.companyId)

export type ClearColumns = ReturnType<typeof toClearColumns>

export const toClearColumns = ({
  legalName = '',
  dbaName = '',
  state = '',
  advanceAmount = '',
  sales = '',
}: Values) => ({
  legalName: legalName.trim(),
  dbaName: dbaName.trim(),
  state,
  advanceAmount,
  sales,
  amountRequested: toDollars(advanceAmount),
  monthlySales: toDollars(sales),
})
