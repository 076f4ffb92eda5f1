import type { AuditAction } from '#domain/audit-actions'
import { asSystem, type Tx } from '../../auth/actor.ts'
import type { Services } from '../../services.ts'
import type { AuditActor } from './record-change.ts'

export type AuditRecord = {
  companyId: string | null
  /** null: nobody signed in; without a `userId`: the system */
  actor: { userId: string | null; name: string } | null
  act: AuditAction
  objectType?: string
  objectId?: string
  ip: string
  /** ids, counts and filters; never an applicant's values */
  detail?: Record<string, string | number | boolean | null | readonly string[]>
}

const AT_ONCE = 250

export const SYSTEM = { userId: null, name: 'System' } as const

type Audited = { companyId: string | null; objectType: string; objectId: string }

/** Records what a signed-in caller did. Await it before the recorded data is sent. */
export const recordAction = (
  services: Pick<Services, 'db'>,
  by: AuditActor,
  act: AuditAction,
  object: Audited,
  detail: AuditRecord['detail'] = {},
): Promise<void> => recordAudit(services, { actor: by.actor, ip: by.ip, act, ...object, detail })

/** The same for the caller's own account. */
export const recordOwnAction = (
  services: Pick<Services, 'db'>,
  by: AuditActor,
  act: AuditAction,
  detail: AuditRecord['detail'] = {},
): Promise<void> => {
  const { userId, companyId } = by.actor
  return recordAction(services, by, act, { companyId, objectType: 'user', objectId: userId }, detail)
}

export const recordAudit = (services: Pick<Services, 'db'>, entry: AuditRecord): Promise<void> =>
  recordAudits(services, [entry])

/** In parts: for an export of 20,000 companies, one statement with an entry for each took 450 MB. */
export async function recordAudits({ db }: Pick<Services, 'db'>, entries: AuditRecord[]): Promise<void> {
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const data = entries.slice(from, from + AT_ONCE).map(toColumns)
    await asSystem(db, 'audit', (client) => client.auditEntry.createMany({ data }))
  }
}

export async function recordAuditIn(tx: Tx, entry: AuditRecord): Promise<void> {
  await tx.auditEntry.createMany({ data: toColumns(entry) })
}

const toColumns = (entry: AuditRecord) => ({
  companyId: entry.companyId,
  actorId: entry.actor?.userId ?? null,
  actorName: entry.actor?.name ?? '',
  act: entry.act,
  objectType: entry.objectType ?? '',
  objectId: entry.objectId ?? '',
  ip: entry.ip,
  detail: entry.detail ?? {},
})
