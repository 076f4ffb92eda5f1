import type { FastifyInstance, FastifyReply } from 'fastify'
import { isKeyOrigin } from '../auth/api-keys.ts'
import type { Services } from '../services.ts'

const SENT =
  'accept, authorization, content-type, idempotency-key, if-match, if-none-match, if-range, mcp-protocol-version, ' +
  'range, x-form-language, x-form-session'
const EXPOSED =
  'accept-ranges, allow, content-disposition, content-range, deprecation, etag, idempotent-replayed, link, location, ratelimit, ' +
  'ratelimit-policy, retry-after, sunset, www-authenticate, x-request-id'

/** A page of any site may read where to get a token. Calls with a token are open only to the site that the token was made for. */
const isMcp = (url: string): boolean => /^\/api\/mcp(\?|$)/.test(url)

/** A preflight carries no key, so it is enough that some key names the origin. */
export function answerPreflights(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  app.addHook('onRequest', async ({ method, url, headers: { origin, ...headers } }, reply) => {
    if (method !== 'OPTIONS' || origin === undefined || !url.startsWith('/api/')) return
    if (!headers['access-control-request-method']) return
    if (!isMcp(url) && !(await isKeyOrigin(db, origin))) return
    return reply
      .code(204)
      .headers({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': app.allowedMethods(url.replace(/\?.*/, '')).join(', '),
        'access-control-allow-headers': SENT,
        'access-control-max-age': '600',
        vary: 'origin',
      })
      .send()
  })
}

/** Lets a page read why a call failed before its key was known, as where the body is no JSON or the key is revoked. */
export function allowEarlyErrors(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  app.addHook('onSend', async ({ url, host, headers: { origin } }, reply) => {
    const isEarly = reply.statusCode >= 400 && !reply.hasHeader('access-control-allow-origin')
    if (!isEarly || origin === undefined || !url.startsWith('/api/') || origin.endsWith(`//${host}`)) return
    if (isMcp(url) && reply.statusCode === 401) return void allowOrigin(reply, [origin], origin)
    // Without the database, too, the caller gets the error that is about to be sent.
    if (await isKeyOrigin(db, origin).catch(() => false)) allowOrigin(reply, [origin], origin)
  })
}

/** Lets a page of another site read the answer if the key in use names its origin. */
export function allowOrigin(reply: FastifyReply, origins: readonly string[], origin = ''): void {
  if (origins.length > 0) reply.header('vary', 'origin')
  if (!origins.includes(origin)) return
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED)
  reply.header('cross-origin-resource-policy', 'cross-origin')
}
