import { z } from 'zod'
import { DOCUMENT_TYPES } from '#domain/document-type'
import { STATEMENT_TYPE } from '#domain/files'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { envelope, listEnvelope } from '../trpc/envelope.ts'
import { anyText, id } from '../trpc/inputs.ts'
import { statementMonth, uploadedFileOutput } from './uploaded-file.ts'
import { eg, EXAMPLE, entity } from '../trpc/example.ts'

const documentType = eg(z.enum(DOCUMENT_TYPES), 'bankStatements')

const document = entity('Document', {
  id: eg(z.string(), EXAMPLE.document.id),
  originalFilename: eg(z.string(), 'october.pdf'),
  documentType,
  fileType: eg(z.string(), 'application/pdf'),
  fileSize: eg(z.number().int(), 184320),
  statementMonth,
  suggested: z.boolean().meta({ description: 'Nobody confirmed type and month', example: false }),
  createdAt: eg(z.string(), EXAMPLE.time),
  addedBy: z.string().nullable().meta({ description: 'Who of the staff added it', example: null }),
  later: z.boolean().meta({ description: 'Added after the submit', example: false }),
})
export type DocumentRecord = z.infer<typeof document>

export const documentsOutput = listEnvelope(document)
export const ofSubmissionInput = z.strictObject({ submissionId: id })
export const ofCompanyInput = z.strictObject({ companyId: id })

export const removeInput = z.strictObject({ id })
export const removeOutput = envelope(uploadedFileOutput)

const attachedStatement = entity('AttachedStatement', {
  state: eg(z.enum(['statement', 'locked', 'not_a_statement', 'unknown']), 'statement'),
  month: statementMonth,
  bank: eg(z.string().nullable(), 'Harbor National'),
  accountEnding: eg(z.string().nullable(), '1234'),
})
export const attachedStatementOutput = envelope(attachedStatement)
export const unlockPassword = eg(anyText().min(1).max(LIMITS.passwordMaxLength), 'July-4471')
export const unlockInput = z.strictObject({ id, password: unlockPassword })

const description = { id: document.shape.id, documentType, statementMonth }
const isDatable = (sent: { documentType?: string | undefined; statementMonth: string | null }): boolean =>
  sent.statementMonth === null || (sent.documentType ?? STATEMENT_TYPE) === STATEMENT_TYPE
const notDatable = { path: ['statementMonth'], message: serverMessages.upload.monthOfOther }
export const describeInput = z
  .strictObject({ ...description, statementMonth: statementMonth.default(null) })
  .refine(isDatable, notDatable)
export type DescribeInput = z.infer<typeof describeInput>
const described = z.object({ ...description, suggested: document.shape.suggested })
export type Described = z.infer<typeof described>
export const describeOutput = envelope(described)

export const setStatementMonthInput = z
  .strictObject({ id, documentType: documentType.optional(), statementMonth })
  .refine(isDatable, notDatable)
export type SetStatementMonthInput = z.infer<typeof setStatementMonthInput>
