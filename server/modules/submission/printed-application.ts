import type { FastifyBaseLogger } from 'fastify'
import { parseLogoUrl } from '../../files/logo-url.ts'
import { FileMissingError, type Storage } from '../../files/storage.ts'
import type { KeyRing } from '../../crypto/keys.ts'
import type { PrintedApplication } from '../../pdf/printed-application.ts'
import { attachedListing, toAttachments, type AttachedRow } from '../document/attachments.ts'
import { openSigning, signingSelect } from './signing-record.ts'
import { openSubmission, sealedSelect, type SealedSubmission } from './sealed-submission.ts'

export const printedSelect = {
  ...sealedSelect,
  ...signingSelect,
  legalName: true,
  dbaName: true,
  authorizationText: true,
  disclaimer: true,
  submittedBy: true,
  link: { select: { slug: true } },
  formSession: { select: { wrappedKey: true, documents: attachedListing } },
  company: { select: { nameOut: true, logoUrl: true, pdfLogoUrl: true, timeZone: true } },
} as const

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
  formSession: { wrappedKey: Uint8Array; documents: AttachedRow[] }
  company: { nameOut: string; logoUrl: string; pdfLogoUrl: string; timeZone: string }
}

type Needs = { keys: KeyRing; storage: Storage; log: FastifyBaseLogger }

/** @param forApplicant leaves out what staff added */
export async function printedApplication(
  { keys, storage, log }: Needs,
  row: PrintedRow,
  forApplicant = false,
): Promise<PrintedApplication> {
  const { company, submittedBy, link, createdAt } = row
  const submitted = { createdAt, timeZone: company.timeZone }
  const documents = row.formSession.documents.filter(({ addedBy }) => !forApplicant || addedBy === null)
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
    attachments: toAttachments({ keys, log }, documents, submitted),
    signing: openSigning(keys, row),
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
