import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import type { Services } from '../services.ts'
import { recordsOf } from './records.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** https, or http on the own computer (RFC 8252, 7.3). Other schemes belong to whichever app claims them. */
export function isSafeRedirect(text: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username, password, href } = new URL(text)
  if (username !== '' || password !== '' || href.includes('#')) return false
  return LOOPBACK.has(hostname) ? protocol === 'http:' : protocol === 'https:'
}

/** Without controls, joiners and turned directions, which make a name look like another. */
const cleanName = (text: string): string =>
  text
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replace(/\p{M}{3,}/gu, '')
    .trim()
    .slice(0, LIMITS.clientNameLength)
    // The cut may have halved a pair, which no column takes.
    .replace(/\p{Cs}/gu, '')

const registration = z.object({
  client_name: z.string().max(LIMITS.longTextLength).transform(cleanName).catch(''),
  redirect_uris: z.array(z.string().max(LIMITS.longTextLength)).min(1).max(LIMITS.clientRedirects),
})

const REFUSED = {
  error: 'invalid_redirect_uri',
  error_description: `redirect_uris: 1 to ${LIMITS.clientRedirects}, each https, or http on localhost, 127.0.0.1 or [::1]`,
}

/** RFC 7591 for public clients. What else a client asks for is replaced, and the answer says by what. */
export async function registerClient(services: Pick<Services, 'db'>, body: unknown) {
  const parsed = registration.safeParse(body)
  if (!parsed.success || !parsed.data.redirect_uris.every(isSafeRedirect))
    return { status: 400, body: REFUSED }
  const { client_name: name, redirect_uris: redirectUris } = parsed.data
  const id = randomBytes(24).toString('base64url')
  const client = {
    client_id: id,
    client_name: name || new URL(redirectUris[0] ?? '').host.slice(0, LIMITS.clientNameLength),
    redirect_uris: redirectUris,
    application_type: 'native' as const,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const],
    token_endpoint_auth_method: 'none' as const,
  }
  await recordsOf(services)('Client').upsert(id, client, LIMITS.clientHours * 60 * 60)
  return { status: 201, body: { ...client, client_id_issued_at: Math.floor(Date.now() / 1000) } }
}
