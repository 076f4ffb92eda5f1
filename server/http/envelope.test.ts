import net from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { call, signIn } from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'

const { url, services, log } = await startTestServer()
const token = await signIn(url, TEST_ADMIN.email)

/** A call over tRPC; answers its status and the error part of the body. */
async function trpc(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${url}/api/trpc/${path}`, init)
  const body = (await answer.json()) as { error?: Record<string, unknown> }
  const requestId = answer.headers.get('x-request-id')
  return { status: answer.status, requestId, error: body.error ?? {}, body }
}
const json = (body: string) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body })
/** What every answer of the API carries, whatever was asked. */
const GUARDED = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Sends bytes as they are; answers all that comes back until the line is closed. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer))
  })
const good = { email: 'a@example.com', password: 'x' }

describe('a refusal over REST', () => {
  it.each([
    ['malformed JSON', '{"email":', 400, 'The body is not valid JSON.'],
    ['an array', '[]', 400, 'The body must be a JSON object.'],
    ['a string', '"x"', 400, 'The body must be a JSON object.'],
    ['a null', 'null', 400, 'email is required.'],
    ['no body at all', '', 400, 'email is required.'],
    ['a wrong type', '{"email":1,"password":"x"}', 400, 'email must be of the type string.'],
    ['a null for a string', '{"email":null,"password":"x"}', 400, 'email must be of the type string.'],
    ['an undeclared key', '{"email":"a","password":"x","nmae":1}', 400, 'Unknown field: nmae'],
    [
      'the key __proto__',
      '{"email":"a","password":"x","__proto__":{"isAdmin":true}}',
      400,
      'Unknown field: __proto__',
    ],
    ['a constructor.prototype', '{"constructor":{"prototype":{}}}', 400, 'The body is not valid JSON.'],
  ])('of %s is in the envelope', async (_what, body, status, error) => {
    const answer = await call(url, 'POST', '/auth/login', { body })
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ status: 'error', error, code: 'invalid_input' })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it('of a wrong content type is a 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'rubbish',
    ]) {
      const answer = await call(url, 'POST', '/auth/login', {
        body: 'email=a',
        headers: { 'content-type': type },
      })
      expect([type, answer.status, answer.body.code]).toEqual([type, 415, 'unsupported_type'])
    }
  })

  it('of a body that is too large is a 413, at the limit of each call', async () => {
    const answer = await call(url, 'POST', '/auth/login', {
      body: { ...good, password: 'x'.repeat(LIMITS.loginBodyBytes) },
    })
    expect([answer.status, answer.body]).toEqual([
      413,
      { status: 'error', error: 'The request is too large.', code: 'too_large' },
    ])
    const submit = (bytes: number) =>
      call(url, 'POST', '/form/submit', { body: { nonsense: 'x'.repeat(bytes) } })
    expect((await submit(LIMITS.submitBodyBytes - 100)).status).toBe(400)
    expect((await submit(LIMITS.submitBodyBytes)).status).toBe(413)
  })

  it.each([
    ['GET', '/nothing-here'],
    ['GET', '/v1/nothing-here'],
    ['GET', ''],
    ['DELETE', '/v1/v1/user/me?token=abc'],
  ])('of %s %s, which nothing serves, is a 404 that names it without its query', async (method, path) => {
    const answer = await call(url, method, path)
    expect(answer.status).toBe(404)
    const named = `No such call: ${method} /api${path.split('?')[0]}`
    expect(answer.body).toEqual({ status: 'error', error: named, code: 'not_found' })
  })

  it.each([
    ['PUT', '/auth/login', 'POST'],
    ['GET', '/v1/auth/login', 'POST'],
    ['DELETE', '/user/me?token=abc', 'GET, HEAD, PUT'],
    ['POST', '/company/get/some-company', 'GET, HEAD'],
    ['PATCH', '/trpc/user.me', 'GET, HEAD, POST'],
  ])('of %s %s is a 405 that names the methods of the path', async (method, path, allow) => {
    const answer = await call(url, method, path)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    const error = `This path does not take ${method}. Use ${allow}.`
    expect(answer.body).toEqual({ status: 'error', error, code: 'method_not_allowed' })
  })

  it('of an undeclared query parameter names it', async () => {
    const answer = await call(url, 'GET', '/user/me?verbose=1', { token })
    expect([answer.status, answer.body.fields]).toEqual([400, { verbose: 'Unknown field: verbose' }])
  })

  it('of a path that cannot be decoded is a 400', async () => {
    const answer = await call(url, 'GET', '/generated-link/get/slug/%E0%A4%A')
    expect([answer.status, answer.body]).toEqual([
      400,
      { status: 'error', error: 'This request cannot be understood.', code: 'invalid_input' },
    ])
    expect(Object.fromEntries(answer.headers)).toMatchObject(GUARDED)
  })

  it('of an expectation that nobody knows is none: it is not answered by Node itself', async () => {
    const answer = await raw(
      'GET /api/health/live HTTP/1.1\r\nHost: a\r\nExpect: a-teapot\r\nConnection: close\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain('{"status":"success","data":{"live":true}}')
  })

  it('of what is not even HTTP is in the envelope', async () => {
    const answer = await raw('RUBBISH\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    for (const [name, value] of Object.entries(GUARDED)) expect(answer).toContain(`${name}: ${value}`)
    expect(answer).toContain(
      '{"status":"error","error":"This request cannot be understood.","code":"invalid_input"}',
    )
  })

  it.each([
    ['none', undefined, serverMessages.signIn],
    ['garbage', 'Bearer garbage', 'Your session has ended. Please sign in again.'],
    ['a token of nobody', `Bearer ${'a'.repeat(43)}`, 'Your session has ended. Please sign in again.'],
    ['another scheme', 'Basic YTpi', serverMessages.signIn],
    ['two tokens', 'Bearer a b', serverMessages.signIn],
  ])('of authorization %s is a 401', async (_what, authorization, error) => {
    const answer = await call(url, 'GET', '/user/me', { headers: authorization ? { authorization } : {} })
    expect([answer.status, answer.body]).toEqual([401, { status: 'error', error, code: 'unauthenticated' }])
  })

  it('reads a token from the Authorization header only, its scheme in any case', async () => {
    expect(
      (await call(url, 'GET', '/user/me', { headers: { authorization: `bEARER ${token}` } })).status,
    ).toBe(200)
    expect((await call(url, 'GET', '/user/me', { headers: { cookie: `token=${token}` } })).status).toBe(401)
  })

  it('does not mind a content type without a body', async () => {
    const answer = await call(url, 'GET', '/user/me', { token, headers: { 'content-type': 'text/plain' } })
    expect(answer.status).toBe(200)
    const another = await signIn(url, TEST_ADMIN.email)
    const logout = await call(url, 'POST', '/auth/logout', {
      token: another,
      headers: { 'content-type': 'application/json' },
    })
    expect(logout.status).toBe(200)
  })

  it.each(['/api/auth/login', '/api/trpc/auth.login'])('of another encoding is told by %s', async (path) => {
    const text = JSON.stringify({ ...good, password: 'Café' })
    for (const body of [Buffer.from(text, 'latin1'), gzipSync(text)]) {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(url + path, { method: 'POST', headers, body })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('The body must be UTF-8 and not compressed.')
    }
  })

  it('answers HEAD as GET, without the body', async () => {
    const answer = await fetch(`${url}/api/health/live`, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })
})

describe('a refusal over tRPC', () => {
  it.each([
    ['malformed JSON', '{"email":', 400, 'The body is not valid JSON.'],
    ['an array', '[]', 400, 'input must be of the type object.'],
    ['no body', '', 400, 'input is required.'],
    ['a wrong type', '{"email":1,"password":"x"}', 400, 'email must be of the type string.'],
    ['an undeclared key', '{"email":"a","password":"x","nmae":1}', 400, 'Unknown field: nmae'],
    [
      'the key __proto__',
      '{"email":"a","password":"x","__proto__":{"isAdmin":true}}',
      400,
      'Unknown field: __proto__',
    ],
  ])('of %s says the same', async (_what, body, status, message) => {
    const answer = await trpc('auth.login', json(body))
    expect(answer.status).toBe(status)
    expect(answer.error).toMatchObject({
      status: 'error',
      error: message,
      message,
      errorCode: 'invalid_input',
    })
    expect(JSON.stringify(answer.body)).not.toMatch(/stack|node_modules/)
  })

  it('has the same status for an unknown call, a wrong content type, a body too large, no token', async () => {
    const large = JSON.stringify({ ...good, password: 'x'.repeat(LIMITS.loginBodyBytes) })
    const cases = [
      [await trpc('no.such'), 404, 'not_found'],
      [
        await trpc('auth.login', { ...json('x'), headers: { 'content-type': 'text/plain' } }),
        415,
        'unsupported_type',
      ],
      [await trpc('auth.login', json(large)), 413, 'too_large'],
      [await trpc('user.me'), 401, 'unauthenticated'],
      [await trpc('user.me', { headers: { authorization: 'Bearer garbage' } }), 401, 'unauthenticated'],
      [
        await trpc('user.me', { method: 'POST', headers: { 'content-type': 'application/json' } }),
        404,
        'not_found',
      ],
    ] as const
    for (const [answer, status, errorCode] of cases) {
      expect([answer.status, answer.error.errorCode]).toEqual([status, errorCode])
    }
  })

  it('lets a few calls go in one request, not many', async () => {
    const calls = (count: number) =>
      fetch(`${url}/api/trpc/${Array(count).fill('user.me').join(',')}?batch=1`, {
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await calls(3)).status).toBe(200)
    expect((await calls(LIMITS.batchedCalls + 1)).status).toBe(400)
  })

  it('coerces nothing after REST was used, nor before', async () => {
    for (const path of ['/auth/login', '/trpc/auth.login']) {
      const answer = await fetch(`${url}/api${path}`, json('{"email":true,"password":["x"]}'))
      expect(answer.status).toBe(400)
    }
  })
})

describe('a fault of ours', () => {
  it('answers a fixed sentence with the request id, and is logged without values', async () => {
    // A row that no code of ours writes: reading it fails inside the database.
    await services.db
      .system('test')
      .write((client) => client.$executeRawUnsafe('ALTER TABLE "User" RENAME COLUMN "name" TO "renamed"'))
    const before = log.length
    const rest = await call(url, 'POST', '/auth/login', {
      body: { ...good, email: 'very-secret@example.com' },
    })
    const overTrpc = await trpc(
      'auth.login',
      json(JSON.stringify({ ...good, email: 'very-secret@example.com' })),
    )
    await services.db
      .system('test')
      .write((client) => client.$executeRawUnsafe('ALTER TABLE "User" RENAME COLUMN "renamed" TO "name"'))

    const requestId = rest.headers.get('x-request-id')
    expect([rest.status, rest.body]).toEqual([
      500,
      {
        status: 'error',
        error: `Something went wrong on our side. Quote the request id ${requestId}.`,
        code: 'internal',
      },
    ])
    expect([overTrpc.status, overTrpc.error.errorCode]).toEqual([500, 'internal'])
    const lines = log.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>)
    const faults = lines.filter(({ msg }) => msg === 'request failed')
    expect(faults.map(({ reqId, level }) => [reqId, level])).toEqual([
      [requestId, 50],
      [overTrpc.requestId, 50],
    ])
    expect(overTrpc.error.message).toContain(overTrpc.requestId)
    expect(JSON.stringify(lines)).not.toContain('very-secret')
  })
})

describe('the log', () => {
  it('tells the pattern of an address, never the address or the token', async () => {
    const before = log.length
    await call(url, 'GET', '/generated-link/get/slug/private-slug?x=private-query', { token })
    await expect.poll(() => log.slice(before).join('')).toContain('/api/generated-link/get/slug/:slug')
    const lines = log.join('')
    for (const secret of ['private-slug', 'private-query', token, TEST_ADMIN.password])
      expect(lines).not.toContain(secret)
  })
})
