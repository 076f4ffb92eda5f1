import { describe, expect, it } from 'vitest'
import { RATES } from '#domain/limits'
import { call, makeApiKey, makeCompany, makeCompanyAdmin } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'

const { url, services } = await startTestServer({ seedDemo: false, rateLimit: true })
const company = await makeCompany(services)
const boss = await makeCompanyAdmin(services, company.id)
const session = await services.sessions.start(boss.id, { ip: '127.0.0.1', userAgent: 'test' })
const make = (changes: object = {}) =>
  makeApiKey(services, boss.id, ['page:forms'], { companyId: company.id, ...changes })
const get = (token: string, path = '/form/submissions', headers = {}) =>
  call(url, 'GET', path, { token, headers })

describe('the rate of calls', () => {
  it('is told with every answer, of a key and of a session', async () => {
    const key = await make()
    const first = await get(key)
    expect(first.headers.get('ratelimit-policy')).toBe('"api-key";q=600;w=60')
    expect(first.headers.get('ratelimit')).toBe('"api-key";r=599;t=60')
    const denied = await get(key, '/user/get')
    expect([denied.status, denied.headers.get('ratelimit')?.split(';t')[0]]).toEqual([403, '"api-key";r=598'])
    const trpc = await get(key, '/trpc/form.submissions')
    expect(trpc.headers.get('ratelimit')).toContain('r=597')
    const own = await get(session)
    expect(own.headers.get('ratelimit-policy')).toBe('"session";q=3000;w=60')
    expect(own.headers.get('ratelimit')).toContain('r=2999')
  })

  it.each(['/form/submissions', '/trpc/form.submissions', '/form/export'])(
    'is over when it is used up, until the window ends: %s',
    async (path) => {
      const key = await make()
      await get(key)
      await services.db.connections.system.pool.query('UPDATE "ThrottleBucket" SET "count" = $1', [
        RATES.apiKey.max,
      ])
      const over = await get(key, path)
      expect(over.status).toBe(429)
      expect(over.headers.get('ratelimit')).toContain('r=0')
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
      // Another key has a budget of its own.
      expect((await get(await make(), '/form/views')).status).toBe(200)
    },
  )
})

const METADATA = `, resource_metadata="${url}/.well-known/oauth-protected-resource/api/v1"`

describe('a 401', () => {
  it.each(['/form/submissions', '/trpc/form.submissions', '/form/pdf/none'])(
    'names the scheme, and the token if one was refused: %s',
    async (path) => {
      const none = await call(url, 'GET', path)
      expect([none.status, none.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer realm="Intake"${METADATA}`,
      ])
      for (const token of ['gone', await make({ revokedAt: new Date() })]) {
        const { status, headers } = await get(token, path)
        expect([status, headers.get('www-authenticate')]).toEqual([
          401,
          `Bearer realm="Intake", error="invalid_token"${METADATA}`,
        ])
      }
    },
  )
})

describe('a page of another site', () => {
  const origin = 'https://crm.example.com'
  const preflight = (from: string, path = '/api/v1/form/submissions') =>
    fetch(`${url}${path}`, {
      method: 'OPTIONS',
      headers: { origin: from, 'access-control-request-method': 'GET' },
    })
  const allowed = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin')

  it('may call with a key that names its origin, and read the answer', async () => {
    const key = await make({ origins: [origin] })
    const asked = await preflight(origin)
    expect([asked.status, allowed(asked)]).toEqual([204, origin])
    expect(asked.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST')
    // ra-data-simple-rest asks for lists with a `Range` of their rows.
    const sent = asked.headers.get('access-control-allow-headers')?.split(', ')
    expect(sent).toEqual(expect.arrayContaining(['authorization', 'range']))
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
    const answer = await get(key, undefined, { origin })
    expect([answer.status, allowed(answer)]).toEqual([200, origin])
    expect(answer.headers.get('access-control-expose-headers')).toContain('content-range')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(allowed(await get(key, '/user/get', { origin }))).toBe(origin)
  })

  it.each([origin, 'https://evil.example.com'])(
    '%s reads why its call failed early if a key names it',
    async (from) => {
      const key = await make({ origins: [origin] })
      const headers = { origin: from, 'content-type': 'application/json' }
      const failed = [
        await call(url, 'POST', '/form/views', { token: key, headers, body: '{' }),
        await get(key, '/nothing', { origin: from }),
        await get('gone', undefined, { origin: from }),
      ]
      const readable = from === origin ? from : null
      expect(failed.map((answer) => [answer.status, allowed(answer)])).toEqual([
        [400, readable],
        [404, readable],
        [401, readable],
      ])
    },
  )

  it('reads nothing with a session, another key or from another origin', async () => {
    const key = await make({ origins: [origin] })
    expect(allowed(await get(session, undefined, { origin }))).toBeNull()
    expect(allowed(await get(await make(), undefined, { origin }))).toBeNull()
    const answer = await get(key, undefined, { origin: 'https://evil.example.com' })
    expect([answer.status, allowed(answer)]).toEqual([200, null])
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const asked = await preflight('https://evil.example.com')
    expect([asked.status, allowed(asked)]).toEqual([405, null])
    expect(allowed(await preflight('null'))).toBeNull()
  })
})
