import { STATEMENT_TYPE } from './files.ts'
import { guessStatementMonth } from './statement-month.ts'
import { normalized } from './stream-safe.ts'

export const DOCUMENT_TYPES = [STATEMENT_TYPE, 'driversLicense', 'voidedCheck', 'taxReturn', 'other'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** `statementMonth`: 'YYYY-MM', of a bank statement only. */
export type Description = { documentType: DocumentType; statementMonth: string | null }

export const isDocumentType = (type: string): type is DocumentType =>
  DOCUMENT_TYPES.some((known) => known === type)

export const toDocumentType = (type: string): DocumentType => (isDocumentType(type) ? type : 'other')

/** A file that its sender has said nothing about. */
export const UNDESCRIBED: Description = { documentType: STATEMENT_TYPE, statementMonth: null }

const MARKS: readonly (readonly [type: DocumentType, mark: RegExp])[] = [
  ['driversLicense', /driver|licencia de conducir|водител|^dl$|^dl | dl$| dl /],
  ['voidedCheck', /void|cheque anulado|аннулирован/],
  ['taxReturn', /tax(?!i)|1040|1065|1120|declaraci[oó]n|налог/],
]
const STATEMENT = /statement|stmt|estado de cuenta|выписк/

/** The type that a file's name tells, or null if it tells none or several. */
export function suggestDocument(name: string, today: string): Description | null {
  const words = normalized(name, 'NFC')
    .toLowerCase()
    .replace(/\.[^.]*$/, '')
    .replace(/[\s_.,-]+/gu, ' ')
  const [documentType, ...others] = MARKS.flatMap(([type, mark]) => (mark.test(words) ? [type] : []))
  if (others.length > 0) return null
  if (documentType) return { documentType, statementMonth: null }
  const statementMonth = guessStatementMonth(name, today)
  if (statementMonth === null && !STATEMENT.test(words)) return null
  return { documentType: STATEMENT_TYPE, statementMonth }
}
