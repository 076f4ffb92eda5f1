import type { Values } from '#domain/catalogue/values'
import { isRecord, parseJson, textEntries } from '#domain/json'
import type { Outputs } from '../providers/trpc-client.ts'

/** A row of the list: `formData` is JSON text of its clear columns. */
export type Submission = Outputs['form']['submissions']['data'][number]

/** An opened submission: `formData` is JSON text of all answers, with sensitive values masked. */
export type OpenedSubmission = Outputs['form']['viewSubmission']['data']

export type SubmissionDocument = Outputs['documents']['forSubmission']['data'][number]

export const submissionPath = (id: string): string => `/admin/forms/${encodeURIComponent(id)}`
export const pdfUrl = (pdfPath: string): string => `/api/form${pdfPath}`
export const additionUrl = (id: string, addition: string): string =>
  `/api/form/pdf/${encodeURIComponent(id)}?addition=${encodeURIComponent(addition)}`
export const documentUrl = (id: string): string => `/api/documents/document/${encodeURIComponent(id)}`

/** @returns null if it is unreadable ('Error parsing form data') */
export function parseFormData(text: string): Values | null {
  const parsed = parseJson(text)
  return isRecord(parsed) ? textEntries(parsed) : null
}

/** The legal name, or else the DBA name; '' if neither is readable. */
export function readApplicant(row: Pick<Submission, 'formData'>): string {
  const values = parseFormData(row.formData)
  return values?.legalName?.trim() || values?.dbaName?.trim() || ''
}

export type Signer = 1 | 2

/** The signers who can be asked: the first one of an application that a program sent, and a second one whom it names. */
export function findUnsigned({ signed, applicant, formData, additions, ...all }: OpenedSubmission): Signer[] {
  const values = parseFormData(formData)
  const isNamed =
    values?.signer2Name || values?.secondSignerName || (applicant !== null && values?.partner2Name)
  const isSigned =
    values?.signer2Signature ||
    all.unreadableSignatures.includes('signer2Signature') ||
    additions.some(({ kind, signer }) => kind === 'signature' && signer === 2)
  const first: Signer[] = signed || applicant === null ? [] : [1]
  return isNamed && !isSigned ? [...first, 2] : first
}

const MINUTE = 60_000

/** Age: '12 min', '5 h', '3 d'. */
export function toAge(iso: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - new Date(iso).getTime()) / MINUTE))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}

/** The union of both lists by id. */
export function mergeDocuments<D extends { id: string }>(first: readonly D[], second: readonly D[]): D[] {
  return [...new Map([...first, ...second].map((document) => [document.id, document])).values()]
}

/** A PDF takes seconds; stop waiting for it after this many milliseconds. */
const PDF_PATIENCE = 10 * 60_000

export const awaitsPdf = (
  rows: readonly Pick<Submission, 'pdfState' | 'createdAt'>[],
  now: number = Date.now(),
): boolean =>
  rows.some((row) => row.pdfState === 'pending' && now - new Date(row.createdAt).getTime() < PDF_PATIENCE)

/** `ofCompany`: a file of the company itself */
export type Listed = SubmissionDocument & { ofCompany: boolean }

export const documentsKey = (id: string) => ['documents', id] as const
