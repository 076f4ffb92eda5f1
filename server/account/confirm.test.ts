import { beforeEach, describe, expect, it } from 'vitest'
import { LIMITS, RATES } from '#domain/limits'
import { isRecord } from '#domain/json'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeRole,
  makeUser,
  signIn,
  TEST_PASSWORD,
} from '../test/support/factories.ts'
import { switchOtpOn } from '../test/support/one-time-code.ts'
import { startTestServer } from '../test/support/server.ts'

const { url, services } = await startTestServer({ rateLimit: true, seedDemo: false })
const { write: db } = services.db.system('test')
const company = await makeCompany(services)
const otherRole = await makeRole(services, { companyId: company.id })

beforeEach(() => db((client) => client.throttleBucket.deleteMany()))

/** A company's administrator, who gave the password just longer ago than counts. */
async function administrator() {
  const user = await makeCompanyAdmin(services, company.id)
  const token = await signIn(url, user.email)
  const confirmedAt = new Date(Date.now() - LIMITS.confirmedMinutes * 60_000 - 1000)
  await db((client) => client.loginSession.updateMany({ where: { userId: user.id }, data: { confirmedAt } }))
  return { ...user, token }
}
const colleague = () => makeUser(services, { companyId: company.id })
const confirm = (token: string, password = TEST_PASSWORD) =>
  call(url, 'POST', '/user/me/confirm', { token, body: { password } })

type Act = [name: string, send: (token: string, userId: string) => ReturnType<typeof call>]
const updates = (body: object) => (token: string, userId: string) =>
  call(url, 'PUT', `/user/update/${userId}`, { token, body })
const updateRole = (token: string, body: object) =>
  call(url, 'PUT', `/role/update/${otherRole.id}`, { token, body: { name: otherRole.name, ...body } })
const settings = (body: object) => (token: string) =>
  call(url, 'PUT', `/company/update/${company.id}`, { token, body })

const SENSITIVE: Act[] = [
  ["another user's password", updates({ password: 'brand-new-1' })],
  ["another user's second step", updates({ otp: false })],
  ["another user's role", updates({ role: otherRole.id })],
  ["another user's address, which resets the password", updates({ email: 'elsewhere@example.com' })],
  ['what a role permits', (token) => updateRole(token, { permissions: ['page:main'] })],
  ["the company's retention period", settings({ retentionDays: 90 })],
  ["the company's second step", settings({ requireOtp: true })],
]

const OTHERS: Act[] = [
  ["another user's name", updates({ name: 'Ann' })],
  ["a role's name", (token) => updateRole(token, { name: 'Renamed' })],
  ['the same role and address again', updates({ role: null })],
  ["the company's name and its settings as they are", settings({ nameIn: 'Acme', requireOtp: false, retentionDays: null })],
  [
    'a new user',
    (token) =>
      call(url, 'POST', '/user/create', {
        token,
        body: { name: 'New', email: 'new@example.com', password: 'brand-new-1', role: otherRole.id },
      }),
  ],
] // prettier-ignore

describe('a session without a recent password', () => {
  it.each(OTHERS)('changes %s', async (_name, send) => {
    const { token } = await administrator()
    const { status, body } = await send(token, (await colleague()).id)
    expect([status, body.error]).toEqual([200, undefined])
  })

  it.each(SENSITIVE)('changes %s only once it is confirmed', async (_name, send) => {
    const { token } = await administrator()
    const { id } = await colleague()
    const rows = () =>
      db((client) => Promise.all([client.user.findUnique({ where: { id } }), client.company.findMany()]))
    const before = await rows()
    const refused = await send(token, id)
    expect([refused.status, refused.body]).toEqual([
      403,
      { status: 'error', error: 'Confirm your password to do this.', code: 'password_needed' },
    ])
    expect(await rows()).toEqual(before)

    expect((await confirm(token)).status).toBe(200)
    expect((await send(token, id)).status).toBe(200)
    await db((client) =>
      client.company.update({
        where: { id: company.id },
        data: { requireOtp: false, retentionDays: null, retentionFrom: null },
      }),
    )
    await db((client) => client.user.update({ where: { id }, data: { email: id, emailKey: id } }))
  })

  it('is refused over tRPC too', async () => {
    const { token } = await administrator()
    const { id } = await colleague()
    const answer = await fetch(`${url}/api/trpc/user.update`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ id, password: 'brand-new-1' }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { error: { errorCode: 'password_needed' } },
    ])
  })

  it('is told first of what it may not do at all', async () => {
    const { token, id } = await administrator()
    const answer = await call(url, 'PUT', `/user/update/${id}`, { token, body: { password: 'brand-new-1' } })
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  })
})

describe('POST /user/me/confirm', () => {
  it('confirms this session for ten minutes, and no other', async () => {
    const { id, email, token } = await administrator()
    const other = await signIn(url, email)
    await db((client) => client.loginSession.updateMany({ where: { userId: id }, data: { confirmedAt: new Date(0) } }))
    const { status, body } = await confirm(token)
    const until = isRecord(body.data) ? Date.parse(String(body.data.until)) : NaN
    const [confirmed] = await db((client) =>
      client.loginSession.findMany({ where: { userId: id, confirmedAt: { gt: new Date(0) } } }),
    )
    expect([status, until]).toEqual([200, Number(confirmed?.confirmedAt) + 10 * 60_000])
    const { id: colleagueId } = await colleague()
    const change = updates({ password: 'brand-new-1' })
    expect((await change(other, colleagueId)).body.code).toBe('password_needed')
    expect((await change(token, colleagueId)).status).toBe(200)
  }) // prettier-ignore

  it('refuses a wrong password at its field, counts the tries per session, and writes an entry', async () => {
    const { id, email, token } = await administrator()
    for (let tries = 0; tries < RATES.proofPerSession.max; tries++) {
      const { status, body } = await confirm(token, 'wrong-horse-1')
      expect([status, body.fields]).toEqual([400, { password: 'This is not your current password.' }])
    }
    expect((await confirm(token)).status).toBe(429)
    const login = { body: { email, password: TEST_PASSWORD } }
    expect((await call(url, 'POST', '/auth/login', login)).status).toBe(200)

    await db((client) => client.throttleBucket.deleteMany())
    expect((await confirm(token)).status).toBe(200)
    const acts = await db((client) => client.auditEntry.findMany({ where: { objectId: id } }))
    expect(acts.map(({ act }) => act)).toEqual(
      expect.arrayContaining(['proof-refused', 'password-confirmed']),
    )
  })

  it('is open before a required second step is set up, and to nobody who is not signed in', async () => {
    const strict = await makeCompany(services, { requireOtp: true })
    const { email } = await makeCompanyAdmin(services, strict.id)
    expect((await confirm(await signIn(url, email))).status).toBe(200)
    expect((await confirm('none')).status).toBe(401)
  })

  it('counts for whoever has just signed in with two steps', async () => {
    const { token } = await administrator()
    const { id, email } = await makeCompanyAdmin(services, company.id)
    const own = await signIn(url, email)
    const { recoveryCodes } = await switchOtpOn(url, own)
    const first = await call(url, 'POST', '/auth/login', { body: { email, password: TEST_PASSWORD } })
    const verified = await call(url, 'POST', '/auth/verify', {
      body: { ticket: first.body.ticket, code: recoveryCodes[0] },
    })
    const signedIn = isRecord(verified.body.data) ? String(verified.body.data.token) : ''
    expect((await updates({ password: 'brand-new-1' })(signedIn, (await colleague()).id)).status).toBe(200)
    expect((await updates({ otp: false })(token, id)).body.code).toBe('password_needed')
  })
})
