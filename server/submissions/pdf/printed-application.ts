import type { AdditionEntry, AdditionKind } from '#domain/addition-section'
import type { Values } from '#domain/catalogue/values'
import type { Evidence } from '../../evidence/verify/evidence.ts'
import type { SigningRecord } from '#domain/signing'

export type PrintedApplication = {
  id: string
  createdAt: Date
  companyName: string
  timeZone: string
  /** a PNG or JPEG; anything else prints no logo */
  logo: Buffer | null
  values: Values
  /** as signed; '' for the default */
  authorizationText: string
  disclaimer: string
  clientIp: string
  source: { submittedBy: string; link: string }
  attachments: PrintedAttachments
  signing: SigningRecord | null
  /** What came after the submit; the original has none. */
  additions?: PrintedAddition[]
  /** prints its one addition alone, or its cash flow without one */
  isAddition?: boolean
  /** what the program said that sent it in */
  told?: { by: string; ip: string; userAgent: string } | null
  /** when the applicant opened the form */
  openedAt: Date
  /** what bank statements say, on a page of its own; for staff alone */
  cashFlow?: PrintedSection | null
  /** for a file that will be sealed */
  evidence?: Evidence
}

export type PrintedSection = {
  title: string
  /** `columns`: side by side; three if absent */
  groups: { title: string | null; rows: { label: string; value: string }[]; columns?: number }[]
}

/**
 * SHA-256 in hex. `digest` is null for a file of an earlier release; `originalDigest` is of the photo that a JPEG was
 * made from.
 */
export type PrintedAttachments = {
  asOf: Date
  statements: string
  files: {
    name: string
    kind: string
    size: number
    digest: string | null
    originalDigest: string | null
    addedAt: Date
  }[]
}

export type PrintedAddition = {
  kind: AdditionKind
  name: string
  date: string
  createdAt: string
  signature: string
  signing: SigningRecord | null
  entries: AdditionEntry[]
}

export type RenderOptions = { stampedFor?: { name: string; at: Date } }

export type Picture = { png: Uint8Array; width: number; height: number }

/** `note` explains why `drawing` is null. */
export type Signer = {
  title: string
  answers: { label: string; value: string }[]
  drawing: Picture | null
  note: string
}

export type PreparedApplication = Omit<PrintedApplication, 'logo'> &
  RenderOptions & { logo: Picture | null; signers: Signer[]; added: Signer[] }
