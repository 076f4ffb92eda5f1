import { isDocumentType } from '#domain/document-type'
import { documentMessages } from '#domain/messages/document'
import { monthName } from '#domain/month-name'
import { statementSummary } from '#domain/statement-summary'
import { columnContext } from '../../crypto/contexts.ts'
import { openBytes } from '../../crypto/seal.ts'
import type { PrintedAttachments } from '../../pdf/printed-application.ts'
import type { Services } from '../../services.ts'
import { openFileKey } from './document-key.ts'
import { documentName } from './document-name.ts'
import { uploadedFileListing, type UploadedFileRow } from './uploaded-file.ts'

export const attachedListing = {
  ...uploadedFileListing,
  select: { ...uploadedFileListing.select, digest: true },
} as const

export type AttachedRow = UploadedFileRow & { digest: Uint8Array | null }

export const toAttachments = (
  services: Pick<Services, 'keys' | 'log'>,
  rows: readonly AttachedRow[],
  submitted: { createdAt: Date; timeZone: string },
): PrintedAttachments => ({
  asOf: new Date(),
  statements: statementSummary({
    ...submitted,
    statementMonths: rows.flatMap(({ statementMonth }) => statementMonth ?? []),
  }),
  files: rows.map((row) => ({
    name: documentName(services, row),
    kind: describe(row),
    size: row.fileSize,
    digest: row.digest && openDigest(services, row, row.digest),
  })),
})

const describe = ({ documentType, statementMonth }: AttachedRow): string =>
  statementMonth
    ? documentMessages.statementOf(monthName(statementMonth, 'en-US'))
    : documentMessages.types[isDocumentType(documentType) ? documentType : 'other']

function openDigest({ keys }: Pick<Services, 'keys'>, row: AttachedRow, digest: Uint8Array): string {
  const context = columnContext('Document', 'digest', row.id, row.companyId)
  return openBytes(openFileKey(keys, row), digest, context).toString('hex')
}
