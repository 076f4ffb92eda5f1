import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LIMITS, RATES, type RateName } from '#domain/limits'
import { newResetToken } from '../auth/password-reset.ts'
import { throttle } from '../auth/throttle.ts'
import { sweep } from '../jobs/sweep.job.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeUser,
  signIn,
  TEST_PASSWORD,
  type Answer,
} from '../test/support/factories.ts'
import { codeOf, switchOtpOn } from '../test/support/one-time-code.ts'
import { startTestServer } from '../test/support/server.ts'

/** What strangers can and cannot keep an account's owner from. */

const { url, services } = await startTestServer({ rateLimit: true, trustProxy: ['127.0.0.1'] })
const { db } = services

beforeEach(() => db.system('test').write((client) => client.throttleBucket.deleteMany()))

const OWNER = '198.51.100.1'
const STRANGER = '203.0.113.1'

type From = { ip?: string; cookie?: string; password?: string }
const headersOf = ({ ip = OWNER, cookie }: From) => ({ 'x-forwarded-for': ip, ...(cookie && { cookie }) })
const login = (email: string, { password = TEST_PASSWORD, ...from }: From = {}) =>
  call(url, 'POST', '/auth/login', { body: { email, password }, headers: headersOf(from) })
const guess = (email: string, ip: string, cookie?: string) =>
  login(email, { ip, password: 'wrong-horse-1', ...(cookie !== undefined && { cookie }) })

const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]?.split(';')[0] ?? ''
const devicesOf = (userId: string) =>
  db.system('test').write((client) => client.knownDevice.findMany({ where: { userId } }))

async function useUp(rate: RateName, ...keyParts: string[]): Promise<void> {
  for (let count = RATES[rate].max; count > 0; count--) await throttle(services, rate, ...keyParts)
}

async function personWithDevice() {
  const user = await makeCompanyAdmin({ db }, (await makeCompany({ db })).id)
  const cookie = cookieOf(await login(user.email))
  return { ...user, cookie }
}

describe('wrong passwords of a stranger', () => {
  it('block the stranger, and not the owner at another address', async () => {
    const { email } = await makeUser({ db })
    for (let tries = 0; tries < RATES.loginPerAccountAndAddress.max; tries++)
      expect((await guess(email, STRANGER)).status).toBe(401)
    expect((await login(email, { ip: STRANGER })).status).toBe(429)
    expect((await login(email, { ip: OWNER })).status).toBe(200)
  })

  it('do not block a known device, be the stranger at the same address or at a hundred', async () => {
    const { email, emailKey, cookie } = await personWithDevice()
    await useUp('loginPerAddress', OWNER)
    await useUp('loginPerAccountAndAddress', emailKey, OWNER)
    await useUp('loginPerAccount', emailKey)
    expect((await login(email)).status).toBe(429)
    expect((await login(email, { cookie })).status).toBe(200)
    expect((await login(email, { cookie, ip: STRANGER })).status).toBe(200)
  })

  it('from many addresses stop passwords alone, whoever has the account and whether there is one', async () => {
    const { email, emailKey } = await makeUser({ db })
    await useUp('loginPerAccount', emailKey)
    await useUp('loginPerAccount', 'nobody@example.com')
    const answers = [await login(email), await guess(email, OWNER), await login('nobody@example.com')]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([429, 'too_many_requests']),
    )
  })

  it('from many addresses do not stop a second factor, and tell nobody that there is one', async () => {
    const user = await makeUser({ db })
    const secret = await switchOtpOn(url, await signIn(url, user.email))
    await useUp('loginPerAccount', user.emailKey)
    expect((await guess(user.email, STRANGER)).status).toBe(429)
    const { status, body } = await login(user.email)
    expect([status, body.code]).toEqual([401, 'otp_required'])
    const [code = ''] = secret.recoveryCodes
    const answer = await call(url, 'POST', '/auth/verify', { body: { ticket: body.ticket, code } })
    expect(answer.status).toBe(200)
  })

  it('do not stop the second step of an owner at the same address', async () => {
    const user = await makeUser({ db })
    const { recoveryCodes } = await switchOtpOn(url, await signIn(url, user.email))
    const { ticket } = (await login(user.email)).body
    await useUp('loginPerAddress', OWNER)
    const body = { ticket, code: recoveryCodes[0] ?? '' }
    expect((await call(url, 'POST', '/auth/verify', { body, headers: headersOf({}) })).status).toBe(200)
  })

  it('do not stop a signed-in owner who proves their password', async () => {
    const { email, emailKey } = await makeCompanyAdmin({ db }, (await makeCompany({ db })).id)
    const token = await signIn(url, email)
    await useUp('loginPerAccountAndAddress', emailKey, '127.0.0.1')
    await useUp('loginPerAccount', emailKey)
    await useUp('loginPerAddress', '127.0.0.1')
    const body = { currentPassword: TEST_PASSWORD, password: 'battery-staple-2' }
    expect((await call(url, 'PUT', '/user/me/password', { token, body })).status).toBe(200)
  })

  it('do not stop who sets a new password by a mailed link, nor the sign-in that follows', async () => {
    const user = await makeUser({ db })
    const token = await newResetToken(services, user)
    await useUp('loginPerAddress', OWNER)
    const password = 'battery-staple-2'
    const answer = await call(url, 'POST', '/auth/reset-password', {
      body: { token, password },
      headers: headersOf({}),
    })
    expect(answer.status).toBe(200)
    expect((await login(user.email, { password, cookie: cookieOf(answer) })).status).toBe(200)
  })
})

