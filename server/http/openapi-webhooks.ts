import type { OpenAPIObject } from 'trpc-to-openapi'
import { isDecision, SUBMISSION_STATUSES } from '#domain/submission-status'
import {
  ACTOR_KINDS,
  EVENT_TYPES,
  webhookFields,
  WEBHOOK_TYPES,
  type WebhookField,
} from '#domain/webhook-events'
import { EXAMPLE } from '../trpc/example.ts'

type Webhooks = NonNullable<OpenAPIObject['webhooks']>
type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string]

const text = (example: string, description?: string): Schema => ({
  type: 'string',
  example,
  ...(description !== undefined && { description }),
})
const id = (example: string): Schema => ({ type: 'string', format: 'uuid', example })
const orNull = (schema: Schema, description: string): Schema => ({
  ...schema,
  type: ['string', 'null'],
  description,
})
const STATUS_KEY = "A key of the company's statuses"
const FIELDS: Record<WebhookField, Schema> = {
  actor: { type: 'string', enum: [...ACTOR_KINDS], example: 'staff', description: 'Who did it' },
  status: text('in_review', 'The same as `to`'),
  from: text('new', STATUS_KEY),
  to: text('in_review', STATUS_KEY),
  reason: orNull(text('credit'), "Of declined and withdrawn: a key of the company's reasons"),
  decision: { type: 'string', enum: SUBMISSION_STATUSES.filter(isDecision), example: 'approved' },
  ownerId: orNull(id(EXAMPLE.user.id), 'The user; null: nobody'),
  teamId: orNull(id(EXAMPLE.team.id), 'Null: no team'),
  noteId: id(EXAMPLE.delivery.id),
  taskId: id(EXAMPLE.delivery.id),
  dueAt: { type: 'string', format: 'date-time', example: EXAMPLE.time },
  documentId: id(EXAMPLE.document.id),
  requestId: id(EXAMPLE.delivery.id),
  items: { type: 'integer', example: 2, description: 'How many were asked for' },
  packageId: id(EXAMPLE.package.id),
  kind: text('offer'),
  offerId: id(EXAMPLE.offer.id),
  funderId: id(EXAMPLE.funder.id),
}

const object = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const message = (type: (typeof EVENT_TYPES)[number]) =>
  object({
    type: { type: 'string', const: type },
    timestamp: FIELDS.dueAt,
    data: object({
      companyId: id(EXAMPLE.company.id),
      submissionId: id(EXAMPLE.submission.id),
      ...Object.fromEntries(Object.entries(FIELDS).filter(([name]) => webhookFields(type).includes(name))),
    }),
  })

/** The messages of webhooks, signed as https://www.standardwebhooks.com has it. */
export const webhookOperations = (): Webhooks =>
  Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `on-${type.replaceAll(/[._]/g, '-')}`,
          tags: ['Webhooks'],
          summary: `Sent when ${WEBHOOK_TYPES[type]}`,
          description: 'Signed: see the guide.',
          security: [],
          requestBody: { required: true, content: { 'application/json': { schema: message(type) } } },
          responses: {
            '204': { description: 'Received' },
            '4XX': { description: 'Failed: the message is sent again later' },
          },
        },
      },
    ]),
  )
