import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { EVENT_TYPES } from '#domain/webhook-events'
import { eg, entity, EXAMPLE } from '../../trpc/example.ts'
import { filter, id, range, readAt, sort, text, wholeNumber } from '../../trpc/inputs.ts'

const URL_EXAMPLE = 'https://crm.example.com/hooks/intake'
const EVENTS_EXAMPLE = ['submission.created' as const, 'pdf.ready' as const]
const { id: companyId, nameOut } = EXAMPLE.company
const eventType = z.string().meta({ enum: [...EVENT_TYPES], example: EVENTS_EXAMPLE[0] })

const named = z.object({ id: z.string(), nameOut: z.string() })
const attempt = {
  status: eg(z.number().int().nullable(), 200).meta({ description: "The receiver's HTTP status" }),
  failure: eg(z.string().nullable(), null).meta({
    description: 'HTTP_ERROR, REDIRECT or the code of an error',
  }),
}
const durationMs = eg(z.number().int().nullable(), 84)
const row = {
  id: eg(z.string(), EXAMPLE.webhook.id),
  url: eg(z.string(), URL_EXAMPLE),
  events: eg(z.array(eventType), EVENTS_EXAMPLE),
  active: eg(z.boolean(), true).meta({ description: 'While it is false, events wait' }),
  company: eg(named.nullable(), { id: companyId, nameOut }).meta({ description: 'Null: all companies' }),
  waiting: eg(z.number().int(), 0).meta({ description: 'How many events are not delivered yet' }),
  lastAttempt: eg(z.object({ at: z.string().nullable(), ...attempt }).nullable(), null),
  createdBy: eg(z.string(), EXAMPLE.user.name),
  makerLost: eg(z.boolean(), false).meta({
    description:
      '`createdBy` can no longer manage webhooks: it has stopped until another admin takes it over',
  }),
  timeZone: eg(z.string(), EXAMPLE.timeZone),
  createdAt: eg(z.string(), EXAMPLE.time),
  updatedAt: eg(z.string(), EXAMPLE.time),
}
export const webhook = entity('Webhook', row)
export type WebhookRow = z.infer<typeof webhook>

const secret = eg(z.string(), 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD')
export const webhookWithSecret = entity('WebhookWithSecret', { ...row, secret })

export const listInput = z.strictObject({
  sort: sort('url', 'createdAt', 'updatedAt'),
  range,
  filter: filter(['url'], { companyId: id.optional() }),
})
export type ListInput = z.infer<typeof listInput>

const body = {
  url: text(LIMITS.webhookUrlLength).trim().meta({ example: URL_EXAMPLE }),
  events: z.array(z.enum(EVENT_TYPES)).min(1).max(EVENT_TYPES.length).meta({ example: EVENTS_EXAMPLE }),
  active: z.boolean().optional(),
}
export const createInput = z.strictObject({
  ...body,
  companyId: id.nullish().meta({ description: 'Of admins: null for all companies', example: companyId }),
})
export type CreateInput = z.infer<typeof createInput>

export const readOnly = webhook
  .omit({ id: true, url: true, events: true, active: true, updatedAt: true })
  .partial()
export const updateInput = z
  .strictObject({ ...body, ...readOnly.shape })
  .partial()
  .extend({ id, updatedAt: readAt() })
export type UpdateInput = z.infer<typeof updateInput>

export const outcome = entity('WebhookTest', { ...attempt, durationMs })

export const delivery = entity('WebhookDelivery', {
  id: eg(z.string(), EXAMPLE.delivery.id),
  eventId: eg(z.string(), EXAMPLE.event.id),
  type: eventType,
  submissionId: eg(z.string(), EXAMPLE.submission.id),
  state: eg(z.enum(['pending', 'delivered']), 'delivered'),
  attempts: eg(z.number().int(), 1),
  attemptedAt: eg(z.string().nullable(), EXAMPLE.time),
  nextAt: eg(z.string().nullable(), null).meta({ description: 'When it is tried again' }),
  ...attempt,
  durationMs,
})
export const deliveriesInput = z.strictObject({ id, range })
export type DeliveriesInput = z.infer<typeof deliveriesInput>

export const eventsInput = z.strictObject({
  after: text(LIMITS.queryLength)
    .meta({
      description: 'The last event that you have; `events_expired` where it is not kept any more',
      example: EXAMPLE.event.id,
    })
    .optional(),
  type: z.enum(EVENT_TYPES).meta({ description: 'Events of this type alone' }).optional(),
  companyId: id.meta({ description: 'Events of this company alone', example: companyId }).optional(),
  limit: wholeNumber(1, LIMITS.listRows, { description: 'How many at most', example: '100' }),
})
export type EventsInput = z.infer<typeof eventsInput>

export const event = entity('Event', {
  id: eg(z.string(), EXAMPLE.event.id),
  type: eventType,
  timestamp: eg(z.string(), EXAMPLE.time),
  data: eg(z.record(z.string(), z.unknown()), { companyId, submissionId: EXAMPLE.submission.id }),
})
