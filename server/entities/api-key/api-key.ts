import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { KEY_PERMISSIONS } from '#domain/api-key'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { envelope } from '../../trpc/envelope.ts'
import { eg, egText, EXAMPLE, entity } from '../../trpc/example.ts'
import { filter, id, nameInput, optionalReference, range, sort } from '../../trpc/inputs.ts'
import { origins } from '../company/company.ts'
import { columnsOf, COMPANY, TIME_ZONE, type Stored } from '../declare.ts'

const { derived, stored, declare } = columnsOf<'ApiKey'>()

export const apiKey = declare('ApiKey', {
  id: stored('id', egText('0192f0c1-90a2-73b4-8fc6-789abcdef012')),
  name: stored('name', egText('CRM')),
  start: stored('start', egText('intake_live_3f09c1')),
  companyId: stored('companyId', null),
  company: derived(...COMPANY),
  redirectHost: stored('redirectHost', eg(z.string().nullable(), null)),
  permissions: stored('permissions', eg(z.array(z.string()), ['page:forms', 'submission:update'])),
  addresses: stored('addresses', eg(z.array(z.string()), ['192.0.2.0/24'])),
  origins: stored('origins', eg(z.array(z.string()), ['https://crm.example.com'])),
  expiresAt: stored('expiresAt', eg(z.string().nullable(), EXAMPLE.time)),
  lastUsedAt: stored('lastUsedAt', eg(z.string().nullable(), EXAMPLE.time)),
  lastUsedIp: stored('lastUsedIp', egText('192.0.2.7')),
  createdBy: stored('createdByName', egText(EXAMPLE.user.name)),
  createdAt: stored('createdAt', egText(EXAMPLE.time)),
  timeZone: derived(...TIME_ZONE),
})
export type StoredKey = Stored<typeof apiKey>
export type ApiKeyRow = z.infer<typeof apiKey.record>
export const newKeyOutput = envelope(
  entity('NewApiKey', { ...apiKey.record.shape, key: egText('intake_live_3f09c1…') }),
)

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
  name: nameInput('CRM'),
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
