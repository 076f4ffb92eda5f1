import { isDocumentType, suggestDocument, type Description } from '#domain/document-type'
import { STATEMENT_TYPE } from '#domain/files'
import { serverMessages } from '#domain/messages/server'
import { fieldError } from '../../errors.ts'

type Sent = { name: string; documentType?: string; statementMonth: string | null; byStaff: boolean }

/** What a new file is: as the sender says, else by its name. @throws AppError invalid_input */
export function describeUpload({
  name,
  documentType: sent = '',
  statementMonth,
  byStaff,
}: Sent): Description & { suggested: boolean } {
  if (!byStaff && sent !== STATEMENT_TYPE)
    throw fieldError('documentType', serverMessages.upload.documentType)
  if (sent !== '' && !isDocumentType(sent))
    throw fieldError('documentType', serverMessages.upload.documentTypes)
  if (statementMonth !== null && sent !== '' && sent !== STATEMENT_TYPE)
    throw fieldError('statementMonth', serverMessages.upload.monthOfOther)
  if (statementMonth !== null) return { documentType: STATEMENT_TYPE, statementMonth, suggested: false }
  const guess = suggestDocument(name, new Date().toISOString().slice(0, 10))
  if (byStaff && sent !== '') return { documentType: sent, statementMonth, suggested: false }
  if (byStaff) return { documentType: 'other', statementMonth, ...guess, suggested: true }
  // The form offers the month that the name tells, so an applicant without one has refused it.
  const isOther = guess !== null && guess.documentType !== STATEMENT_TYPE
  return isOther
    ? { ...guess, suggested: true }
    : { documentType: STATEMENT_TYPE, statementMonth, suggested: false }
}
