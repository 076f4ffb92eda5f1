import { isRecord } from '#domain/json'
import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import type { Event, Prisma } from '../../generated/client.ts'
import type { Snapshot } from '../audit/record-change.ts'
import type { WebhookRow } from './webhook.schema.ts'

export const include = {
  company: { select: { id: true, nameOut: true, timeZone: true } },
  deliveries: { where: { attemptedAt: { not: null } }, orderBy: { position: 'desc' }, take: 1 },
  _count: { select: { deliveries: { where: { state: 'pending' } } } },
} satisfies Prisma.WebhookInclude

export type StoredWebhook = Prisma.WebhookGetPayload<{ include: typeof include }>

export function toRow({ company, deliveries: [last], _count, ...row }: StoredWebhook): WebhookRow {
  const { id, url, events, createdBy } = row
  const { status = null, failure = null } = last ?? {}
  return {
    id,
    url,
    events,
    createdBy,
    active: row.stoppedAt === null,
    waiting: _count.deliveries,
    makerLost: row.makerLostAt !== null,
    company: company && { id: company.id, nameOut: company.nameOut },
    lastAttempt: last ? { at: last.attemptedAt?.toISOString() ?? null, status, failure } : null,
    timeZone: company?.timeZone ?? DEFAULT_TIME_ZONE,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export const snapshot = ({ url, events, stoppedAt }: StoredWebhook): Snapshot => ({
  url,
  events,
  active: stoppedAt === null,
})

type Delivery = Prisma.WebhookDeliveryGetPayload<{ include: { event: true } }>

export const toDelivery = ({ event, attemptedAt, nextAt, ...row }: Delivery) => ({
  ...row,
  type: event.type,
  attemptedAt: attemptedAt?.toISOString() ?? null,
  nextAt: row.state === 'pending' ? nextAt.toISOString() : null,
})

/** The public form of an event. */
export const toMessage = (
  { id, type, at, companyId, submissionId, data }: Event,
  externalId: string | null | undefined,
) => ({
  id,
  type,
  timestamp: at.toISOString(),
  data: { companyId, submissionId, ...(externalId && { externalId }), ...(isRecord(data) && data) },
})
