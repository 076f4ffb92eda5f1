import { generateKeyPairSync } from 'node:crypto'
import Provider, { errors, interactionPolicy } from 'oidc-provider'
import { KEY_PERMISSIONS } from '#domain/api-key'
import { LIMITS } from '#domain/limits'
import { CONNECT_PATH } from '#domain/pages'
import { INTERACTION_COOKIE, OAUTH_TOKEN_BITS, resourceAt } from '../auth/oauth-records.ts'
import type { Services } from '../services.ts'
import { recordsOf } from './records.ts'

const AUTHORIZE = '/oauth/authorize'
const DAY_SECONDS = 24 * 60 * 60
const OFF = { enabled: false }
/** The library asks for a key of ID tokens, which it never issues here. */
const UNUSED_KEY = {
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
}

const providers = new WeakMap<Services, Provider>()

export function openProvider(services: Services): Provider {
  const known = providers.get(services) ?? createProvider(services)
  providers.set(services, known)
  return known
}

/** OAuth 2.1 alone: codes with PKCE for public clients, opaque tokens, no identity. */
function createProvider(services: Services): Provider {
  const { publicUrl, keys, log } = services
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const
  const provider: Provider = new Provider(publicUrl, {
    adapter: recordsOf(services),
    clientAuthMethods: ['none'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    clockTolerance: 10,
    cookies: {
      keys: [keys.mac('sign-in-ticket', 'oauth-cookies').toString('base64url')],
      names: { session: 'oauth_session', interaction: INTERACTION_COOKIE, resume: 'oauth_resume' },
      // Calls of the panel carry it.
      short: { ...cookie, path: '/api' },
      long: { ...cookie, path: '/oauth' },
    },
    expiresWithSession: () => false,
    features: {
      devInteractions: OFF,
      dPoP: OFF,
      pushedAuthorizationRequests: OFF,
      rpInitiatedLogout: OFF,
      userinfo: OFF,
      revocation: {
        enabled: true,
        allowedPolicy: (_context, { clientId }, token) => token.clientId === clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => {
          throw new errors.InvalidTarget('exactly one resource is needed')
        },
        getResourceServerInfo: ({ oidc }, resource) => {
          const isKnown = [false, true].some((isMcp) => resource === resourceAt(publicUrl, isMcp))
          if (!isKnown || Array.isArray(oidc.params?.resource)) throw new errors.InvalidTarget()
          return { scope: KEY_PERMISSIONS.join(' '), accessTokenFormat: 'opaque' }
        },
      },
    },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    formats: { bitsOfOpaqueRandomness: OAUTH_TOKEN_BITS },
    interactions: { policy: askAlways(), url: (_context, { uid }) => `${CONNECT_PATH}${uid}` },
    issueRefreshToken: () => true,
    jwks: { keys: [{ ...UNUSED_KEY, kid: 'unused', use: 'sig', alg: 'ES256' }] },
    loadExistingGrant: ({ oidc }) => provider.Grant.find(oidc.result?.consent?.grantId ?? ''),
    pkce: { required: () => true },
    renderError: (context, { error, error_description: description }) => {
      context.type = 'text/plain; charset=utf-8'
      context.body = description === undefined ? error : `${error}: ${description}`
    },
    responseTypes: ['code'],
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: { authorization: AUTHORIZE, token: '/oauth/token', revocation: '/oauth/revoke' },
    ttl: {
      AccessToken: LIMITS.accessTokenSeconds,
      AuthorizationCode: 60,
      Grant: LIMITS.connectionDays * DAY_SECONDS,
      Interaction: LIMITS.interactionSeconds,
      RefreshToken: LIMITS.connectionDays * DAY_SECONDS,
      Session: LIMITS.interactionSeconds,
    },
  })
  // http/oauth.ts sets the headers of a proxy, from the public address.
  provider.proxy = true
  provider.silent = true
  // Anyone can register an address, so errors are shown here until the user has answered (RFC 9700, 4.11.2).
  provider.on('authorization.error', ({ path }, error) => {
    if (path === AUTHORIZE) error.allow_redirect = false
  })
  provider.on('server_error', (_context, error) => log.error({ err: error }, 'OAuth failed'))
  return provider
}

function askAlways() {
  const { base, Check, Prompt } = interactionPolicy
  const policy = base()
  policy.clear()
  const check = new Check('always', 'consent is needed', ({ oidc }) => oidc.result?.consent === undefined)
  policy.add(new Prompt({ name: 'consent' }, check))
  return policy
}
