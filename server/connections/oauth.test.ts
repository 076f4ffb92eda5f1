import { describe, expect, it } from 'vitest'
import { KEY_PERMISSIONS } from '#domain/api-key'
import { hashToken } from '../auth/tokens.ts'
import { sweep } from '../jobs/sweep.job.ts'
import { postMcp } from '../http/mcp.fixture.ts'
import { call, makeCompany, makeCompanyAdmin, makeRole, makeUser } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import {
  authorize,
  CALLBACK,
  connect,
  consent,
  pkce,
  post,
  postForm,
  register,
  resume,
} from './oauth.fixture.ts'

const { url, services, log } = await startTestServer({ seedDemo: false })
const company = await makeCompany(services, { nameOut: 'Acme' })
const boss = await makeCompanyAdmin(services, company.id)
const client = { ip: '127.0.0.1', userAgent: 'test' }
const token = await services.sessions.start(boss.id, client)
const forms = await makeRole(services, { companyId: company.id, permissions: ['page:forms'] })
const staff = await makeUser(services, { companyId: company.id, roleId: forms.id })
const staffToken = await services.sessions.start(staff.id, client)
const { write } = services.db.system('test')

const list = (bearer: string) => call(url, 'GET', '/form/submissions', { token: bearer })
const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const ask = (changes: Record<string, string | undefined> = {}) =>
  authorize(url, {
    redirect_uri: CALLBACK,
    response_type: 'code',
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
    resource: `${url}/api/v1`,
    scope: 'page:forms',
    ...changes,
  })

