import {
  AUDIT_ACTIONS,
  EVENTS,
  FUNDERS_ACTS,
  noticeKind,
  type EventDetail,
  type EventName,
} from '#domain/events'
import { toWebhookEvent, type ActorKind } from '#domain/webhook-events'
import type { Actor } from '../auth/actor.ts'
import { Prisma } from '../generated/client.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Services } from '../services.ts'

export type EventRecord<Name extends EventName = EventName> = {
  companyId: string | null
  /** null for callers who are not signed in; `userId` is null for the system */
  actor: { userId: string | null; name: string; apiKey?: Actor['apiKey'] } | null
  act: Name
  objectType?: string
  objectId?: string
  ip: string
  detail?: EventDetail<Name>
  /** true where nothing has changed: the audit log alone has it */
  unchanged?: boolean
  /** Ids of the users who get a notice. The user who acted gets none. */
  told?: readonly string[]
}

type Needs = Pick<Services, 'db'>
export type AuditActor = { actor: Actor; ip: string }
type Audited = { companyId: string | null; objectType: string; objectId: string }

const AT_ONCE = 250

export const SYSTEM = { userId: null, name: 'System' } as const

/** Records an event in the transaction that causes it, in each place that its entry of `EVENTS` names. */
export const recordEvent = <Name extends EventName>(tx: Tx, event: EventRecord<Name>): Promise<void> =>
  recordEvents(tx, [event])

export async function recordEvents(tx: Tx, events: readonly EventRecord[]): Promise<void> {
  await tx.$executeRaw(eventsSql(events))
  await addNotices(tx, events)
}

/** Notices alone, where the event is recorded elsewhere. */
export async function addNotices(tx: Tx, events: readonly EventRecord[]): Promise<void> {
  const data = events.flatMap(toNotices)
  if (data.length > 0) await tx.notice.createMany({ data })
}

function toNotices({ act, actor, companyId, objectId: submissionId = '', told = [] }: EventRecord) {
  const kind = noticeKind(act)
  if (kind === undefined || companyId === null) return []
  const users = [...new Set(told)].filter((userId) => userId !== actor?.userId)
  return users.map((userId) => ({ kind, userId, companyId, submissionId, actorName: actor?.name ?? '' }))
}

/** One statement, also for the audit log and webhooks at once. */
export const eventsSql = (events: readonly EventRecord[]): Prisma.Sql => {
  const audited = events.filter(({ act }) => ACTIONS.has(act)).map(toEntry)
  const sent = events.flatMap((event) => toRow(event) ?? [])
  const entries = Prisma.sql`
    INSERT INTO "AuditEntry" ("companyId", "actorId", "actorName", "act", "objectType", "objectId", "ip", "detail")
    SELECT "companyId", "actorId", "actorName", "act", "objectType", "objectId", "ip", "detail"
    FROM jsonb_populate_recordset(NULL::"AuditEntry", ${JSON.stringify(audited)}::jsonb)`
  // A backup's entry is also written to databases of releases that have no events.
  if (sent.length === 0) return entries
  return Prisma.sql`
    WITH entry AS (${entries})
    INSERT INTO "Event" ("companyId", "type", "submissionId", "data")
    SELECT "companyId", "type", "submissionId", "data"
    FROM jsonb_populate_recordset(NULL::"Event", ${JSON.stringify(sent)}::jsonb)`
}

/** The same for submissions that a statement of its own inserts. @param from has their `id` and `companyId` */
export const submissionEventsSql = (
  act: 'submission-created',
  from: Prisma.Sql,
  kind: ActorKind,
): Prisma.Sql => Prisma.sql`
  INSERT INTO "Event" ("companyId", "type", "submissionId", "data")
  SELECT "companyId", ${EVENTS[act].webhook.type}::text, "id", jsonb_build_object('actor', ${kind}::text) FROM ${from}`

const ACTIONS: ReadonlySet<string> = new Set(AUDIT_ACTIONS)

const toEntry = ({
  companyId,
  actor,
  act,
  objectType = '',
  objectId = '',
  ip,
  detail = {},
}: EventRecord) => ({
  companyId,
  actorId: actor?.userId ?? null,
  actorName: actor?.name ?? '',
  act,
  objectType,
  objectId,
  ip,
  detail,
})

function toRow(event: EventRecord) {
  const sent = event.unchanged || event.companyId === null ? null : toWebhookEvent(event, actorKind(event))
  return sent && { companyId: event.companyId, ...sent }
}

/** Those without an account: a funder acts on packages and offers, the applicant on all else. */
export function actorKind({ actor, act }: Pick<EventRecord, 'actor' | 'act'>): ActorKind {
  if (actor === null) return FUNDERS_ACTS.has(act) ? 'funder' : 'applicant'
  if (actor.userId === null) return 'system'
  return actor.apiKey ? 'key' : 'staff'
}

/** Records what a signed-in caller did. Await it before the recorded data is sent. */
export const recordAction = <Name extends EventName>(
  services: Needs,
  by: AuditActor,
  act: Name,
  object: Audited,
  detail?: EventDetail<Name>,
): Promise<void> => recordEventNow(services, { actor: by.actor, ip: by.ip, act, ...object, detail })

/** The same for the caller's own account. */
export const recordOwnAction = <Name extends EventName>(
  services: Needs,
  by: AuditActor,
  act: Name,
  detail?: EventDetail<Name>,
): Promise<void> => {
  const { userId, companyId } = by.actor
  return recordAction(services, by, act, { companyId, objectType: 'user', objectId: userId }, detail)
}

/** In a transaction of its own, for what changes nothing or has been changed already. */
export const recordEventNow = <Name extends EventName>(
  services: Needs,
  event: EventRecord<Name>,
): Promise<void> => recordEventsNow(services, [event])

/** In parts: for an export of 20,000 companies, one statement with an entry for each took 450 MB. */
export async function recordEventsNow({ db }: Needs, events: readonly EventRecord[]): Promise<void> {
  for (let from = 0; from < events.length; from += AT_ONCE)
    await db.system('audit').write((client) => recordEvents(client, events.slice(from, from + AT_ONCE)))
}
