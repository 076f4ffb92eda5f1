import type { AuditAction } from '#domain/events'
import { addressKey } from '../../auth/throttle.ts'
import type { ApplicantLinkPurpose } from '../../generated/enums.ts'
import { oncePerInterval } from '../../lib/once-per-interval.ts'
import type { Services } from '../../services.ts'
import { recordEventNow, recordEventsNow, type AuditActor, type EventRecord } from '../record-event.ts'

type Needs = Pick<Services, 'db'>

export type Reading = {
  act: AuditAction
  objectType: NonNullable<EventRecord['objectType']>
  objectId?: string
  rows: Map<string | null, number>
  detail?: EventRecord['detail']
}

/** One entry for each company whose applicants' data is read. Await it before the rows are sent. */
export const recordReading = (services: Needs, by: AuditActor, reading: Reading): Promise<void> =>
  recordEventsNow(
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

type Link = { id: string; purpose: ApplicantLinkPurpose; formSessionId: string; companyId: string }

/** By a link of the applicant or the second signer. Await it before anything is sent. */
export const recordLinkRead = (
  services: Needs,
  { id, purpose: link, formSessionId: objectId, companyId }: Link,
  ip: string,
  download = false,
): Promise<void> =>
  oncePerMinute(JSON.stringify([id, link, addressKey(ip), download]), () =>
    recordEventNow(services, {
      companyId,
      objectId,
      ip,
      actor: null,
      act: 'submission-read-by-link',
      objectType: 'submission',
      detail: { link, download },
    }),
  )

export function countByCompany(companyIds: string[], { actor }: AuditActor): Reading['rows'] {
  const counts = new Map<string | null, number>(companyIds.length === 0 ? [[actor.companyId, 0]] : [])
  for (const companyId of companyIds) counts.set(companyId, (counts.get(companyId) ?? 0) + 1)
  return counts
}
