import { describe, expect, it } from 'vitest'
import { isRecord } from '#domain/json'
import { signInPolicy } from '../auth/sign-in-policy.ts'
import { hashPassword } from '../auth/passwords.ts'
import { call, makeCompany, makeCompanyAdmin, makeRole, makeUser, signIn } from '../test/support/factories.ts'
import { mailsTo } from '../test/support/mails.ts'
import { codeOf, switchOtpOn } from '../test/support/one-time-code.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'
import { upload } from '../test/support/uploads.ts'

const { url, services } = await startTestServer({ signInPolicy: 'strict', role: 'all' })
const { write: db } = services.db.system('test')
const company = await makeCompany(services)
const OWN_PASSWORD = 'battery-staple-2'

const codeOfCall = async (token: string, method: string, path: string, body?: object) =>
  (await call(url, method, path, { token, ...(body && { body }) })).body.code
const me = async (token: string) => (await call(url, 'GET', '/user/me', { token })).body.data
const changeTo = (token: string, currentPassword: string, password: string) =>
  call(url, 'PUT', '/user/me/password', { token, body: { currentPassword, password } })

/** The super admin as somebody who has been through it all. */
const admin = await (async () => {
  const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  const first = await codeOfCall(token, 'GET', '/form/submissions')
  await changeTo(token, TEST_ADMIN.password, OWN_PASSWORD)
  const second = await codeOfCall(token, 'GET', '/form/submissions')
  await switchOtpOn(url, token, OWN_PASSWORD)
  return { token, refusals: [first, second] }
})()

describe('SIGN_IN_POLICY', () => {
  it.each([
    ['auto', null, 'relaxed'],
    ['auto', 'http://apply.example.com', 'relaxed'],
    ['auto', 'https://apply.example.com', 'strict'],
    ['strict', null, 'strict'],
    ['relaxed', 'https://apply.example.com', 'relaxed'],
  ] as const)('%s at %s is %s', (policy, publicUrl, expected) => {
    expect(signInPolicy({ signInPolicy: policy, publicUrl })).toBe(expected)
  })
})

describe('under the strict policy', () => {
  it('the seeded admin changes the printed password and sets up two steps before anything else', async () => {
    expect(admin.refusals).toEqual(['password_change_required', 'otp_setup_required'])
    expect((await call(url, 'GET', '/form/submissions', { token: admin.token })).status).toBe(200)
  })

  it.each([
    ['who sees submissions', 'page:forms', true],
    ['who sees none', 'page:links', false],
  ] as const)('two steps are asked of a user %s', async (_who, permission, isAsked) => {
    const role = await makeRole(services, { companyId: company.id, permissions: [permission] })
    const { email } = await makeUser(services, { companyId: company.id, roleId: role.id })
    const token = await signIn(url, email)
    expect(await me(token)).toMatchObject({ otp: false, otpRequired: isAsked, passwordChangeRequired: false })
    expect(await codeOfCall(token, 'GET', '/generated-link/get')).toBe(
      isAsked ? 'otp_setup_required' : undefined,
    )
  })

  it('nobody is locked out: whoever has no second step yet sets it up after signing in', async () => {
    const { email } = await makeCompanyAdmin(services, company.id)
    const token = await signIn(url, email)
    expect(await codeOfCall(token, 'GET', '/form/submissions')).toBe('otp_setup_required')
    expect((await upload(url, { headers: { authorization: `Bearer ${token}` } })).body.code).toBe(
      'otp_setup_required',
    )
    const { secret } = await switchOtpOn(url, token)
    expect(codeOf(secret)).toMatch(/^\d{6}$/)
    expect(await codeOfCall(token, 'GET', '/form/submissions')).toBeUndefined()
  })
})