it('takes the codes of a known device when others who have the password used up the account', async () => {
  const user = await makeUser({ db })
  const { recoveryCodes, secret } = await switchOtpOn(url, await signIn(url, user.email))
  const verify = async (code: string, cookie?: string) => {
    const { ticket } = (await login(user.email)).body
    const headers = headersOf(cookie === undefined ? {} : { cookie })
    return call(url, 'POST', '/auth/verify', { body: { ticket, code }, headers })
  }
  const cookie = cookieOf(await verify(recoveryCodes[0] ?? ''))
  await useUp('codePerAccount', user.id)
  expect((await verify(recoveryCodes[1] ?? '')).status).toBe(429)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  const answer = await verify(codeOf(secret), cookie)
  vi.useRealTimers()
  expect(answer.status).toBe(200)
})

describe('a known device', () => {
  it('is a cookie that scripts and other sites do not get, kept as a hash, over REST and tRPC', async () => {
    const { id, email } = await makeUser({ db })
    const overTrpc = await fetch(`${url}/api/trpc/auth.login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: TEST_PASSWORD }),
    })
    const cookies = [overTrpc, await login(email)].map(({ headers }) => headers.getSetCookie()[0] ?? '')
    for (const cookie of cookies)
      expect(cookie).toMatch(
        /^intake_device_[0-9a-f]{16}=[\w-]{43}; Path=\/api; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
      )
    const stored = JSON.stringify(await devicesOf(id))
    for (const cookie of cookies) expect(stored).not.toContain(/=([\w-]{43})/.exec(cookie)?.[1])
  })

  it('is Secure where the product is reached over https', async () => {
    const { email } = await makeUser({ db })
    services.publicUrl = 'https://apply.example.com'
    const answer = await login(email)
    services.publicUrl = url
    expect(answer.headers.getSetCookie()[0]).toMatch(/; Secure$/)
  })

  it('has tries of its own, ten in 15 minutes', async () => {
    const { email, cookie } = await personWithDevice()
    for (let tries = 0; tries < RATES.loginPerDevice.max; tries++)
      expect((await guess(email, OWNER, cookie)).status).toBe(401)
    expect((await login(email, { cookie })).status).toBe(429)
    expect((await login(email)).status).toBe(200)
  })

  it('stays the same at the next sign-in, and signs nobody in by itself', async () => {
    const { id, email, cookie } = await personWithDevice()
    expect(cookieOf(await login(email, { cookie }))).toBe(cookie)
    expect(await devicesOf(id)).toHaveLength(1)
    expect((await call(url, 'GET', '/user/me', { headers: { cookie } })).status).toBe(401)
  })

  it("is a stranger's to everybody else", async () => {
    const { cookie } = await personWithDevice()
    const other = await makeUser({ db })
    await useUp('loginPerAccount', other.emailKey)
    expect((await login(other.email, { cookie })).status).toBe(429)
  })

  it('is known for ninety days after the last sign-in, then swept', async () => {
    const { id, email, emailKey, cookie } = await personWithDevice()
    await useUp('loginPerAccount', emailKey)
    const later = Date.now() + (LIMITS.knownDeviceDays * 24 + 1) * 60 * 60_000
    vi.useFakeTimers({ toFake: ['Date'], now: later })
    expect((await login(email, { cookie })).status).toBe(429)
    await sweep(services)
    vi.useRealTimers()
    expect(await devicesOf(id)).toEqual([])
  })

  it('makes room for newer ones, those that came back last', async () => {
    const { id, email, cookie } = await personWithDevice()
    await login(email, { cookie })
    for (let count = 0; count < LIMITS.knownDevices + 2; count++) await login(email)
    const devices = await devicesOf(id)
    expect(devices).toHaveLength(LIMITS.knownDevices)
    expect(devices.filter(({ usedAt }) => usedAt !== null)).toHaveLength(1)
  })

  it.each<[string, (user: { id: string; token: string; email: string }) => Promise<unknown>]>([
    [
      'a change of the password',
      ({ token }) =>
        call(url, 'PUT', '/user/me/password', {
          token,
          body: { currentPassword: TEST_PASSWORD, password: 'battery-staple-2' },
        }),
    ],
    ['the end of other sessions', ({ token }) => call(url, 'DELETE', '/user/me/sessions', { token })],
    [
      'the end of one session',
      async ({ token }) => {
        const { body } = await call(url, 'GET', '/user/me/sessions', { token })
        const [session] = body.data as { id: string }[]
        return call(url, 'DELETE', `/user/me/sessions/${session?.id ?? ''}`, { token })
      },
    ],
    [
      'deactivation',
      async ({ id }) => {
        const token = await signIn(url, 'admin@example.com')
        return call(url, 'PUT', `/user/update/${id}`, { token, body: { active: false } })
      },
    ],
  ])('is forgotten with %s', async (_what, act) => {
    const { id, email } = await personWithDevice()
    expect(await devicesOf(id)).toHaveLength(1)
    const token = await services.sessions.start(id, { ip: OWNER, userAgent: 'test' })
    expect(await act({ id, token, email })).toMatchObject({ status: 200 })
    expect(await devicesOf(id)).toEqual([])
  })
})
