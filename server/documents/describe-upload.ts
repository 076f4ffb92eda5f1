import { isDocumentType, suggestDocument, UNDESCRIBED, type Description } from '#domain/document-type'
import { STATEMENT_TYPE } from '#domain/files'
import { serverMessages } from '#domain/messages/server'
import { fieldError } from '../errors.ts'

/** Before the submit, or after it by the applicant or by staff; `held` waits for an application made by a program. */
export type Door = 'form' | 'applicant' | 'staff' | 'held'
type Sent = { name: string; documentType?: string; statementMonth: string | null; door: Door }

/** The name of a file suggests its type to staff alone, who see the suggestion. @throws AppError invalid_input */
export function describeUpload({
  name,
  documentType: sent = '',
  statementMonth,
  door,
}: Sent): Description & { suggested: boolean } {
  if (door === 'form' && sent !== STATEMENT_TYPE)
    throw fieldError('documentType', serverMessages.upload.documentType)
  if (sent !== '' && !isDocumentType(sent))
    throw fieldError('documentType', serverMessages.upload.documentTypes)
  if (statementMonth !== null && sent !== '' && sent !== STATEMENT_TYPE)
    throw fieldError('statementMonth', serverMessages.upload.monthOfOther)
  if (sent !== '') return { documentType: sent, statementMonth, suggested: false }
  if (door !== 'staff' || statementMonth !== null) return { ...UNDESCRIBED, statementMonth, suggested: false }
  const guess = suggestDocument(name, new Date().toISOString().slice(0, 10))
  return { ...(guess ?? { documentType: 'other', statementMonth }), suggested: true }
}
