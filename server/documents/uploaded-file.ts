import { z } from 'zod'
import { isStatementMonth } from '#domain/statement-month'
import type { Services } from '../services.ts'
import { eg, EXAMPLE, entity } from '../trpc/example.ts'
import { documentName, nameSelect, type NamedDocument } from './document-name.ts'

/** 'YYYY-MM', or null for other documents. */
export const statementMonth = eg(z.string().refine(isStatementMonth).nullable(), '2026-10')

export const uploadedFileOutput = entity('UploadedFile', {
  id: eg(z.string(), EXAMPLE.document.id),
  name: eg(z.string(), 'october.pdf'),
  size: eg(z.number().int(), 184320),
  type: eg(z.string(), 'application/pdf'),
  documentType: eg(z.string(), 'bankStatements'),
  createdAt: eg(z.string(), EXAMPLE.time),
  url: eg(z.string(), `/api/documents/document/${EXAMPLE.document.id}`),
  clientFileId: eg(z.string().nullable(), null),
  statementMonth,
})
export type UploadedFile = z.infer<typeof uploadedFileOutput>

export const uploadedFileSelect = {
  ...nameSelect,
  fileSize: true,
  fileType: true,
  documentType: true,
  createdAt: true,
  clientFileId: true,
  statementMonth: true,
  suggested: true,
  addedBy: true,
} as const

/** Ordered by id, which follows the order of choosing: parallel uploads may end in another order. */
export const uploadedFileListing = { orderBy: { id: 'asc' as const }, select: uploadedFileSelect }

export type UploadedFileRow = NamedDocument & {
  fileSize: number
  fileType: string
  documentType: string
  createdAt: Date
  clientFileId: string | null
  statementMonth: string | null
  suggested: boolean
  addedBy: string | null
}

export const uploadedFile = (services: Pick<Services, 'keys' | 'log'>, row: UploadedFileRow): UploadedFile =>
  toUploadedFile(row, documentName(services, row))

export const toUploadedFile = (
  row: Omit<UploadedFileRow, keyof NamedDocument | 'suggested' | 'addedBy'> & { id: string },
  name: string,
): UploadedFile => ({
  id: row.id,
  name,
  size: row.fileSize,
  type: row.fileType,
  documentType: row.documentType,
  createdAt: row.createdAt.toISOString(),
  url: documentUrl(row.id),
  clientFileId: row.clientFileId,
  statementMonth: row.statementMonth,
})

export async function findStored(
  services: Pick<Services, 'db' | 'keys' | 'log'>,
  formSessionId: string,
  clientFileId: string | null,
): Promise<UploadedFile | null> {
  if (clientFileId === null) return null
  const where = { formSessionId_clientFileId: { formSessionId, clientFileId } }
  const row = await services.db
    .system('public-form')
    .read((client) => client.document.findUnique({ where, select: uploadedFileSelect }))
  return row && uploadedFile(services, row)
}

export const documentUrl = (id: string): string => `/api/documents/document/${id}`
