import { z } from 'zod'
import { KEY_PERMISSIONS } from '#domain/api-key'
import { LIMITS } from '#domain/limits'
import { envelope } from '../trpc/envelope.ts'
import { eg, egText, entity } from '../trpc/example.ts'
import { optionalReference } from '../trpc/inputs.ts'

const permissions = z.array(z.enum(KEY_PERMISSIONS))

export const idInput = z.strictObject({ id: z.string().min(1).max(LIMITS.idLength) })

export const connectionOutput = envelope(
  entity('Connection', {
    name: egText('Claude'),
    host: egText('claude.ai'),
    resource: eg(z.enum(['rest', 'mcp']), 'mcp'),
    asksForAll: eg(z.boolean(), false),
    permissions: eg(permissions, ['page:forms', 'submission:update']),
  }),
)

export const allowInput = idInput.extend({
  permissions: permissions
    .min(1)
    .max(KEY_PERMISSIONS.length)
    .meta({ description: 'Of those that it asks for', example: ['page:forms'] }),
  companyId: optionalReference().meta({ description: 'For admins, as of an API key' }),
})
export type AllowInput = z.infer<typeof allowInput>

export const leadOutput = envelope(entity('ConnectionEnd', { path: egText('/oauth/authorize/V1StGXR8') }))
