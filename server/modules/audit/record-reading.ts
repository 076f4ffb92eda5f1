import type { AuditAction } from '#domain/audit-actions'
import { oncePerInterval } from '../../once-per-interval.ts'
import type { Services } from '../../services.ts'
import { recordAudits, type AuditRecord } from './audit.service.ts'
import type { AuditActor } from './record-change.ts'

type Needs = Pick<Services, 'db'>

export type Reading = {
  act: AuditAction
  objectType: NonNullable<AuditRecord['objectType']>
  objectId?: string
  rows: Map<string | null, number>
  detail?: AuditRecord['detail']
}

/** One entry for each company whose applicants' data is read. Await it before the rows are sent. */
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

/** The panel repeats the same list call often; each server process writes one entry a minute for it. */
const oncePerMinute = oncePerInterval(60_000)

/** @param listing `query`: everything that tells two questions apart; kept in memory only */
export const recordListing = (
  services: Needs,
  by: AuditActor,
  { query, ...reading }: Reading & { query: object },
): Promise<void> => {
  const caller = by.actor.apiKey?.id ?? by.actor.userId
  const key = JSON.stringify([caller, by.ip, reading.act, reading.objectId, query])
  return oncePerMinute(key, () => recordReading(services, by, reading))
}

export function countByCompany(companyIds: string[], { actor }: AuditActor): Reading['rows'] {
  const counts = new Map<string | null, number>(companyIds.length === 0 ? [[actor.companyId, 0]] : [])
  for (const companyId of companyIds) counts.set(companyId, (counts.get(companyId) ?? 0) + 1)
  return counts
}
