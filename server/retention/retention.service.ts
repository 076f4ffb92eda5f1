import { canPerform } from '#domain/actions'
import { LIMITS } from '#domain/limits'
import { afterGrace, isShorter, latest, overdueFrom } from '#domain/retention'
import type { Actor } from '../auth/actor.ts'
import type { Tx } from '../platform/database/db.ts'
import { orNotFound } from '../errors.ts'
import type { Services } from '../services.ts'
import { recordListing } from '../events/audit/record-reading.ts'
import type { AuditActor } from '../events/record-event.ts'
import { daysKept, overdue, policySelect, type Policy } from './find-due.ts'
import type { Retention, RetentionInput } from './retention.schema.ts'

/** A dry run of the company's period, or of another one. */
export async function getRetention(
  services: Pick<Services, 'db' | 'config'>,
  by: AuditActor,
  { id, days: asked }: RetentionInput,
): Promise<Retention> {
  const retention = await services.db
    .as(by.actor)
    .write((tx) => readRetention(services, by.actor, tx, { id, days: asked }))
  const named = retention.submissions.filter(({ legalName }) => legalName !== null).length
  if (named > 0) {
    await recordListing(services, by, {
      act: 'submissions-listed',
      objectType: 'submission',
      rows: new Map([[id, named]]),
      query: { id, asked },
    })
  }
  return retention
}

async function readRetention(
  services: Pick<Services, 'db' | 'config'>,
  actor: Actor,
  tx: Tx,
  { id, days: asked }: RetentionInput,
): Promise<Retention> {
  const now = new Date()
  const policy = orNotFound(await tx.company.findUnique({ where: { id }, select: policySelect }))
  const retentionDays = asked ?? policy.retentionDays
  if (retentionDays === null) return { ...NOTHING, retentionDays }
  const days = daysKept(services, retentionDays)
  const from = waitsUntil(policy, retentionDays, now)
  const old = overdue(id, days, now)
  const due = { ...old, legalHoldAt: null }
  const rows = await tx.submissionDesk.findMany({
    where: due,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: LIMITS.retentionListed,
    select: { id: true, createdAt: true, legalName: true, keepUntil: true },
  })
  const seesForms = canPerform(actor, 'submission.list')
  return {
    retentionDays,
    from: from?.toISOString() ?? null,
    due: await tx.submissionDesk.count({ where: due }),
    onHold: await tx.submissionDesk.count({ where: { ...old, legalHoldAt: { not: null } } }),
    next: await nextDays(tx, id, days, old.createdAt.lt),
    submissions: rows.map((row) => {
      const overdueSince = overdueFrom(days, row.createdAt)
      return {
        id: row.id,
        createdAt: row.createdAt.toISOString(),
        legalName: seesForms ? row.legalName : null,
        destroyedFrom: (latest(overdueSince, from, row.keepUntil) ?? overdueSince).toISOString(),
      }
    }),
  }
}

const NOTHING = { from: null, due: 0, onHold: 0, next: [], submissions: [] }

function waitsUntil({ retentionDays, retentionFrom }: Policy, days: number, now: Date): Date | null {
  const grace = isShorter(retentionDays, days) ? afterGrace(LIMITS.retentionGraceHours, now) : null
  const from = latest(grace, retentionFrom)
  return from !== null && from > now ? from : null
}

async function nextDays(tx: Tx, companyId: string, days: number, since: Date): Promise<Retention['next']> {
  const received = await tx.$queryRaw<{ first: Date; submissions: number }[]>`
    SELECT min("createdAt") AS "first", count(*)::int AS "submissions" FROM "SubmissionDesk"
    WHERE "companyId" = ${companyId} AND "createdAt" >= ${since} AND "legalHoldAt" IS NULL
    GROUP BY date_trunc('day', "createdAt" AT TIME ZONE 'UTC')
    ORDER BY 1 LIMIT ${LIMITS.retentionNextDays}::bigint`
  return received.map(({ first, submissions }) => ({
    day: overdueFrom(days, first).toISOString().slice(0, 10),
    submissions,
  }))
}

export function retentionChange(
  before: Pick<Policy, 'retentionDays'>,
  after: number | null | undefined,
): { retentionFrom?: Date | null } {
  if (after === undefined) return {}
  if (after === null) return { retentionFrom: null }
  if (!isShorter(before.retentionDays, after)) return {}
  return { retentionFrom: afterGrace(LIMITS.retentionGraceHours, new Date()) }
}
