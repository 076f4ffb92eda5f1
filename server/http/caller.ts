import type { FastifyReply, FastifyRequest } from 'fastify'
import { LIMITS, RATES } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { KEY_PREFIX, findKeyCaller, findTokenCaller } from '../auth/api-keys.ts'
import { isAccessToken, resourceAt } from '../auth/oauth-records.ts'
import { requireBudget, type Bucket } from '../auth/throttle.ts'
import { AppError } from '../errors.ts'
import { limitEach } from '../lib/limit-concurrency.ts'
import type { Services } from '../services.ts'
import type { Context } from '../trpc/context.ts'
import { allowOrigin } from './cors.ts'

export const MCP_ROUTE = '/api/mcp'

type Caller = Pick<Context, 'actor' | 'tokenRefused' | 'refusal'>

const inLine = limitEach(LIMITS.callsAtOnce)

/** Whom the bearer token is of, a session's, an API key or an access token. @throws AppError too_many_requests */
export async function readCaller(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  ip: string,
): Promise<Caller> {
  const { authorization } = request.headers
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) {
    const isSent = authorization !== undefined
    return { actor: null, tokenRefused: isSent, refusal: isSent ? new AppError('unauthenticated') : null }
  }
  // Three hundred calls at once would keep others waiting for a connection only to learn who they are.
  return inLine(token, () => findCaller(services, request, reply, { ip, token }))
}

async function findCaller(
  services: Services,
  { headers: { origin }, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  { ip, token }: { ip: string; token: string },
): Promise<Caller> {
  const isKey = token.startsWith(KEY_PREFIX)
  if (!isKey && !isAccessToken(token)) {
    const actor = await services.sessions.findActor(token)
    if (actor && services.config.rateLimit) spend(reply, 'session', countSession(actor.sessionId))
    return { actor, tokenRefused: actor === null, refusal: null }
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
