import { LIMITS } from '#domain/limits'
import { afterGrace } from '#domain/retention'
import { lockDesk } from '../platform/database/lock-row.ts'
import { orNotFound } from '../errors.ts'
import type { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { recordChange } from '../events/audit/record-change.ts'
import type { AuditActor } from '../events/record-event.ts'
import type { HoldAnswer, HoldInput, LegalHold } from './retention.schema.ts'

export const holdSelect = {
  legalHoldAt: true,
  legalHoldBy: true,
  legalHoldReason: true,
} satisfies Prisma.SubmissionDeskSelect

type Held = Prisma.SubmissionDeskGetPayload<{ select: typeof holdSelect }>

export const toLegalHold = ({ legalHoldAt, legalHoldBy, legalHoldReason }: Held): LegalHold | null =>
  legalHoldAt && { at: legalHoldAt.toISOString(), by: legalHoldBy ?? '', reason: legalHoldReason ?? '' }

const select = { ...holdSelect, id: true, companyId: true, keepUntil: true }

/** A repeated hold keeps its first author and time; a lifted one keeps the submission for a while. */
export function holdSubmission(
  { db }: Pick<Services, 'db'>,
  by: AuditActor,
  { id, hold, reason = '' }: HoldInput,
): Promise<HoldAnswer> {
  return db.as(by.actor).write(async (tx) => {
    // Destroying takes the same lock.
    await lockDesk(tx, id)
    const before = orNotFound(await tx.submissionDesk.findUnique({ where: { id }, select }))
    const wasHeld = before.legalHoldAt !== null
    if (wasHeld === hold && (!hold || before.legalHoldReason === reason)) return toAnswer(before)

    const now = new Date()
    const held = {
      legalHoldAt: before.legalHoldAt ?? now,
      legalHoldBy: before.legalHoldBy ?? by.actor.name,
      legalHoldReason: reason,
      keepUntil: null,
    }
    const lifted = {
      legalHoldAt: null,
      legalHoldBy: null,
      legalHoldReason: null,
      keepUntil: afterGrace(LIMITS.retentionGraceHours, now),
    }
    const after = await tx.submissionDesk.update({ where: { id }, data: hold ? held : lifted, select })
    const was = { held: wasHeld, reason: before.legalHoldReason ?? '' }
    const act = hold ? 'submission-held' : 'submission-released'
    await recordChange(tx, by, act, { id, companyId: before.companyId }, was, { held: hold, reason })
    return toAnswer(after)
  })
}

const toAnswer = (row: Held & { id: string; keepUntil: Date | null }): HoldAnswer => ({
  id: row.id,
  legalHold: toLegalHold(row),
  keptUntil: row.keepUntil?.toISOString() ?? null,
})
