import type { AuditAction } from '#domain/audit-actions'
import { runOncePerInterval } from '../../run-once-per-interval.ts'
import type { Services } from '../../services.ts'
import { recordAudits, type AuditRecord } from './audit.service.ts'
import type { AuditActor } from './record-change.ts'

type Needs = Pick<Services, 'db'>

export type Reading = {
  act: AuditAction
  objectType: NonNullable<AuditRecord['objectType']>
  objectId?: string
  /** how many rows are handed out of each company; null outside any */
  rows: Map<string | null, number>
  detail?: AuditRecord['detail']
}

/** Records that applicants' data is read, in the log of each company whose rows they are. Await it before they go out. */
export const recordReading = (services: Needs, by: AuditActor, reading: Reading): Promise<void> =>
  recordAudits(
    services,
    [...reading.rows].map(([companyId, rows]) => ({
      companyId,
      actor: by.actor,
      act: reading.act,
      objectType: reading.objectType,
      ...(reading.objectId !== undefined && { objectId: reading.objectId }),
      ip: by.ip,
      detail: { rows, ...reading.detail },
    })),
  )

/** The panel asks for the same list again and again; by each server process one entry a minute is written for it. */
const oncePerMinute = runOncePerInterval(60_000)

/**
 * The same for lists.
 *
 * @param listing `query`: everything that tells one question from another; it is kept in memory only
 */
export const recordListing = (
  services: Needs,
  by: AuditActor,
  { query, ...reading }: Reading & { query: object },
): Promise<void> => {
  const key = JSON.stringify([by.actor.userId, by.ip, reading.act, reading.objectId, query])
  return oncePerMinute(key, () => recordReading(services, by, reading))
}

/** Rows by their companies; where there are none, none of the caller's own. */
export function countByCompany(companyIds: string[], { actor }: AuditActor): Reading['rows'] {
  const counts = new Map<string | null, number>(companyIds.length === 0 ? [[actor.companyId, 0]] : [])
  for (const companyId of companyIds) counts.set(companyId, (counts.get(companyId) ?? 0) + 1)
  return counts
}
