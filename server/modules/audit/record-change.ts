import { isDeepStrictEqual } from 'node:util'
import type { Actor, Tx } from '../../auth/actor.ts'
import type { Prisma } from '../../generated/client.ts'
import type { AuditAction } from '#domain/audit-actions'
import { getOwn } from '#domain/get-own'

/** Who does something, and from where: what a signed-in request's context is. */
export type AuditActor = { actor: Actor; ip: string }

/** A record as the audit log keeps it: ids, names and settings, never a password or its hash. */
export type Snapshot = Readonly<Record<string, Prisma.InputJsonValue | null>>

export type Change = {
  act: AuditAction
  objectType: 'company' | 'user' | 'role' | 'team' | 'link' | 'submission'
  objectId: string
  /** the company whose record it is; null outside any */
  companyId: string | null
  /** null: there was none */
  before: Snapshot | null
  /** null: there is none any more */
  after: Snapshot | null
}

/** Writes a change down with what differs before and after it, in the transaction that makes it (security.md 25). */
export async function recordChange(tx: Tx, { actor, ip }: AuditActor, change: Change): Promise<void> {
  const { act, objectType, objectId, companyId, before, after } = change
  await tx.auditEntry.createMany({
    data: {
      companyId,
      actorId: actor.userId,
      actorName: actor.name,
      act,
      objectType,
      objectId,
      ip,
      detail: { before: differing(before, after), after: differing(after, before) },
    },
  })
}

/** What of `snapshot` stands otherwise in `other`: all of it, where there is no other. */
function differing(snapshot: Snapshot | null, other: Snapshot | null): Snapshot | null {
  if (snapshot === null || other === null) return snapshot
  return Object.fromEntries(
    Object.entries(snapshot).filter(([key, value]) => !isDeepStrictEqual(value, getOwn(other, key))),
  )
}
