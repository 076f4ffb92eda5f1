import { describe, expect, it, vi } from 'vitest'
import { LIMITS, RATES } from '#domain/limits'
import { newOtpSecret, otpEnrolment } from '../auth/otp.ts'
import { call, TEST_PASSWORD } from '../test/support/factories.ts'
import { codeOf, switchOtpOn } from '../test/support/one-time-code.ts'
import { upload } from '../test/support/uploads.ts'
import { startAccountTests } from './account.fixture.ts'

const { url, db, NEW_PASSWORD, person, login, statusOfMe, audits, actsOf } = await startAccountTests()

describe('two-step sign-in', () => {
  const verify = (ticket: unknown, code: string, ip = '198.51.100.1') =>
    call(url, 'POST', '/auth/verify', { body: { ticket, code }, headers: { 'x-forwarded-for': ip } })
  /** Time goes on for half a minute, so that the app shows another code. */
  const nextCode = () => {
    if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    vi.setSystemTime(Date.now() + 30_000)
  }

  it('is set up with the password and a first code, and told by /user/me', async () => {
    const { id, email, token } = await person()
    const wrong = await call(url, 'POST', '/user/me/otp', { token, body: { currentPassword: 'wrong-1' } })
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['currentPassword']])

    const started = await call(url, 'POST', '/user/me/otp', {
      token,
      body: { currentPassword: TEST_PASSWORD },
    })
    const { secret, uri } = started.body.data as { secret: string; uri: string }
    expect(uri).toMatch(
      new RegExp(`^otpauth://totp/Intake:${encodeURIComponent(email)}\\?.*secret=${secret}`),
    )
    // Nothing is asked before the set-up is complete.
    expect((await login(email)).status).toBe(200)

    const refused = await call(url, 'PUT', '/user/me/otp', { token, body: { code: '000000' } })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['code']])
    const { body } = await call(url, 'PUT', '/user/me/otp', { token, body: { code: codeOf(secret) } })
    const { recoveryCodes } = body.data as { recoveryCodes: string[] }
    expect(new Set(recoveryCodes).size).toBe(LIMITS.recoveryCodes)
    expect((await call(url, 'GET', '/user/me', { token })).body.data).toMatchObject({
      otp: true,
      otpRequired: false,
      passwordChangeRequired: false,
    })
    expect(await actsOf(id)).toEqual(expect.arrayContaining(['otp-started', 'otp-switched-on']))

    const again = await call(url, 'POST', '/user/me/otp', { token, body: { currentPassword: TEST_PASSWORD } })
    expect(again.status).toBe(409)
    const row = await db
      .system('test')
      .write((client) => client.userOtp.findUniqueOrThrow({ where: { userId: id } }))
    expect(JSON.stringify(row)).not.toContain(recoveryCodes[0])
    expect(Buffer.from(row.secret).includes(Buffer.from(secret))).toBe(false)
  })

  it('asks for a code after the right password alone, and lets it in once', async () => {
    const { email, token } = await person()
    const { secret } = await switchOtpOn(url, token)
    nextCode()
    const wrong = await login(email, 'wrong-horse-1')
    expect(wrong.body).toEqual({
      status: 'error',
      error: 'Invalid email or password.',
      code: 'unauthenticated',
    })

    const asked = await login(email)
    expect(asked.status).toBe(401)
    expect(asked.body).toEqual({
      status: 'error',
      error: 'Enter the code that your authenticator app shows.',
      code: 'otp_required',
      ticket: expect.any(String),
    })
    const { ticket } = asked.body
    expect(await statusOfMe(String(ticket))).toBe(401)
    const refused = await verify(ticket, '000000')
    expect([refused.status, refused.body.code, Object.keys(refused.body.fields ?? {})]).toEqual([
      400,
      'invalid_input',
      ['code'],
    ])

    const code = codeOf(secret)
    const signedIn = await verify(ticket, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect(signedIn.status).toBe(200)
    expect(signedIn.body.data).toMatchObject({
      token: expect.any(String),
      role: {},
      permissions: expect.any(Array),
    })
    expect((await verify(ticket, code)).status).toBe(400)
  })

  it('takes the code of the step before or after, and of none further off', async () => {
    const { email, token } = await person()
    const { secret } = await switchOtpOn(url, token)
    nextCode()
    nextCode()
    const { ticket } = (await login(email)).body
    expect((await verify(ticket, codeOf(secret, -2))).status).toBe(400)
    expect((await verify(ticket, codeOf(secret, 2))).status).toBe(400)
    expect((await verify(ticket, codeOf(secret, -1))).status).toBe(200)
    expect((await verify(ticket, codeOf(secret, 1))).status).toBe(200)
    // What is older than the last one used counts as used.
    expect((await verify(ticket, codeOf(secret))).status).toBe(400)
  })

  it('lets one in where the same code comes many times at once', async () => {
    const { email, token } = await person()
    const { secret } = await switchOtpOn(url, token)
    nextCode()
    const { ticket } = (await login(email)).body
    const code = codeOf(secret)
    const answers = await Promise.all(Array.from({ length: 6 }, () => verify(ticket, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('takes each recovery code once, however it is typed', async () => {
    const { id, email, token } = await person()
    const { recoveryCodes } = await switchOtpOn(url, token)
    const [first = '', second = ''] = recoveryCodes
    const { ticket } = (await login(email)).body
    expect((await verify(ticket, first.replace('-', '').toLowerCase())).status).toBe(200)
    expect((await verify(ticket, first)).status).toBe(400)
    expect((await verify(ticket, second)).status).toBe(200)
    expect((await audits(id)).filter(({ act }) => act === 'sign-in').at(-1)).toMatchObject({
      detail: { code: 'recovery' },
    })
  })

  it('takes a ticket for five minutes, of its own user, until the password changes', async () => {
    const [one, two] = [await person(), await person()]
    const { recoveryCodes } = await switchOtpOn(url, one.token)
    const theirs = await switchOtpOn(url, two.token)
    const { ticket } = (await login(one.email)).body
    const forged = String(ticket).replace(one.id, two.id)
    expect((await verify(forged, theirs.recoveryCodes[0] ?? '')).body).toMatchObject({
      code: 'unauthenticated',
      error: 'Signing in took too long. Enter your email and password again.',
    })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1000 })
    expect((await verify(ticket, recoveryCodes[0] ?? '')).status).toBe(401)
    vi.useRealTimers()

    const body = { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD }
    await call(url, 'PUT', '/user/me/password', { token: one.token, body })
    expect((await verify(ticket, recoveryCodes[0] ?? '')).status).toBe(401)
  })

  it('counts wrong codes per account, from wherever they come', async () => {
    const { id, email, token } = await person()
    const { recoveryCodes } = await switchOtpOn(url, token)
    const { ticket } = (await login(email)).body
    for (let tries = 0; tries < RATES.codePerAccount.max; tries++)
      expect((await verify(ticket, '000000', `203.0.113.${tries}`)).status).toBe(400)
    const { status, headers } = await verify(ticket, recoveryCodes[0] ?? '', '203.0.113.99')
    expect([status, Number(headers.get('retry-after')) > 800]).toEqual([429, true])
    const refused = (await audits(id)).filter(({ act }) => act === 'sign-in-refused')
    expect(refused.map(({ detail }) => detail)).toEqual([
      ...Array.from({ length: RATES.codePerAccount.max }, () => ({ wrongCode: true })),
      { throttled: 'account' },
    ])
  })

  it('is switched off, and its recovery codes renewed, with password and code only', async () => {
    const { id, email, token } = await person()
    const { recoveryCodes } = await switchOtpOn(url, token)
    const [first = '', second = '', third = ''] = recoveryCodes
    const post = (path: string, body: object) => call(url, 'POST', `/user/me/otp/${path}`, { token, body })
    for (const path of ['off', 'recovery-codes']) {
      expect((await post(path, { currentPassword: 'wrong-1', code: first })).body.fields).toHaveProperty(
        'currentPassword',
      )
      expect(
        (await post(path, { currentPassword: TEST_PASSWORD, code: '000000' })).body.fields,
      ).toHaveProperty('code')
    }
    for (let tries = 2; tries < RATES.proofPerSession.max; tries++)
      await post('off', { currentPassword: TEST_PASSWORD, code: '000000' })
    expect((await post('off', { currentPassword: TEST_PASSWORD, code: first })).status).toBe(429)
    expect((await audits(id)).filter(({ act }) => act === 'proof-refused')).toHaveLength(1)
    await db.system('test').write((client) => client.throttleBucket.deleteMany())
    const renewed = await post('recovery-codes', { currentPassword: TEST_PASSWORD, code: first })
    const fresh = (renewed.body.data as { recoveryCodes: string[] }).recoveryCodes
    expect(fresh).toHaveLength(LIMITS.recoveryCodes)
    const { ticket } = (await login(email)).body
    expect((await verify(ticket, second)).status).toBe(400)
    expect((await post('off', { currentPassword: TEST_PASSWORD, code: third })).status).toBe(400)
    expect((await post('off', { currentPassword: TEST_PASSWORD, code: fresh[0] })).body.data).toEqual({
      otp: false,
    })
    expect((await login(email)).status).toBe(200)
    expect(await actsOf(id)).toEqual(expect.arrayContaining(['recovery-codes-renewed', 'otp-switched-off']))
    expect((await post('off', { currentPassword: TEST_PASSWORD, code: first })).status).toBe(409)
  })
})

describe('a company that requires two-step sign-in', () => {
  it('lets its users reach their own account only, until they have set it up', async () => {
    const { token } = await person({ requireOtp: true })
    const refused = await call(url, 'GET', '/form/submissions', { token })
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        status: 'error',
        error: 'Two-step sign-in is required. Set it up on your account page first.',
        code: 'otp_setup_required',
      },
    ])
    expect((await call(url, 'GET', '/form/export', { token })).body.code).toBe('otp_setup_required')
    expect((await upload(url, { headers: { authorization: `Bearer ${token}` } })).body.code).toBe(
      'otp_setup_required',
    )
    expect((await call(url, 'GET', '/user/me', { token })).body.data).toMatchObject({
      otp: false,
      otpRequired: true,
    })
    expect((await call(url, 'GET', '/user/me/sessions', { token })).status).toBe(200)

    await switchOtpOn(url, token)
    expect((await call(url, 'GET', '/form/submissions', { token })).status).toBe(200)
  })

  it('lets them sign out', async () => {
    const { token } = await person({ requireOtp: true })
    expect((await call(url, 'POST', '/auth/logout', { token })).status).toBe(200)
  })
})

it("is no other company's, nor an admin's, to read beneath the services", async () => {
  const { id, token } = await person()
  await switchOtpOn(url, token)
  const rows = await db.connections.tenant.client().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('intake.scope', 'all', true)`
    return tx.userOtp.findMany({ where: { userId: id } })
  })
  expect(rows).toEqual([])
})

it('makes codes as RFC 6238 has them', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 59_000 })
  const secret = new TextEncoder().encode('12345678901234567890')
  expect(codeOf(otpEnrolment(secret, 'a').secret)).toBe('287082')
  expect(newOtpSecret()).toHaveLength(20)
})
