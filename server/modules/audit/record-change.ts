import { isDeepStrictEqual } from 'node:util'
import type { Actor, Tx } from '../../auth/actor.ts'
import type { Prisma } from '../../generated/client.ts'
import type { AuditAction } from '#domain/audit-actions'
import { getOwn } from '#domain/get-own'

export type AuditActor = { actor: Actor; ip: string }

/** Ids, names and settings; never a password or its hash. */
export type Snapshot = Readonly<Record<string, Prisma.InputJsonValue | null>>

export type Change = {
  act: AuditAction
  objectType: 'company' | 'user' | 'role' | 'team' | 'link' | 'submission'
  objectId: string
  companyId: string | null
  before: Snapshot | null
  after: Snapshot | null
}

/** Records what differs, in the transaction that makes the change. */
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

function differing(snapshot: Snapshot | null, other: Snapshot | null): Snapshot | null {
  if (snapshot === null || other === null) return snapshot
  return Object.fromEntries(
    Object.entries(snapshot).filter(([key, value]) => !isDeepStrictEqual(value, getOwn(other, key))),
  )
}
