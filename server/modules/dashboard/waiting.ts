import { findStatus, parseDeskSettings } from '#domain/desk-settings'
import type { Tx } from '../../auth/actor.ts'
import { Prisma } from '../../generated/client.ts'
import type { WaitingRow } from './dashboard.schema.ts'

/** Written out as in the partial indexes, which PostgreSQL otherwise doesn't use. */
const IS_OPEN = Prisma.sql`"status" IN ('new', 'in_review', 'documents_needed', 'with_funder')`

export type Waiting = WaitingRow & { companyId: string }

/** @param whose a condition on SubmissionDesk */
export async function readWaiting(tx: Tx, whose: Prisma.Sql): Promise<Waiting[]> {
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "SubmissionDesk" WHERE ${IS_OPEN} AND ${whose} ORDER BY "statusAt" LIMIT 10`
  const rows = await tx.submissionDesk.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    orderBy: { statusAt: 'asc' },
    select: {
      id: true,
      companyId: true,
      status: true,
      statusKey: true,
      statusAt: true,
      ownerId: true,
      ownerName: true,
      submission: { select: { legalName: true, dbaName: true } },
      company: { select: { nameOut: true, deskSettings: true } },
    },
  })
  return rows.map(({ submission, company, ownerId, ownerName, statusKey, statusAt, ...row }) => ({
    ...row,
    merchant: submission.legalName.trim() || submission.dbaName.trim(),
    company: company.nameOut,
    statusName: findStatus(parseDeskSettings(company.deskSettings), { status: row.status, statusKey }).name,
    statusAt: statusAt.toISOString(),
    days: Math.floor((Date.now() - statusAt.getTime()) / (24 * 60 * 60 * 1000)),
    owner: ownerId === null ? null : ownerName,
  }))
}

export async function countWaiting(tx: Tx, whose: Prisma.Sql): Promise<number> {
  const [counted] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "SubmissionDesk" WHERE ${IS_OPEN} AND ${whose}`
  return counted?.count ?? 0
}