describe('metadata', () => {
  it('names the endpoints and offers no identity', async () => {
    const response = await fetch(`${url}/.well-known/oauth-authorization-server`)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ issuer: url, code_challenge_methods_supported: ['S256'] })
    expect(text).not.toMatch(/openid|userinfo|id_token/)
  })

  it.each([
    ['', '/mcp'],
    ['/api/v1', ''],
    ['/api/v1/mcp', '/mcp'],
  ])('of the resource at %j', async (path, end) => {
    const response = await fetch(`${url}/.well-known/oauth-protected-resource${path}`)
    expect(await response.json()).toMatchObject({
      resource: `${url}/api/v1${end}`,
      authorization_servers: [url],
    })
  })

  it('is named by a 401', async () => {
    const rest = await fetch(`${url}/api/v1/form/submissions`)
    expect(rest.headers.get('www-authenticate')).toBe(
      `Bearer realm="Intake", resource_metadata="${url}/.well-known/oauth-protected-resource/api/v1"`,
    )
    const mcp = await postMcp(url, undefined, LIST_TOOLS)
    expect(mcp.headers.get('www-authenticate')).toMatch(/oauth-protected-resource\/api\/v1\/mcp"$/)
  })

  it('opens to pages of other sites, without credentials', async () => {
    for (const path of ['/oauth/token', '/oauth/register', '/.well-known/oauth-authorization-server']) {
      const { status, headers } = await fetch(`${url}${path}`, {
        method: 'OPTIONS',
        headers: { origin: 'http://localhost:6274', 'access-control-request-method': 'POST' },
      })
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})

describe('an assistant in a page', () => {
  const origin = 'http://localhost:6274'

  it('reads where to get a token, and calls by one from the page that it came back to', async () => {
    const preflight = await fetch(`${url}/api/v1/mcp`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin])
    const none = await postMcp(url, undefined, LIST_TOOLS, { origin })
    expect(none.headers.get('access-control-allow-origin')).toBe(origin)
    const { access } = await connect(url, { token, resource: `${url}/api/v1/mcp` })
    expect((await postMcp(url, access, LIST_TOOLS, { origin })).status).toBe(403)
    expect((await postMcp(url, access, LIST_TOOLS, { origin: new URL(CALLBACK).origin })).status).toBe(200)
  })
})

describe('registration', () => {
  it('makes public clients with a clean name', async () => {
    const name = `  Cl\u202Eau\u0000de${'\u0301'.repeat(50)}\n`
    const { status, body } = await post(`${url}/oauth/register`, {
      client_name: name,
      redirect_uris: ['https://claude.ai/cb', 'http://[::1]:1/x', 'http://localhost/y'],
      token_endpoint_auth_method: 'client_secret_basic',
      jwks_uri: 'http://127.0.0.1:1/keys',
      scope: 'userType:admin openid',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ client_name: 'Cl au de', token_endpoint_auth_method: 'none' })
    expect(Object.keys(body)).not.toContain('client_secret')
    expect(Object.keys(body)).not.toContain('jwks_uri')
  })

  it.each([
    'http://example.com/cb',
    'https://localhost/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'myapp://cb',
    'https://user@evil.example/cb',
    'https://evil.example/cb#x',
    'https://evil.example/ cb',
    'http://127.0.0.1.evil.example/',
    'http://localhost@evil.example/',
    '//evil.example',
    '',
  ])('refuses the redirect %j', async (redirect) => {
    const { status, body } = await post(`${url}/oauth/register`, { redirect_uris: [redirect] })
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  it.each([
    {},
    { redirect_uris: [] },
    { redirect_uris: Array(11).fill(CALLBACK) },
    { redirect_uris: CALLBACK },
    [],
  ])('refuses %j', async (body) => expect((await post(`${url}/oauth/register`, body)).status).toBe(400))
})

describe('limits', async () => {
  const limited = await startTestServer({ seedDemo: false, rateLimit: true })

  it('allow an address 20 registrations an hour', async () => {
    const statuses = []
    for (let i = 0; i < 21; i++)
      statuses.push((await post(`${limited.url}/oauth/register`, { redirect_uris: [CALLBACK] })).status)
    expect(statuses.slice(-2)).toEqual([201, 429])
  })

  it('forget clients that nobody has consented to', async () => {
    const { client: kept } = await connect(url, { token })
    const gone = await register(url)
    const expiry = async (id: string) =>
      (
        await write((tx) => tx.oAuthRecord.findUniqueOrThrow({ where: { id: hashToken(id) } }))
      ).expiresAt.getTime()
    const day = 24 * 60 * 60 * 1000
    expect(await expiry(gone)).toBeLessThanOrEqual(Date.now() + day)
    expect(await expiry(kept)).toBeGreaterThan(Date.now() + 89 * day)
    const where = { id: hashToken(gone) }
    await write((tx) => tx.oAuthRecord.update({ where, data: { expiresAt: new Date(0) } }))
    await sweep(services)
    expect(await write((tx) => tx.oAuthRecord.count({ where }))).toBe(0)
  })
})

describe('an authorization', () => {
  it('leads to a token that acts as a key of the list', async () => {
    const permissions = ['page:forms', 'submission:update']
    const { answer, access, end } = await connect(url, { token, permissions })
    expect(end.location).toMatch(new RegExp(`^${CALLBACK}\\?.*state=mine`))
    expect(answer.body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: permissions.join(' '),
    })
    expect(answer.body).not.toHaveProperty('id_token')
    expect((await list(access)).status).toBe(200)
    expect(await call(url, 'GET', '/user/get', { token: access })).toMatchObject({ status: 403 })
    const { body } = await call(url, 'GET', '/api-key/get', { token })
    expect(body.data).toContainEqual(
      expect.objectContaining({
        name: 'Claude',
        redirectHost: '127.0.0.1:4711',
        permissions,
        lastUsedIp: '127.0.0.1',
      }),
    )
  })

  it('keeps no token, code or address in clear', async () => {
    const { code, access, answer, client: id } = await connect(url, { token })
    const rows = await write(
      (tx) => tx.$queryRaw<object[]>`
      SELECT to_jsonb(r)::text || encode(r."payload", 'escape') AS text FROM "OAuthRecord" r
      UNION ALL SELECT to_jsonb(k)::text FROM "ApiKey" k UNION ALL SELECT to_jsonb(e)::text FROM "AuditEntry" e`,
    )
    const text = JSON.stringify(rows) + log.join('')
    for (const secret of [code, access, String(answer.body.refresh_token), id])
      expect(text).not.toContain(secret)
  })

  it('ignores unknown scopes, OpenID’s and those of user types', async () => {
    const begun = await ask({
      client_id: await register(url),
      scope: 'openid userType:admin page:forms nonsense',
    })
    const { body } = await consent(url, begun, { token, verb: 'find' })
    expect(body.data).toMatchObject({
      permissions: ['page:forms'],
      name: 'Claude',
      host: '127.0.0.1:4711',
      resource: 'rest',
    })
    const all = await ask({ client_id: await register(url), scope: undefined })
    const shown = await consent(url, all, { token, verb: 'find' })
    expect(shown.body.data).toMatchObject({ asksForAll: true })
    expect(shown.body.data.permissions?.length).toBeLessThan(KEY_PERMISSIONS.length)
  })

  it.each([
    ['code_challenge_method', 'plain', 'invalid_request'],
    ['code_challenge_method', undefined, 'invalid_request'],
    ['code_challenge', undefined, 'invalid_request'],
    ['response_type', 'token', 'unsupported_response_type'],
    ['response_type', 'code id_token', 'unsupported_response_type'],
    ['resource', undefined, 'invalid_target'],
    ['resource', 'https://evil.example/api/v1', 'invalid_target'],
    ['resource', `${url}/api/v1/`, 'invalid_target'],
    ['resource', `${url}/api`, 'invalid_target'],
  ])('with the %s %s is refused, and leads nowhere', async (name, value, error) => {
    const redirect = 'https://evil.example/cb'
    const client_id = await register(url, { redirect_uris: [redirect] })
    const { status, location, response } = await ask({ client_id, redirect_uri: redirect, [name]: value })
    expect([status, location]).toEqual([400, ''])
    expect(await response.text()).toMatch(new RegExp(`^${error}\\b`))
  })

  it.each([
    'https://evil.example/callback',
    'http://127.0.0.1:4711/callback/other',
    'http://127.0.0.1:4711/callback?x=1',
    'http://localhost:4711/callback',
    'http://127.0.0.1:4711@evil.example/callback',
    'http://127.0.0.1:99999/callback',
    'https://127.0.0.1:4711/callback',
    '//evil.example',
    '/admin',
  ])('sends no browser to %j', async (redirect) => {
    const begun = await ask({ client_id: await register(url), redirect_uri: redirect })
    expect([begun.status, begun.location]).toEqual([400, ''])
    expect(begun.response.headers.get('content-type')).toMatch('text/plain')
    expect(begun.response.headers.get('x-frame-options')).toBe('DENY')
    const wrong = await ask({
      client_id: await register(url),
      redirect_uri: redirect,
      resource: 'x',
      state: 'y',
    })
    expect([wrong.status, wrong.location]).toEqual([400, ''])
  })

  it('may come back to any port of the own computer', async () => {
    const begun = await ask({
      client_id: await register(url),
      redirect_uri: 'http://127.0.0.1:5555/callback',
    })
    expect(begun.location).toMatch(/^\/admin\/connect\//)
  })

  it('takes its addresses from PUBLIC_URL, whatever the request says', async () => {
    const publicUrl = 'https://intake.example.com'
    const { url: inside, services: behind } = await startTestServer({ seedDemo: false })
    behind.publicUrl = publicUrl
    const clientId = await register(inside)
    const asked = {
      client_id: clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge_method: 'S256',
    }
    const more = { code_challenge: pkce().challenge, resource: `${publicUrl}/api/v1` }
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
    const at = `${inside}/oauth/authorize?${new URLSearchParams({ ...asked, ...more }).toString()}`
    const response = await fetch(at, { redirect: 'manual', headers })
    expect(response.headers.get('location')).toMatch(/^\/admin\/connect\//)
    for (const cookie of response.headers.getSetCookie())
      expect(cookie).toMatch(/; secure.*; httponly|; httponly.*; secure/i)
    for (const twice of [
      `${at}&redirect_uri=https://evil.example/`,
      at.replace('?', '?redirect_uri=https://evil.example/&'),
    ]) {
      const refused = await fetch(twice, { redirect: 'manual', headers })
      expect(refused.headers.get('location') ?? CALLBACK).toMatch(new RegExp(`^${CALLBACK}`))
    }
  })

  it('of an unknown client goes nowhere', async () => {
    expect(await ask({ client_id: 'nobody' })).toMatchObject({ status: 400, location: '' })
  })

  it('asks again each time, and leaves no session', async () => {
    const clientId = await register(url)
    const one = await connect(url, { token, clientId })
    expect((await list(one.access)).status).toBe(200)
    const again = await ask({ client_id: clientId })
    expect(again.location).toMatch(/^\/admin\/connect\//)
    expect(await write((tx) => tx.oAuthRecord.count({ where: { kind: 'Session' } }))).toBe(0)
  })
})

describe('consent', () => {
  const body = { permissions: ['page:forms'] }
  const begin = async () => ask({ client_id: await register(url) })

  it('needs the browser that was sent', async () => {
    const [mine, other] = [await begin(), await begin()]
    for (const verb of ['find', 'allow', 'refuse'] as const) {
      const used = { id: mine.id, cookies: other.cookies }
      expect((await consent(url, used, { token, verb, body: verb === 'allow' ? body : {} })).status).toBe(404)
      expect(
        (await consent(url, { ...used, cookies: [] }, { token, verb, body: verb === 'allow' ? body : {} }))
          .status,
      ).toBe(404)
    }
    const { body: allowed } = await consent(url, mine, { token, body })
    expect((await resume(url, allowed.data.path ?? '', other.cookies)).location).not.toMatch(/code=/)
    expect((await resume(url, allowed.data.path ?? '', mine.cookies)).location).toMatch(/code=/)
  })

  it('is given once', async () => {
    const begun = await begin()
    const [one, two] = [
      await consent(url, begun, { token, body }),
      await consent(url, begun, { token, body }),
    ]
    expect([one.status, two.status]).toEqual([200, 404])
  })

  it('is given once by calls at the same moment, and makes one key and one code', async () => {
    const begun = await begin()
    const keys = () => write((tx) => tx.apiKey.count())
    const before = await keys()
    const allowed = await Promise.all([1, 2, 3, 4].map(() => consent(url, begun, { token, body })))
    expect(allowed.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
    expect(await keys()).toBe(before + 1)
    const path = allowed.find(({ status }) => status === 200)?.body.data.path ?? ''
    const ends = await Promise.all([1, 2, 3, 4].map(() => resume(url, path, begun.cookies)))
    expect(ends.filter(({ location }) => location.includes('code='))).toHaveLength(1)
  })

  it('takes a name that its cut would leave half a character of', async () => {
    const name = `${'a'.repeat(79)}😀`
    const clientId = await register(url, { client_name: name })
    expect((await connect(url, { token, clientId })).answer.status).toBe(200)
  })

  it('needs a password given in the last minutes', async () => {
    const stale = await services.sessions.start(boss.id, client)
    await write((tx) =>
      tx.loginSession.updateMany({ where: { userId: boss.id }, data: { confirmedAt: new Date(0) } }),
    )
    expect(await consent(url, await begin(), { token: stale, body })).toMatchObject({
      status: 403,
      body: { code: 'password_needed' },
    })
    await write((tx) => tx.loginSession.updateMany({ data: { confirmedAt: new Date() } }))
  })

  it('gives what was asked for and is held, never a type', async () => {
    for (const permissions of [['page:users'], ['userType:admin'], ['company:create'], []])
      expect((await consent(url, await begin(), { token, body: { permissions } })).status).toBe(400)
  })

  it('is for those who make keys, or for everyone where the company says so', async () => {
    expect((await consent(url, await begin(), { token: staffToken, body })).status).toBe(403)
    expect((await consent(url, await begin(), { token: staffToken, verb: 'find' })).status).toBe(403)
    const set = (allowsConnections: boolean) =>
      write((tx) => tx.company.update({ where: { id: company.id }, data: { allowsConnections } }))
    await set(true)
    const { access, refresh, answer } = await connect(url, { token: staffToken })
    expect((await list(access)).status).toBe(200)
    await set(false)
    expect((await list(access)).status).toBe(401)
    expect((await refresh(answer.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  it('takes no key', async () => {
    const { access } = await connect(url, { token })
    expect((await consent(url, await begin(), { token: access, body })).status).toBe(403)
  })

  it('can be refused', async () => {
    const begun = await begin()
    const { body: refused } = await consent(url, begun, { token, verb: 'refuse' })
    const { location } = await resume(url, refused.data.path ?? '', begun.cookies)
    expect(new URL(location).searchParams.get('error')).toBe('access_denied')
  })

  it('by an admin may be for one company', async () => {
    const admin = await makeUser(services, { isAdmin: true })
    const adminToken = await services.sessions.start(admin.id, client)
    const begun = await begin()
    await consent(url, begun, { token: adminToken, body: { ...body, companyId: company.id } })
    const key = await write((tx) => tx.apiKey.findFirstOrThrow({ where: { createdById: admin.id } }))
    expect(key.companyId).toBe(company.id)
  })
})

describe('a token', () => {
  it('is good for its resource alone', async () => {
    const rest = await connect(url, { token })
    const mcp = await connect(url, { token, resource: `${url}/api/v1/mcp` })
    expect((await postMcp(url, mcp.access, LIST_TOOLS)).status).toBe(200)
    expect((await postMcp(url, rest.access, LIST_TOOLS)).status).toBe(401)
    expect((await list(mcp.access)).status).toBe(401)
    const batch = await fetch(`${url}/api/trpc/form.board`, {
      headers: { authorization: `Bearer ${mcp.access}` },
    })
    expect(batch.status).toBe(401)
  })

  it('cannot be had for another resource than the one consented to', async () => {
    const { refresh, answer } = await connect(url, { token })
    const other = await refresh(answer.body.refresh_token, { resource: `${url}/api/v1/mcp` })
    expect([other.status, other.body.error]).toEqual([400, 'invalid_target'])
  })

  it('ends at once when its key is revoked in the list', async () => {
    const { access, refresh, answer, client: clientId } = await connect(url, { token })
    const key = await write((tx) => tx.apiKey.findFirstOrThrow({ orderBy: { createdAt: 'desc' } }))
    expect((await call(url, 'DELETE', `/api-key/delete/${key.id}`, { token })).status).toBe(200)
    expect((await list(access)).status).toBe(401)
    expect((await refresh(answer.body.refresh_token)).body.error).toBe('invalid_grant')
    expect(clientId).toBeTruthy()
  })

  it('loses what its maker loses, and ends with the maker', async () => {
    const user = await makeCompanyAdmin(services, company.id)
    const { access, refresh, answer } = await connect(url, {
      token: await services.sessions.start(user.id, client),
    })
    await write((tx) =>
      tx.role.update({ where: { id: user.roleId ?? '' }, data: { permissions: ['page:users'] } }),
    )
    expect((await list(access)).status).toBe(403)
    await write((tx) => tx.user.update({ where: { id: user.id }, data: { active: false } }))
    expect((await list(access)).status).toBe(401)
    expect((await refresh(answer.body.refresh_token)).status).toBe(400)
  })

  it('is refreshed by a rotating token, whose second use ends all', async () => {
    const { access, answer, refresh } = await connect(url, { token })
    const first = answer.body.refresh_token
    const next = await refresh(first)
    expect(next.status).toBe(200)
    expect(next.body.refresh_token).not.toBe(first)
    expect((await list(String(next.body.access_token))).status).toBe(200)
    expect((await refresh(first)).body.error).toBe('invalid_grant')
    for (const each of [access, String(next.body.access_token)]) expect((await list(each)).status).toBe(401)
    expect((await refresh(next.body.refresh_token)).status).toBe(400)
    const entry = await write((tx) => tx.auditEntry.findFirstOrThrow({ orderBy: { id: 'desc' } }))
    expect(entry).toMatchObject({ act: 'api-key-revoked', actorName: 'System', companyId: company.id })
  })

  it('is had once from parallel refreshes', async () => {
    const { answer, refresh } = await connect(url, { token })
    const all = await Promise.all(Array.from({ length: 5 }, () => refresh(answer.body.refresh_token)))
    const good = all.filter(({ status }) => status === 200)
    expect(good.length).toBeLessThanOrEqual(1)
    for (const { body } of good) expect((await list(String(body.access_token))).status).toBe(401)
  })

  it('can be narrowed, never widened', async () => {
    const permissions = ['page:forms', 'page:users']
    const { answer, refresh } = await connect(url, { token, permissions })
    const narrow = await refresh(answer.body.refresh_token, { scope: 'page:users' })
    expect((await list(String(narrow.body.access_token))).status).toBe(403)
    const wide = await refresh(narrow.body.refresh_token, { scope: 'page:forms submission:decide' })
    expect([wide.status, wide.body.error]).toEqual([400, 'invalid_scope'])
  })

  it('ends when its code is used again', async () => {
    const { access, exchange } = await connect(url, { token })
    expect((await exchange()).body.error).toBe('invalid_grant')
    expect((await list(access)).status).toBe(401)
  })

  it('needs the verifier, the redirect and the client of its code', async () => {
    const clientId = await register(url)
    for (const change of [
      { code_verifier: pkce().verifier },
      { redirect_uri: 'http://127.0.0.1:5555/callback' },
      { client_id: await register(url) },
      { code_verifier: '' },
    ]) {
      const { verifier, challenge } = pkce()
      const begun = await ask({ client_id: clientId, code_challenge: challenge })
      const { body } = await consent(url, begun, { token, body: { permissions: ['page:forms'] } })
      const end = await resume(url, body.data.path ?? '', begun.cookies)
      const code = new URL(end.location).searchParams.get('code') ?? ''
      const { status } = await postForm(`${url}/oauth/token`, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
        client_id: clientId,
        code_verifier: verifier,
        ...change,
      })
      expect(status).toBeGreaterThanOrEqual(400)
    }
  })

  it('is revoked by its client alone', async () => {
    const { access, client: clientId } = await connect(url, { token })
    await postForm(`${url}/oauth/revoke`, { token: access, client_id: await register(url) })
    expect((await list(access)).status).toBe(200)
    const { status } = await postForm(`${url}/oauth/revoke`, { token: access, client_id: clientId })
    expect([status, (await list(access)).status]).toEqual([200, 401])
  })

  it('is neither a refresh token nor a code, and ends after an hour', async () => {
    const { access, answer, code } = await connect(url, { token })
    for (const other of [String(answer.body.refresh_token), code])
      expect((await list(other)).status).toBe(401)
    await write((tx) =>
      tx.oAuthRecord.updateMany({ where: { kind: 'AccessToken' }, data: { expiresAt: new Date(0) } }),
    )
    expect((await list(access)).status).toBe(401)
  })
})
