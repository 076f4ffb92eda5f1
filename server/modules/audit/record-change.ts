import { isDeepStrictEqual } from 'node:util'
import type { Actor, Tx } from '../../auth/actor.ts'
import type { Prisma } from '../../generated/client.ts'
import type { AuditAction } from '#domain/audit-actions'
import { getOwn } from '#domain/get-own'

export type AuditActor = { actor: Actor; ip: string }

type ChangeAction = Extract<
  AuditAction,
  `${'company' | 'user' | 'role' | 'team' | 'link' | 'submission' | 'view' | 'webhook'}-${string}`
>

/** Ids, names and settings; never a password or its hash. */
export type Snapshot = Readonly<Record<string, Prisma.InputJsonValue | null>>

/** Records what differs, in the transaction that makes the change. The object's type is the action's first word. */
export async function recordChange(
  tx: Tx,
  { actor, ip }: { actor: { userId: string | null; name: string }; ip: string },
  act: ChangeAction,
  { id, companyId }: { id: string; companyId: string | null },
  before: Snapshot | null,
  after: Snapshot | null,
): Promise<void> {
  const [objectType] = act.split('-')
  await tx.auditEntry.createMany({
    data: {
      companyId,
      actorId: actor.userId,
      actorName: actor.name,
      act,
      objectType,
      objectId: id,
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
