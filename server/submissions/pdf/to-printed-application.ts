import type { FastifyBaseLogger } from 'fastify'
import { countStatements, describeType, statementSummary } from '#domain/statement-summary'
import { parseLogoUrl } from '../../platform/files/logo-url.ts'
import { FileMissingError, type Storage } from '../../platform/files/storage.ts'
import type { KeyRing } from '../../platform/crypto/keys.ts'
import type { PrintedApplication, PrintedAttachments } from './printed-application.ts'
import { openSigning, signingSelect } from '../signing/signing-record.ts'
import { openTold, toldSelect, type ToldRow } from '../create/told.ts'
import { openSubmission, sealedSelect, type SealedSubmission } from '../accept/sealed-submission.ts'
import { toDocumentType } from '#domain/document-type'
import { documentMessages } from '#domain/messages/document'
import { columnContext } from '../../platform/crypto/contexts.ts'
import { openBytes } from '../../platform/crypto/seal.ts'
import type { Services } from '../../services.ts'
import { openFileKey } from '../../documents/document-key.ts'
import { documentName } from '../../documents/document-name.ts'
import { uploadedFileListing, type UploadedFileRow } from '../../documents/uploaded-file.ts'
import { additionsSelect } from '../view/submission-additions.ts'

const attachedListing = {
  ...uploadedFileListing,
  where: { unlockedFrom: null },
  select: { ...uploadedFileListing.select, digest: true, originalDigest: true },
} as const

type AttachedRow = UploadedFileRow & Record<'digest' | 'originalDigest', Uint8Array | null>

const toAttachments = (
  services: Pick<Services, 'keys' | 'log'>,
  rows: readonly AttachedRow[],
  submission: Parameters<typeof statementSummary>[0],
): PrintedAttachments => ({
  asOf: new Date(),
  statements: documentMessages.statements(statementSummary(submission)),
  files: rows.map((row) => ({
    name: documentName(services, row),
    kind: describe(row),
    size: row.fileSize,
    addedAt: row.createdAt,
    digest: openDigest(services, row, 'digest'),
    originalDigest: openDigest(services, row, 'originalDigest'),
  })),
})

const describe = ({ documentType, statementMonth }: AttachedRow): string =>
  describeType({ documentType: toDocumentType(documentType), statementMonth }, 'en')

function openDigest(
  { keys }: Pick<Services, 'keys'>,
  row: AttachedRow,
  column: 'digest' | 'originalDigest',
): string | null {
  const { [column]: digest } = row
  const context = columnContext('Document', column, row.id, row.companyId)
  return digest && openBytes(openFileKey(keys, row), digest, context).toString('hex')
}

/** The columns of SubmissionDesk that a PDF shows; `toPrintedRow` adds the decrypted answers. */
export const printedSelect = {
  legalName: true,
  dbaName: true,
  submittedBy: true,
  link: { select: { slug: true } },
  company: { select: { nameOut: true, logoUrl: true, pdfLogoUrl: true, timeZone: true } },
  submission: {
    select: {
      ...sealedSelect,
      ...signingSelect,
      authorizationText: true,
      disclaimer: true,
      additions: additionsSelect,
      formSession: { select: { ...toldSelect, createdAt: true, documents: attachedListing } },
    },
  },
} as const

export const toPrintedRow = <Row extends { submission: object }>({
  submission,
  ...row
}: Row): Omit<Row, 'submission'> & Row['submission'] => ({ ...row, ...submission })

export type PrintedRow = SealedSubmission & {
  signing: Uint8Array | null
  userAgent: string
  createdAt: Date
  legalName: string
  dbaName: string
  authorizationText: string
  disclaimer: string
  clientIp: string
  submittedBy: string
  link: { slug: string }
  formSession: ToldRow['formSession'] & { createdAt: Date; documents: AttachedRow[] }
  company: { nameOut: string; logoUrl: string; pdfLogoUrl: string; timeZone: string }
}

type Needs = { keys: KeyRing; storage: Storage; log: FastifyBaseLogger }

/** @param forApplicant leaves out the files, not the months, that staff added */
export async function printedApplication(
  { keys, storage, log }: Needs,
  row: PrintedRow,
  forApplicant = false,
): Promise<PrintedApplication> {
  const { company, submittedBy, link, createdAt } = row
  const { documents } = row.formSession
  const submitted = { createdAt, timeZone: company.timeZone, ...countStatements(documents) }
  const shown = documents.filter(({ addedBy }) => !forApplicant || addedBy === null)
  return {
    id: row.id,
    createdAt: row.createdAt,
    companyName: company.nameOut,
    timeZone: company.timeZone,
    logo:
      (await readLogo(storage, log, company.pdfLogoUrl)) ?? (await readLogo(storage, log, company.logoUrl)),
    values: openSubmission(keys, row),
    authorizationText: row.authorizationText,
    disclaimer: row.disclaimer,
    clientIp: row.clientIp,
    source: { submittedBy, link: link.slug },
    attachments: toAttachments({ keys, log }, shown, submitted),
    signing: openSigning(keys, row),
    told: openTold(keys, row).applicant,
    openedAt: row.formSession.createdAt,
  }
}

/** A missing logo must not keep an application from being printed; a failing storage must. */
async function readLogo(storage: Storage, log: FastifyBaseLogger, url: string): Promise<Buffer | null> {
  const name = parseLogoUrl(url)
  if (name === null) return null
  try {
    return Buffer.concat(await (await storage.open(name)).toArray())
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error
    log.warn({ file: name }, 'a logo is missing')
    return null
  }
}
