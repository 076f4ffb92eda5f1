import { isDeepStrictEqual } from 'node:util'
import type { ChangeAction } from '#domain/events'
import { getOwn } from '#domain/get-own'
import type { Prisma } from '../../generated/client.ts'
import type { Tx } from '../../platform/database/db.ts'
import { recordEvents, type AuditActor, type EventRecord } from '../record-event.ts'

/** Ids, names and settings; never a password or its hash. */
export type Snapshot = Readonly<Record<string, Prisma.InputJsonValue | null>>

type By = Pick<EventRecord, 'actor' | 'ip'>

/** Records what differs, in the transaction that makes the change. The object's type is the action's first word. */
export const recordChange = (
  tx: Tx,
  by: By,
  act: ChangeAction,
  { id, companyId }: { id: string; companyId: string | null },
  before: Snapshot | null,
  after: Snapshot | null,
): Promise<void> => recordEvents(tx, [toEvent(by, act, { id, companyId, before, after })])

type Changed = { id: string; companyId: string | null; before: Snapshot | null; after: Snapshot | null }

/** The same for many new records at once. */
export const recordCreations = (
  tx: Tx,
  by: AuditActor,
  act: ChangeAction,
  created: readonly Omit<Changed, 'before'>[],
): Promise<void> =>
  recordEvents(
    tx,
    created.map((each) => toEvent(by, act, { ...each, before: null })),
  )

const toEvent = (
  { actor, ip }: By,
  act: ChangeAction,
  { id, companyId, before, after }: Changed,
): EventRecord => ({
  companyId,
  actor,
  act,
  objectType: act.split('-')[0],
  objectId: id,
  ip,
  detail: { before: differing(before, after), after: differing(after, before) },
})

function differing(snapshot: Snapshot | null, other: Snapshot | null): Snapshot | null {
  if (snapshot === null || other === null) return snapshot
  return Object.fromEntries(
    Object.entries(snapshot).filter(([key, value]) => !isDeepStrictEqual(value, getOwn(other, key))),
  )
}
