import type { OpenAPIObject } from 'trpc-to-openapi'
import { EVENT_TYPES, webhookFields, WEBHOOK_TYPES } from '#domain/events'
import { EXAMPLE } from '../trpc/example.ts'

type Webhooks = NonNullable<OpenAPIObject['webhooks']>
type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string]

const text = (example: string) => ({ type: 'string', example }) as const
const FIELDS = new Map([
  ['status', text('in_review')],
  ['documentId', text(EXAMPLE.document.id)],
  ['requestId', text(EXAMPLE.delivery.id)],
  ['packageId', text(EXAMPLE.package.id)],
  ['kind', text('offer')],
  ['offerId', text(EXAMPLE.offer.id)],
  ['funderId', text(EXAMPLE.funder.id)],
])

const object = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
})

const message = (type: (typeof EVENT_TYPES)[number]) =>
  object({
    type: { type: 'string', const: type },
    timestamp: text(EXAMPLE.time),
    data: object({
      companyId: text(EXAMPLE.company.id),
      submissionId: text(EXAMPLE.submission.id),
      ...Object.fromEntries(webhookFields(type).map((field) => [field, FIELDS.get(field) ?? text('')])),
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