describe('a password that someone else set', () => {
  const GIVEN = 'given-by-boss-1'
  const links = (token: string) => codeOfCall(token, 'GET', '/generated-link/get')

  async function created() {
    const email = `${crypto.randomUUID()}@example.com`
    const body = { name: 'New', email, password: GIVEN, company: company.id }
    const answer = await call(url, 'POST', '/user/create', { token: admin.token, body })
    return { email, id: isRecord(answer.body.data) ? String(answer.body.data.id) : '' }
  }

  it('is good for the own account alone, until it is changed', async () => {
    const { email } = await created()
    const token = await signIn(url, email, GIVEN)
    expect(await me(token)).toMatchObject({ passwordChangeRequired: true })
    const refused = await call(url, 'GET', '/generated-link/get', { token })
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        status: 'error',
        error: 'Your password was set by someone else. Choose your own on your account page first.',
        code: 'password_change_required',
      },
    ])
    expect(await codeOfCall(token, 'GET', '/form/export')).toBe('password_change_required')
    expect((await call(url, 'GET', '/user/me/sessions', { token })).status).toBe(200)

    const same = await changeTo(token, GIVEN, GIVEN)
    expect([same.status, same.body.fields]).toEqual([
      400,
      { password: 'Choose a password other than your current one.' },
    ])
    expect((await changeTo(token, GIVEN, OWN_PASSWORD)).status).toBe(200)
    expect(await links(token)).toBeUndefined()
    expect(await me(token)).toMatchObject({ passwordChangeRequired: false })
  })

  it('may be signed out of', async () => {
    const { email } = await created()
    const token = await signIn(url, email, GIVEN)
    expect((await call(url, 'POST', '/auth/logout', { token })).status).toBe(200)
  })

  it('is asked for again after another user has set one, and not after other changes', async () => {
    const { email, id } = await created()
    await changeTo(await signIn(url, email, GIVEN), GIVEN, OWN_PASSWORD)
    const update = (body: object) => call(url, 'PUT', `/user/update/${id}`, { token: admin.token, body })
    await update({ name: 'Renamed' })
    expect(await links(await signIn(url, email, OWN_PASSWORD))).toBeUndefined()
    await update({ password: GIVEN })
    expect(await links(await signIn(url, email, GIVEN))).toBe('password_change_required')
  })

  it("is that of a new company's administrator too", async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const body = {
      company: { nameIn: 'New', nameOut: 'New' },
      user: { name: 'Boss', email, password: GIVEN },
      role: { name: 'Company Admin', userType: 'company', permissions: ['page:forms'] },
    }
    const made = await call(url, 'POST', '/admin/create-company', { token: admin.token, body })
    expect(made.status).toBe(200)
    expect(await links(await signIn(url, email, GIVEN))).toBe('password_change_required')
  })

  it('is no longer one once it is reset by a mailed link', async () => {
    const { email } = await created()
    await call(url, 'POST', '/auth/forgot-password', { body: { email } })
    await expect.poll(async () => (await mailsTo(services, email)).length).toBe(1)
    const [mail = ''] = await mailsTo(services, email)
    const token = /reset-password#([\w-]+)/.exec(mail)?.[1]
    const reset = await call(url, 'POST', '/auth/reset-password', { body: { token, password: OWN_PASSWORD } })
    expect(reset.status).toBe(200)
    expect(await links(await signIn(url, email, OWN_PASSWORD))).toBeUndefined()
  })
})

describe('a common password', () => {
  const COMMON = 'Password123'
  const REFUSED = 'This password is too common. Choose another.'

  it('is refused at its field wherever one is set', async () => {
    const { id } = await makeUser(services, { companyId: company.id })
    const user = { name: 'New', email: 'common@example.com', password: COMMON }
    const send = (method: string, path: string, body: object) =>
      call(url, method, path, { token: admin.token, body })
    const answers = await Promise.all([
      send('POST', '/user/create', user),
      send('PUT', `/user/update/${id}`, { password: COMMON }),
      send('PUT', '/user/me/password', { currentPassword: OWN_PASSWORD, password: COMMON }),
      send('POST', '/auth/reset-password', { token: 'none', password: COMMON }),
      send('POST', '/admin/create-company', {
        company: { nameIn: 'New', nameOut: 'New' },
        user,
        role: { name: 'Company Admin', userType: 'company', permissions: [] },
      }),
    ])
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(answers.map(() => [400, REFUSED]))
    expect(answers.map(({ body }) => Object.keys(isRecord(body.fields) ? body.fields : {}))).toEqual([
      ['password'],
      ['password'],
      ['password'],
      ['password'],
      ['user.password'],
    ])
  })

  it('stops the first start as ADMIN_PASSWORD', async () => {
    await expect(startTestServer({ adminPassword: COMMON })).rejects.toThrow(/^ADMIN_PASSWORD is one of/)
  })

  it('still signs in whoever has it already', async () => {
    const { id, email } = await makeUser(services, { companyId: company.id })
    await db(async (client) =>
      client.user.update({ where: { id }, data: { passwordHash: await hashPassword(COMMON) } }),
    )
    await expect(signIn(url, email, COMMON)).resolves.toBeTruthy()
  })
})
