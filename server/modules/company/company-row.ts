import { parseApplicantSettings } from '#domain/applicant-settings'
import { parseDeskSettings } from '#domain/desk-settings'
import type { Tx } from '../../auth/actor.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import type { Snapshot } from '../audit/record-change.ts'
import type { CompanyRow } from './company.schema.ts'
import { leadNames } from './lead-names.ts'
import { parseSignIn } from './sign-in.schema.ts'
import { countsByCompany } from '../submission/submission-counts.ts'

export const rowSelect = {
  id: true,
  nameIn: true,
  nameOut: true,
  leadId: true,
  notifyEmails: true,
  email: true,
  logoUrl: true,
  pdfLogoUrl: true,
  disclaimer: true,
  authorizationText: true,
  appEditorSettings: true,
  allowedOrigins: true,
  requireOtp: true,
  timeZone: true,
  contact: true,
  applicantSettings: true,
  deskSettings: true,
  signIn: true,
  retentionDays: true,
  retentionFrom: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.CompanySelect

export type StoredCompany = Prisma.CompanyGetPayload<{ select: typeof rowSelect }>
export type Counted = { row: StoredCompany; submittedForms: number }

export async function counted(tx: Tx, rows: StoredCompany[]): Promise<Counted[]> {
  const counts = await countsByCompany(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ row, submittedForms: counts.get(row.id) ?? 0 }))
}

export async function toRows(services: Pick<Services, 'db'>, companies: Counted[]): Promise<CompanyRow[]> {
  const names = await leadNames(
    services,
    companies.map(({ row }) => row.leadId),
  )
  return companies.map(
    ({
      row: { leadId, applicantSettings, deskSettings, signIn, retentionFrom, createdAt, updatedAt, ...row },
      submittedForms,
    }) => ({
      ...row,
      applicantSettings: parseApplicantSettings(applicantSettings),
      deskSettings: parseDeskSettings(deskSettings),
      signIn: parseSignIn(signIn),
      retentionFrom: retentionFrom?.toISOString() ?? null,
      lead: leadId,
      leadName: names.get(leadId ?? '') ?? '',
      submittedForms,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }),
  )
}

export async function toRow(services: Pick<Services, 'db'>, company: Counted): Promise<CompanyRow> {
  const [row] = await toRows(services, [company])
  if (row === undefined) throw new Error('one company makes one row')
  return row
}

export const snapshot = ({
  id: _id,
  leadId,
  applicantSettings,
  deskSettings,
  signIn,
  retentionFrom,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...row
}: StoredCompany): Snapshot => ({
  ...row,
  applicantSettings: parseApplicantSettings(applicantSettings),
  deskSettings: parseDeskSettings(deskSettings),
  signIn: parseSignIn(signIn),
  lead: leadId,
  retentionFrom: retentionFrom?.toISOString() ?? null,
})
