import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { KEY_PERMISSIONS } from '#domain/api-key'
import { LIMITS } from '#domain/limits'
import { metadataUrl, resourceAt } from '../auth/oauth-records.ts'
import { addressKey, throttle } from '../auth/throttle.ts'
import type { Services } from '../services.ts'
import { acceptJsonOnly } from './bodies.ts'
import { clientAddress } from './context.ts'

const PUBLIC = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
  'access-control-allow-methods': 'GET, POST',
  'access-control-expose-headers': 'retry-after, www-authenticate',
  'cross-origin-resource-policy': 'cross-origin',
}
/** What else a client sends, such as OpenID's parameters, changes nothing here. */
const KNOWN = new Set(
  'client_id code_challenge code_challenge_method redirect_uri resource response_type state'.split(' '),
)
const AUTHORIZE = '/oauth/authorize'

/** OAuth 2.1 by oidc-provider, whose requests keep to our limits, headers and logs. */
export async function registerOAuth(app: FastifyInstance, services: Services): Promise<void> {
  const limit = (rate: 'clientPerAddress' | 'oauthPerAddress', request: FastifyRequest) =>
    throttle(services, rate, addressKey(clientAddress(request)))

  const answer = async (request: FastifyRequest, reply: FastifyReply, url: string) => {
    await limit('oauthPerAddress', request)
    // Slow to load and rarely used.
    const { openProvider } = await import('../connections/provider.ts')
    const { protocol, host } = new URL(services.publicUrl)
    // The library takes its addresses from the request; ours are the public ones. Public clients have no credentials.
    request.raw.url = url
    const forwarded = { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) }
    Object.assign(request.raw.headers, { host, ...forwarded, authorization: undefined })
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    await openProvider(services).callback()(request.raw, reply.raw)
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The library reads the body, up to 56 KB.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.get(AUTHORIZE, (request, reply) => answer(request, reply, `${AUTHORIZE}?${toQuery(request.url)}`))
    scope.get<{ Params: { id: string } }>(`${AUTHORIZE}/:id`, (request, reply) =>
      answer(request, reply, `${AUTHORIZE}/${encodeURIComponent(request.params.id)}`),
    )
    for (const url of ['/oauth/token', '/oauth/revoke'])
      scope.post(url, (request, reply) => answer(request, reply.headers(PUBLIC), url))
  })

  await app.register(async (scope) => {
    acceptJsonOnly(scope)
    scope.post('/oauth/register', { bodyLimit: LIMITS.jsonBodyBytes }, async (request, reply) => {
      reply.headers(PUBLIC)
      await limit('clientPerAddress', request)
      const { registerClient } = await import('../connections/clients.ts')
      const { status, body } = await registerClient(services, request.body)
      return reply.code(status).header('cache-control', 'no-store').send(body)
    })
  })

  const serve = (path: string, toMetadata: () => object) => {
    app.get(path, async (_request, reply) => reply.headers(PUBLIC).send(toMetadata()))
  }
  const toPath = (isMcp: boolean) => metadataUrl('', isMcp)
  serve('/.well-known/oauth-authorization-server', () => serverMetadata(services.publicUrl))
  serve('/.well-known/oauth-protected-resource', () => resourceMetadata(services.publicUrl, true))
  for (const isMcp of [false, true]) serve(toPath(isMcp), () => resourceMetadata(services.publicUrl, isMcp))
  for (const url of ['/oauth/*', '/.well-known/*'])
    app.options(url, async (_request, reply) => reply.code(204).headers(PUBLIC).send())
}

/** Unknown scopes are left out; an app that names none is shown all. */
function toQuery(url: string): string {
  const given = new URL(url, 'http://localhost').searchParams
  const named = (given.get('scope') ?? '').split(' ')
  const scopes = KEY_PERMISSIONS.filter((permission) => named.includes(permission))
  const query = new URLSearchParams([...given].filter(([name]) => KNOWN.has(name)))
  query.set('scope', (scopes.length > 0 ? scopes : KEY_PERMISSIONS).join(' '))
  return query.toString()
}

const resourceMetadata = (publicUrl: string, isMcp: boolean) => ({
  resource: resourceAt(publicUrl, isMcp),
  resource_name: isMcp ? 'Intake for assistants (MCP)' : 'Intake REST API',
  resource_documentation: `${publicUrl}/api/docs/guide/connectors`,
  authorization_servers: [publicUrl],
  bearer_methods_supported: ['header'],
  scopes_supported: KEY_PERMISSIONS,
})

const serverMetadata = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}${AUTHORIZE}`,
  token_endpoint: `${publicUrl}/oauth/token`,
  registration_endpoint: `${publicUrl}/oauth/register`,
  revocation_endpoint: `${publicUrl}/oauth/revoke`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  scopes_supported: KEY_PERMISSIONS,
})
