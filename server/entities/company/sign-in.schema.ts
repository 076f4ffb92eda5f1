import { z } from 'zod'
import { DOMAIN } from '#domain/email-addresses'
import { isRecord } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { eg, EXAMPLE, entity } from '../../trpc/example.ts'
import { id, text } from '../../trpc/inputs.ts'

const words = serverMessages.sso
const ISSUER = /^https?:\/\/(?!.*\/\.well-known\/)[^?#\s]+$/
const domain = text()
  .toLowerCase()
  .refine((name) => new RegExp(`^${DOMAIN}$`, 'u').test(name), words.domains)
const groupRole = z.strictObject({ group: text().min(1), role: id })

const settings = entity('CompanySignIn', {
  issuer: eg(text().regex(ISSUER, words.issuer), 'https://login.acme.example'),
  clientId: eg(text().min(1), 'intake'),
  groupsClaim: eg(text().min(1), 'groups'),
  groupRoles: eg(z.array(groupRole).max(LIMITS.signInEntries), [{ group: 'desk', role: EXAMPLE.role.id }]),
  domains: eg(z.array(domain).max(LIMITS.signInEntries), ['acme.example']),
  secondStep: eg(z.boolean().meta({ description: 'The provider asks for a second step.' }), true),
  enforced: eg(z.boolean().meta({ description: 'Users have no other way to sign in.' }), false),
})
export type SignIn = z.infer<typeof settings>

export const signInOutput = settings.nullable()

export const signInInput = z
  .strictObject({ ...settings.shape, clientSecret: text(LIMITS.longTextLength).nullish() })
  .nullable()
  .optional()
  .meta({
    description: 'The OpenID provider of its users. The secret is never answered; left out, it stays.',
  })

/** Sessions of the provider name it; null for settings of a release without it. */
export const signInVersion = (stored: unknown): string | null =>
  isRecord(stored) && typeof stored.version === 'string' ? stored.version : null

export const parseSignIn = (stored: unknown): SignIn | null => settings.safeParse(stored).data ?? null
