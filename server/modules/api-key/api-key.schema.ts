import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { KEY_PERMISSIONS } from '#domain/api-key'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { envelope, listEnvelope } from '../../trpc/envelope.ts'
import { eg, EXAMPLE, entity } from '../../trpc/example.ts'
import { filter, id, optionalReference, range, sort, text } from '../../trpc/inputs.ts'
import { origins } from '../company/company.schema.ts'

const row = {
  id: eg(z.string(), '0192f0c1-90a2-73b4-8fc6-789abcdef012'),
  name: eg(z.string(), 'CRM'),
  start: eg(z.string(), 'intake_live_3f09c1'),
  company: eg(z.object({ id: z.string(), nameOut: z.string() }).nullable(), {
    id: EXAMPLE.company.id,
    nameOut: EXAMPLE.company.nameOut,
  }),
  permissions: eg(z.array(z.string()), ['page:forms', 'submission:update']),
  addresses: eg(z.array(z.string()), ['192.0.2.0/24']),
  origins: eg(z.array(z.string()), ['https://crm.example.com']),
  expiresAt: eg(z.string().nullable(), EXAMPLE.time),
  lastUsedAt: eg(z.string().nullable(), EXAMPLE.time),
  lastUsedIp: eg(z.string(), '192.0.2.7'),
  createdBy: eg(z.string(), EXAMPLE.user.name),
  createdAt: eg(z.string(), EXAMPLE.time),
  timeZone: eg(z.string(), EXAMPLE.timeZone),
}
const apiKey = entity('ApiKey', row)
export const keyOutput = envelope(apiKey)
export const keysOutput = listEnvelope(apiKey)
export const newKeyOutput = envelope(
  entity('NewApiKey', { ...row, key: eg(z.string(), 'intake_live_3f09c1…') }),
)
export type ApiKeyRow = z.infer<typeof keyOutput>['data']

export const listInput = z.strictObject({
  sort: sort('name', 'expiresAt', 'lastUsedAt', 'createdAt'),
  range,
  filter: filter(['name'], { companyId: id.optional() }),
})

/** '192.0.2.7' → '192.0.2.7/32'; null if the text is no address or range. */
function parseRange(text: string): string | null {
  if (ipaddr.isValidCIDR(text)) return text
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return null
  const address = ipaddr.process(text)
  return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`
}
const addresses = z.array(z.string().trim().max(LIMITS.textLength)).max(LIMITS.keyAddresses)

export const createInput = z.strictObject({
  name: text().trim().min(1).meta({ example: 'CRM' }),
  companyId: optionalReference().meta({
    description: 'For admins the company whose data it reaches, none meaning all; for others their own',
  }),
  permissions: z
    .array(z.enum(KEY_PERMISSIONS))
    .min(1)
    .max(KEY_PERMISSIONS.length)
    .meta({ description: 'Of those that the caller holds', example: ['page:forms', 'submission:update'] }),
  expiresInDays: z.number().int().min(LIMITS.keyDays.min).max(LIMITS.keyDays.max).nullable().meta({
    description: 'null: never',
    example: 90,
  }),
  addresses: addresses
    .meta({
      description: 'IP addresses and ranges it is accepted from; none: all',
      example: ['192.0.2.0/24'],
    })
    .transform((list, context) =>
      list.map((each) => {
        const parsed = parseRange(each)
        if (parsed === null) context.addIssue({ code: 'custom', message: serverMessages.apiKey.range(each) })
        return parsed ?? ''
      }),
    )
    .optional(),
  origins: origins
    .optional()
    .meta({ description: 'Sites whose pages may call with it (CORS); none: no page' }),
})
export type CreateInput = z.infer<typeof createInput>

export const deleteInput = z.strictObject({ id })
