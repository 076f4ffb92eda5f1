import { z } from 'zod'
import { envelope, listEnvelope } from '../../trpc/envelope.ts'
import { id } from '../../trpc/inputs.ts'
import { statementMonth, uploadedFileOutput } from './uploaded-file.ts'
import { eg, EXAMPLE, withExamples } from '../../trpc/example.ts'

const document = withExamples({
  id: eg(z.string(), EXAMPLE.document.id),
  originalFilename: eg(z.string(), 'october.pdf'),
  documentType: eg(z.string(), 'bankStatements'),
  fileType: eg(z.string(), 'application/pdf'),
  fileSize: eg(z.number().int(), 184320),
  statementMonth,
  createdAt: eg(z.string(), EXAMPLE.time),
  later: z.boolean().meta({ description: 'Added after the submit', example: false }),
})
export type DocumentRecord = z.infer<typeof document>

export const documentsOutput = listEnvelope(document)
export const ofSubmissionInput = z.strictObject({ submissionId: id })
export const ofCompanyInput = z.strictObject({ companyId: id })

export const removeInput = z.strictObject({ id })
export const removeOutput = envelope(uploadedFileOutput)

export const setStatementMonthInput = z.strictObject({ id, statementMonth })
