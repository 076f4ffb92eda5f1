import { createSign, generateKeyPairSync } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import Provider, { type AccountClaims } from 'oidc-provider'
import { afterAll } from 'vitest'

export const CLIENT_SECRET = 'known-only-to-the-provider'

const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
/** One for all providers, as making it takes a quarter of a second. */
const privateKey = makeKey()

/**
 * A real OpenID provider that asks nothing: everyone is `signedIn.as`, with the claims that `people` has.
 * @param redirectUris of its client, `intake`
 */
export async function startProvider(redirectUris: string[]) {
  const people: Record<string, Omit<AccountClaims, 'sub'>> = {}
  const signedIn = { as: '' }
  let forged = ''
  /** `refreshTokens`: whether it gives them. `asked`: for tokens. */
  const state = { refreshTokens: false, out: false, asked: 0 }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'intake',
        client_secret: CLIENT_SECRET,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    issueRefreshToken: () => state.refreshTokens,
    rotateRefreshToken: true,
    clientDefaults: { token_endpoint_auth_method: 'client_secret_post' },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] },
    cookies: { keys: ['a-key'] },
    claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/ask/${uid}` },
    findAccount: (_context, sub) =>
      people[sub] && { accountId: sub, claims: () => ({ ...people[sub], sub }) },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/token')) state.asked++
    if (state.out) return void response.writeHead(503).end()
    if (request.url?.startsWith('/token') && forged !== '') changeIdToken(response)
    if (!request.url?.startsWith('/ask/')) return void handle(request, response)
    void provider.interactionFinished(request, response, { login: { accountId: signedIn.as } })
  })

  /** What a browser does at the provider. @returns the query of the address it comes back to */
  async function visit(url: string): Promise<{ answer: string; company: string }> {
    const cookies = new Map<string, string>()
    let next = url
    while (next.startsWith(issuer)) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        cookies.set(name, value)
      }
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${response.status}: ${await response.text()}`)
      next = new URL(location, next).href
    }
    const { search, pathname } = new URL(next)
    return { answer: search, company: pathname.split('/').at(-1) ?? '' }
  }

  /** The next answers carry an ID token in which this claim is another's; `signature`: made with another key. */
  const forge = (claim: string) => {
    forged = claim
  }

  function changeIdToken(response: ServerResponse): void {
    const end = response.end.bind(response)
    response.end = ((body: Buffer | string) => {
      const tokens: Record<string, unknown> = JSON.parse(body.toString())
      if (typeof tokens.id_token === 'string') tokens.id_token = change(tokens.id_token)
      const text = JSON.stringify(tokens)
      response.setHeader('content-length', Buffer.byteLength(text))
      return end(text)
    }) as typeof response.end
  }

  function change(token: string): string {
    const [head = '', body = ''] = token.split('.')
    const claims: Record<string, unknown> = JSON.parse(Buffer.from(body, 'base64url').toString())
    if (forged === 'exp') claims.exp = 1
    else if (forged !== 'signature') claims[forged] = 'another'
    const signed = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
    const key = forged === 'signature' ? makeKey() : privateKey
    return `${signed}.${createSign('sha256').update(signed).sign(key).toString('base64url')}`
  }

  return { issuer, people, signedIn, state, visit, forge }
}
