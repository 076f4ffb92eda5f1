import { z } from 'zod'
import type { Services } from '../../services.ts'
import { EXAMPLE, withExample } from '../../trpc/example.ts'
import { documentName, nameSelect, type NamedDocument } from './document-name.ts'

export const uploadedFileOutput = withExample(
  z.object({
    id: z.string(),
    name: z.string(),
    size: z.number().int(),
    type: z.string(),
    documentType: z.string(),
    createdAt: z.string(),
    url: z.string(),
    clientFileId: z.string().nullable(),
  }),
  {
    ...EXAMPLE.document,
    name: 'october.pdf',
    size: 184320,
    type: 'application/pdf',
    documentType: 'bankStatements',
    createdAt: EXAMPLE.time,
    url: `/api/documents/document/${EXAMPLE.document.id}`,
    clientFileId: null,
  },
)
export type UploadedFile = z.infer<typeof uploadedFileOutput>

export const uploadedFileSelect = {
  ...nameSelect,
  fileSize: true,
  fileType: true,
  documentType: true,
  createdAt: true,
  clientFileId: true,
} as const

/** Ordered by id, which follows the order of choosing: parallel uploads may end in another order. */
export const uploadedFileListing = { orderBy: { id: 'asc' as const }, select: uploadedFileSelect }

export type UploadedFileRow = NamedDocument & {
  fileSize: number
  fileType: string
  documentType: string
  createdAt: Date
  clientFileId: string | null
}

export const uploadedFile = (
  services: Pick<Services, 'keys' | 'log'>,
  row: UploadedFileRow,
): UploadedFile => ({
  id: row.id,
  name: documentName(services, row),
  size: row.fileSize,
  type: row.fileType,
  documentType: row.documentType,
  createdAt: row.createdAt.toISOString(),
  url: documentUrl(row.id),
  clientFileId: row.clientFileId,
})

export const documentUrl = (id: string): string => `/api/documents/document/${id}`
