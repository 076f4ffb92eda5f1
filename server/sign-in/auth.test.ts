import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type * as argon2 from '@node-rs/argon2'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RATES } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { ROLE_PRESETS } from '#domain/permissions'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeUser,
  signIn,
  TEST_PASSWORD,
} from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'

// The library itself, with its calls counted.
vi.mock('@node-rs/argon2', async (original) => {
  const actual = await original<typeof argon2>()
  return { ...actual, hash: vi.fn(actual.hash), verify: vi.fn(actual.verify) }
})

const { url, services } = await startTestServer({ rateLimit: true, trustProxy: ['127.0.0.1'] })
const { db } = services

beforeEach(() => db.system('test').write((client) => client.throttleBucket.deleteMany()))

const login = (email: unknown, password: unknown = TEST_PASSWORD, ip = '198.51.100.1') =>
  call(url, 'POST', '/auth/login', { body: { email, password }, headers: { 'x-forwarded-for': ip } })
const refusal = { status: 'error', error: 'Invalid email or password.', code: 'unauthenticated' }
const audit = (act: string) =>
  db.system('test').write((client) => client.auditEntry.findMany({ where: { act }, orderBy: { id: 'asc' } }))

/** Refusals for too many tries, as the log has them: one a minute. */
const throttled = async ({ objectId, ip }: { objectId?: string; ip?: string }) =>
  (await audit('sign-in-refused')).filter(
    (entry) =>
      JSON.stringify(entry.detail).includes('throttled') && (entry.objectId === objectId || entry.ip === ip),
  )

