import { LIMITS } from '#domain/limits'
import { PROVIDER_NAME } from '#domain/messages/desk'
import { reachesAllCompanies } from '#domain/permissions'
import { orNotFound } from '../errors.ts'
import type { Services } from '../services.ts'
import type { AuditActor } from '../events/record-event.ts'
import type { Presence } from './desk.schema.ts'

/** @returns the other viewers and the version of the submission */
export function keepPresence(
  { db }: Pick<Services, 'db'>,
  { actor }: Pick<AuditActor, 'actor'>,
  id: string,
): Promise<Presence> {
  return db.as(actor).write(async (tx) => {
    const select = { companyId: true, updatedAt: true }
    const desk = orNotFound(await tx.submissionDesk.findUnique({ where: { id }, select }))
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
    const names = here.map((other) => (other.isProvider && !isProvider ? PROVIDER_NAME : other.name))
    return {
      others: [...new Set(names)].sort((one, other) => one.localeCompare(other)),
      updatedAt: desk.updatedAt.toISOString(),
      notes: await tx.submissionNote.count({ where: { submissionId: id } }),
    }
  })
}
