import { TIMELINE_KINDS, timelineActions } from '#domain/events'
import { LIMITS } from '#domain/limits'
import { PROVIDER_NAME } from '#domain/messages/desk'
import { reachesAllCompanies } from '#domain/permissions'
import { orNotFound } from '../errors.ts'
import type { Services } from '../services.ts'
import type { AuditActor } from '../events/record-event.ts'
import type { Presence } from './desk.schema.ts'

/** Looking at a submission is in its timeline, too. */
const CHANGES = TIMELINE_KINDS.filter((kind) => kind !== 'read' && kind !== 'download').flatMap(
  timelineActions,
)

type Desk = { companyId: string; updatedAt: Date; written: string }

/** @returns the other viewers and the version of the submission */
export function keepPresence(
  { db }: Pick<Services, 'db'>,
  { actor }: Pick<AuditActor, 'actor'>,
  id: string,
): Promise<Presence> {
  return db.as(actor).write(async (tx) => {
    // PostgreSQL numbers every write of the row; `updatedAt` passes over the PDF, holds, signatures and figures.
    const [row] = await tx.$queryRaw<Desk[]>`
      SELECT "companyId", "updatedAt", xmin::text AS "written" FROM "SubmissionDesk" WHERE "id" = ${id}::text`
    const desk = orNotFound(row ?? null)
    const now = new Date()
    const isProvider = reachesAllCompanies(actor)
    const key = { submissionId: id, userId: actor.userId }
    const seen = { name: actor.name, isProvider, seenAt: now }
    await tx.submissionPresence.upsert({
      where: { submissionId_userId: key },
      create: { ...key, ...seen, companyId: desk.companyId },
      update: seen,
    })
    const here = await tx.submissionPresence.findMany({
      where: {
        submissionId: id,
        userId: { not: actor.userId },
        seenAt: { gt: new Date(now.getTime() - LIMITS.presenceGoneMs) },
      },
      select: { name: true, isProvider: true },
    })
    const newest = await tx.auditEntry.findFirst({
      where: { objectType: 'submission', objectId: id, act: { in: CHANGES } },
      orderBy: { id: 'desc' },
      select: { id: true },
    })
    const names = here.map((other) => (other.isProvider && !isProvider ? PROVIDER_NAME : other.name))
    return {
      others: [...new Set(names)].sort((one, other) => one.localeCompare(other)),
      updatedAt: desk.updatedAt.toISOString(),
      notes: await tx.submissionNote.count({ where: { submissionId: id } }),
      additions: await tx.submissionAddition.count({ where: { submissionId: id } }),
      version: `${desk.written}-${newest?.id ?? ''}`,
    }
  })
}