describe('POST /auth/login', () => {
  it('answers a token, the role and its permissions', async () => {
    const { status, body } = await login(TEST_ADMIN.email)
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'success',
      data: {
        token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        role: { id: expect.any(String), name: 'Admin', userType: 'admin' },
        permissions: [...ROLE_PRESETS.admin.permissions],
      },
    })
  })

  it('takes the e-mail in any case and with spaces around it', async () => {
    expect((await login(`  ${TEST_ADMIN.email.toUpperCase()} `)).status).toBe(200)
  })

  it('answers a user without a role', async () => {
    const user = await makeUser({ db })
    const { body } = await login(user.email)
    expect(body.data).toMatchObject({ role: null, permissions: [] })
  })

  it('refuses unknown, wrong and inactive with the same words and the same work', async () => {
    const user = await makeUser({ db })
    const inactive = await makeUser({ db }, { active: false })
    for (const [email, password] of [
      ['nobody@example.com', TEST_PASSWORD],
      [user.email, 'wrong-horse-1'],
      [inactive.email, TEST_PASSWORD],
    ] as const) {
      vi.mocked(verify).mockClear()
      const { status, body } = await login(email, password)
      expect([status, body]).toEqual([401, refusal])
      expect(verify).toHaveBeenCalledTimes(1)
    }
  })

  it('gives no session where the password is changed while it is looked at', async () => {
    const user = await makeUser({ db })
    vi.mocked(verify).mockImplementationOnce(async () => {
      await db
        .system('test')
        .write((client) => client.user.update({ where: { id: user.id }, data: { passwordHash: 'another' } }))
      return true
    })
    expect(await login(user.email)).toMatchObject({ status: 401, body: refusal })
    expect(
      await db.system('test').write((client) => client.loginSession.count({ where: { userId: user.id } })),
    ).toBe(0)
  })

  it.each([
    ['no e-mail', { password: 'x' }, 'email', 'email is required.'],
    ['an empty password', { email: 'a@b.c', password: '' }, 'password', 'password is required.'],
    [
      'a number for a password',
      { email: 'a@b.c', password: 12345678 },
      'password',
      'password must be of the type string.',
    ],
    [
      'an undeclared key',
      { email: 'a@b.c', password: 'x', isAdmin: true },
      'isAdmin',
      'Unknown field: isAdmin',
    ],
  ])('refuses %s by name', async (_what, body, field, sentence) => {
    const answer = await call(url, 'POST', '/auth/login', { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      status: 'error',
      error: sentence,
      code: 'invalid_input',
      fields: { [field]: sentence },
    })
  })

  it('refuses the eleventh wrong try on an account from an address, however it is spelt, and says when to return', async () => {
    const user = await makeUser({ db }, { email: 'Target@Example.com' })
    const spellings = ['target@example.com', 'TARGET@EXAMPLE.COM', '  Target@example.com ']
    for (let index = 0; index < RATES.loginPerAccountAndAddress.max; index++) {
      const answer = await login(spellings[index % 3], 'wrong-horse-1')
      expect(answer.status).toBe(401)
    }
    const { status, headers, body } = await login(user.email)
    expect(status).toBe(429)
    expect(body).toMatchObject({ status: 'error', code: 'too_many_requests' })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(800)

    const overTrpc = await fetch(`${url}/api/trpc/auth.login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.1' },
      body: JSON.stringify({ email: user.email, password: TEST_PASSWORD }),
    })
    expect([overTrpc.status, Number(overTrpc.headers.get('retry-after')) > 800]).toEqual([429, true])
    expect(await throttled({ objectId: user.id })).toMatchObject([{ detail: { throttled: 'account' } }])
    expect((await login(TEST_ADMIN.email)).status).toBe(200)
  })

  it('refuses an address after 50 wrong tries on any account', async () => {
    for (let index = 0; index < RATES.loginPerAddress.max; index++) {
      await login(`user${index}@example.com`, 'wrong-horse-1', '203.0.113.9')
    }
    expect((await login(TEST_ADMIN.email, TEST_PASSWORD, '203.0.113.9')).status).toBe(429)
    expect((await login(TEST_ADMIN.email, TEST_PASSWORD, '203.0.113.10')).status).toBe(200)
    await login('nobody-at-all@example.com', TEST_PASSWORD, '203.0.113.9')
    expect(await throttled({ ip: '203.0.113.9' })).toMatchObject([{ detail: { throttled: 'address' } }])
  })

  it('does not count right tries', async () => {
    for (let index = 0; index < RATES.loginPerAccountAndAddress.max + 2; index++) {
      expect((await login(TEST_ADMIN.email)).status).toBe(200)
    }
  })

  it('is written to the audit log, refusals without the e-mail of an unknown account', async () => {
    const company = await makeCompany({ db })
    const user = await makeCompanyAdmin({ db }, company.id)
    await login(user.email, TEST_PASSWORD, '198.51.100.77')
    await login(user.email, 'wrong-horse-1', '198.51.100.78')
    await login('secret-guess@example.com', 'x', '198.51.100.79')

    expect((await audit('sign-in')).at(-1)).toMatchObject({
      actorId: user.id,
      companyId: company.id,
      objectId: user.id,
      ip: '198.51.100.77',
    })
    const [known, unknown] = (await audit('sign-in-refused')).slice(-2)
    expect(known).toMatchObject({
      actorId: null,
      companyId: company.id,
      objectId: user.id,
      ip: '198.51.100.78',
    })
    expect(unknown).toMatchObject({ actorId: null, objectId: '', ip: '198.51.100.79' })
    expect(
      JSON.stringify(
        await db.system('test').write(async (c) => (await c.auditEntry.findMany()).map((row) => row.detail)),
      ),
    ).not.toContain('secret-guess')
  })
})

describe('a password that is set', () => {
  const create = async (token: string, role?: string) => {
    const email = `made-${randomUUID()}@example.com`
    const body = { name: 'Made', email, password: TEST_PASSWORD, ...(role !== undefined && { role }) }
    return { email, answer: await call(url, 'POST', '/user/create', { token, body }) }
  }

  it('is kept as argon2id with 19 MiB, two passes and one lane, and nowhere else', async () => {
    const { email, answer } = await create(await signIn(url, TEST_ADMIN.email))
    expect(answer.status).toBe(200)
    const user = await db.system('test').write((client) => client.user.findFirstOrThrow({ where: { email } }))
    expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(JSON.stringify([user, answer.body])).not.toContain(TEST_PASSWORD)
    expect(JSON.stringify(answer.body)).not.toContain('argon2')
  })

  it('is not hashed for somebody who may not set it', async () => {
    const company = await makeCompany({ db })
    const token = await signIn(url, (await makeCompanyAdmin({ db }, company.id)).email)
    const { id: adminRole } = await db
      .system('test')
      .write((client) => client.role.findFirstOrThrow({ where: { name: 'Admin' } }))
    vi.mocked(hash).mockClear()
    const { answer } = await create(token, adminRole)
    expect(answer.body.status).toBe('error')
    expect(hash).not.toHaveBeenCalled()
  })
})

describe('GET /user/me', () => {
  it('answers who is signed in', async () => {
    const company = await makeCompany({ db })
    const user = await makeCompanyAdmin({ db }, company.id)
    const token = await signIn(url, user.email)
    const { status, body } = await call(url, 'GET', '/user/me', { token })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      id: user.id,
      email: user.email,
      name: user.name,
      isAdmin: false,
      slug: null,
      company: { id: company.id, nameOut: company.nameOut },
      role: {
        id: user.roleId,
        name: expect.any(String),
        userType: 'company',
        permissions: [...ROLE_PRESETS.companyAdmin.permissions],
        scope: 'company',
      },
      otp: false,
      sso: false,
      otpRequired: false,
      passwordChangeRequired: false,
      submissionMail: 'off',
    })
  })

  it('answers a user without role and company', async () => {
    const user = await makeUser({ db })
    const { body } = await call(url, 'GET', '/user/me', { token: await signIn(url, user.email) })
    expect(body.data).toMatchObject({ company: null, role: null })
  })

  it('asks those to sign in who are not', async () => {
    const { status, body } = await call(url, 'GET', '/user/me')
    expect([status, body]).toEqual([
      401,
      { status: 'error', error: serverMessages.signIn, code: 'unauthenticated' },
    ])
  })
})

describe('POST /auth/logout', () => {
  it('makes the token worthless on the server', async () => {
    const token = await signIn(url, TEST_ADMIN.email)
    const { status, body } = await call(url, 'POST', '/auth/logout', { token })
    expect([status, body]).toEqual([200, { status: 'success', data: { signedOut: true } }])

    const after = await call(url, 'GET', '/user/me', { token })
    expect(after.status).toBe(401)
    expect(after.body.error).toBe('Your session has ended. Please sign in again.')
    expect((await audit('sign-out')).at(-1)).toMatchObject({ ip: '127.0.0.1' })
  })
})
