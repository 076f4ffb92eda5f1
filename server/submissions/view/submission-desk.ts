import { findStatus, parseDeskSettings } from '#domain/desk-settings'
import type { Prisma } from '../../generated/client.ts'
import type { SubmissionRow } from '../list/submission-row.schema.ts'

export const deskSelect = {
  select: {
    status: true,
    statusKey: true,
    statusAt: true,
    reason: true,
    ownerId: true,
    ownerName: true,
    team: { select: { id: true, name: true } },
    amountRequested: true,
    monthlySales: true,
    documentCount: true,
    statementMonths: true,
    updatedAt: true,
  },
} satisfies Prisma.FormSubmission$deskArgs

type Selected = Prisma.SubmissionDeskGetPayload<typeof deskSelect>
type Amounts = 'amountRequested' | 'monthlySales'

/** As Prisma or plain SQL reads it. */
export type StoredDesk = Omit<Selected, Amounts> & Record<Amounts, Prisma.Decimal | number | null>

type Shown = Pick<
  SubmissionRow,
  | 'status' | 'statusKey' | 'statusName' | 'statusAt' | 'reason' | 'owner' | 'team'
  | 'amountRequested' | 'monthlySales' | 'documentCount' | 'statementMonths' | 'updatedAt'
> // prettier-ignore

export function toDesk({
  desk,
  company,
}: {
  desk: StoredDesk | null
  company: { deskSettings: unknown }
}): Shown {
  if (desk === null) throw new Error('Triggers make a row of SubmissionDesk for each submission')
  const { ownerId, ownerName, amountRequested, monthlySales, statusAt, updatedAt, ...same } = desk
  const { key, name } = findStatus(parseDeskSettings(company.deskSettings), desk)
  const toNumber = (amount: StoredDesk[Amounts]) => (amount === null ? null : Number(amount))
  return {
    status: same.status,
    statusKey: key,
    statusName: name,
    statusAt: statusAt.toISOString(),
    reason: same.reason,
    owner: ownerId === null ? null : { id: ownerId, name: ownerName },
    team: same.team,
    amountRequested: toNumber(amountRequested),
    monthlySales: toNumber(monthlySales),
    documentCount: same.documentCount,
    statementMonths: same.statementMonths,
    updatedAt: updatedAt.toISOString(),
  }
}
