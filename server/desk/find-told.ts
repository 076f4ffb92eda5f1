import type { AuditAction } from '#domain/events'
import type { Tx } from '../platform/database/db.ts'
import { findReaders } from './assignees.ts'

/** Whom to tell of an answer: the user who did `act`, and the owner, if they may still see the submission. */
export async function findTold(
  tx: Tx,
  id: string,
  act: AuditAction,
  [field, equals]: [field: string, equals: string],
): Promise<string[]> {
  const asked = await tx.auditEntry.findFirst({
    where: { objectType: 'submission', objectId: id, act, detail: { path: [field], equals } },
    select: { actorId: true },
  })
  const desk = await tx.submissionDesk.findUnique({ where: { id }, select: { ownerId: true } })
  const ids = [asked?.actorId, desk?.ownerId].flatMap((user) => user ?? [])
  return (await findReaders(tx, { id: { in: ids } }, id)).map((user) => user.id)
}
