import type { FastifyReply, FastifyRequest } from 'fastify'
import { RATES } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { KEY_PREFIX, findKeyCaller, findTokenCaller } from '../auth/api-keys.ts'
import { isAccessToken, resourceAt } from '../auth/oauth-records.ts'
import { requireBudget, type Bucket } from '../auth/throttle.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Context } from '../trpc/context.ts'
import { allowOrigin } from './cors.ts'

export const MCP_ROUTE = '/api/mcp'

/** Whom the bearer token is of, a session's, an API key or an access token. @throws AppError too_many_requests */
export async function readCaller(
  services: Services,
  { headers: { authorization, origin }, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  ip: string,
): Promise<Pick<Context, 'actor' | 'tokenRefused' | 'refusal'>> {
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  const isKey = token?.startsWith(KEY_PREFIX) === true
  if (token === undefined || !(isKey || isAccessToken(token))) {
    const actor = token === undefined ? null : await services.sessions.findActor(token)
    if (actor && services.config.rateLimit) spend(reply, 'session', countSession(actor.sessionId))
    return { actor, tokenRefused: authorization !== undefined && actor === null, refusal: null }
  }
  const resource = resourceAt(services.publicUrl, routeOptions.url === MCP_ROUTE)
  const found = await (isKey
    ? findKeyCaller(services, token, ip)
    : findTokenCaller(services, token, ip, resource))
  const refused = new AppError('unauthenticated', serverMessages.apiKey[isKey ? 'refused' : 'tokenRefused'])
  if (!found) return { actor: null, tokenRefused: true, refusal: refused }
  allowOrigin(reply, found.origins, origin)
  if (found.bucket) spend(reply, 'apiKey', found.bucket)
  return { actor: found.actor, tokenRefused: false, refusal: found.refusal }
}

/** Sessions are counted by each process, so that no request of the panel waits for a write. */
let sessions = { endsAt: 0, counts: new Map<string, number>() }
function countSession(id: string): Bucket {
  const now = Date.now()
  if (now >= sessions.endsAt) sessions = { endsAt: now + RATES.session.seconds * 1000, counts: new Map() }
  const count = (sessions.counts.get(id) ?? 0) + 1
  sessions.counts.set(id, count)
  return { count, left: Math.ceil((sessions.endsAt - now) / 1000) }
}

/** Headers of draft-ietf-httpapi-ratelimit-headers. */
function spend(reply: FastifyReply, rate: 'apiKey' | 'session', bucket: Bucket): void {
  const { max, seconds } = RATES[rate]
  const policy = rate === 'apiKey' ? '"api-key"' : '"session"'
  const left = `r=${Math.max(0, max - bucket.count)};t=${Math.min(Math.max(1, bucket.left), seconds)}`
  reply.headers({ 'ratelimit-policy': `${policy};q=${max};w=${seconds}`, ratelimit: `${policy};${left}` })
  requireBudget(rate, bucket)
}
