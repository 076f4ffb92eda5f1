import { documentFile } from '../documents/document-key.ts'
import { nameSelect } from '../documents/document-name.ts'
import type { Prisma } from '../generated/client.ts'
import { readEncrypted } from '../platform/files/stored-file.ts'
import { requireIntact } from '../platform/files/require-intact.ts'
import type { Services } from '../services.ts'

export const documentSelect = {
  ...nameSelect,
  storedAs: true,
  fileType: true,
  fileSize: true,
  createdAt: true,
  unlockedFrom: true,
} as const
export type StoredDocument = Prisma.DocumentGetPayload<{ select: typeof documentSelect }>

/** @throws AppError damaged_file */
export const readDocument = (services: Services, document: StoredDocument): Promise<Buffer> =>
  requireIntact(services, { document: document.id, submission: document.formSession?.id ?? null }, () =>
    readEncrypted(services.storage, documentFile(services.keys, document)),
  )
