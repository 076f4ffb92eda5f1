import { z } from 'zod'
import { envelope, listEnvelope } from '../../trpc/envelope.ts'
import { id } from '../../trpc/inputs.ts'
import { uploadedFileOutput } from './uploaded-file.ts'
import { EXAMPLE, withExample } from '../../trpc/example.ts'

const document = withExample(
  z.object({
    id: z.string(),
    originalFilename: z.string(),
    documentType: z.string(),
    fileType: z.string(),
    fileSize: z.number().int(),
    createdAt: z.string(),
  }),
  {
    ...EXAMPLE.document,
    originalFilename: 'october.pdf',
    documentType: 'bankStatements',
    fileType: 'application/pdf',
    fileSize: 184320,
    createdAt: EXAMPLE.time,
  },
)
export type DocumentRecord = z.infer<typeof document>

export const documentsOutput = listEnvelope(document)
export const ofSubmissionInput = z.strictObject({ submissionId: id })
export const ofCompanyInput = z.strictObject({ companyId: id })

export const removeInput = z.strictObject({ id })
export const removeOutput = envelope(uploadedFileOutput)
