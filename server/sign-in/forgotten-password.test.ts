import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RATES } from '#domain/limits'
import { emailKey } from '../auth/email-key.ts'
import { newResetToken } from '../auth/password-reset.ts'
import { throttle } from '../auth/throttle.ts'
import { eventually } from '../jobs/jobs.fixture.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeUser,
  signIn,
  TEST_PASSWORD,
} from '../test/support/factories.ts'
import { sweep } from '../jobs/sweep.job.ts'
import { mailsTo } from '../test/support/mails.ts'
import { switchOtpOn } from '../test/support/one-time-code.ts'
import { startTestServer } from '../test/support/server.ts'

const { url, services, log } = await startTestServer({
  rateLimit: true,
  trustProxy: ['127.0.0.1'],
  role: 'all',
})
const { db } = services

beforeEach(() => db.system('test').write((client) => client.throttleBucket.deleteMany()))

const NEW_PASSWORD = 'battery-staple-2'
const ask = (email: string, ip = '198.51.100.1') =>
  call(url, 'POST', '/auth/forgot-password', { body: { email }, headers: { 'x-forwarded-for': ip } })
const reset = (token: string, password = NEW_PASSWORD) =>
  call(url, 'POST', '/auth/reset-password', { body: { token, password } })
const login = (email: string, password: string) =>
  call(url, 'POST', '/auth/login', { body: { email, password } })

async function person() {
  const company = await makeCompany({ db }, { nameOut: 'Harbor Capital' })
  return makeCompanyAdmin({ db }, company.id)
}

const tokenIn = (mail: string): string =>
  new RegExp(`${url}/reset-password#([\\w-]{43})`).exec(mail)?.[1] ?? ''
const mailTo = (email: string) => eventually(async () => (await mailsTo(services, email))[0])
const waitingJobs = () =>
  db.system('test').write(
    (client) => client.$queryRaw<unknown[]>`
      SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'password-reset'`,
  )
const allDone = () => eventually(async () => (await waitingJobs()).length === 0)

describe('POST /auth/forgot-password', () => {
  it('answers and does the same for known, unknown and inactive; only the known get a mail', async () => {
    const user = await person()
    const inactive = await makeUser({ db }, { active: false })
    const answers = []
    for (const email of [` ${user.email.toUpperCase()}`, 'nobody@example.com', inactive.email]) {
      const { status, body } = await ask(email)
      answers.push([status, body])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify([200, { status: 'success', data: { asked: true } }])]),
    )
    await mailTo(user.email)
    await allDone()
    expect(await mailsTo(services, inactive.email)).toEqual([])
    expect(await mailsTo(services, 'nobody@example.com')).toEqual([])
  })

  it('mails a link, and of the person nothing', async () => {
    const user = await person()
    await ask(user.email)
    const mail = await mailTo(user.email)
    const token = tokenIn(mail)
    expect(token).not.toBe('')
    expect(mail).toContain('Subject: Set a new password')
    expect(mail).toContain('Harbor Capital')
    expect(mail).not.toContain(user.name)
    const kept = await db
      .system('test')
      .write((client) => client.passwordReset.findMany({ where: { userId: user.id } }))
    expect(JSON.stringify(kept)).not.toContain(token)
    expect(log.join()).not.toContain(token)
    await expect
      .poll(() =>
        db
          .system('test')
          .write((client) =>
            client.auditEntry.count({ where: { act: 'password-reset-mailed', objectId: user.id } }),
          ),
      )
      .toBe(1)
  })

  it('is throttled per account and address, known or not, and per address', async () => {
    const user = await person()
    for (const email of [user.email, 'nobody@example.com']) {
      const statuses: number[] = []
      for (let index = 0; index <= RATES.resetPerAccountAndAddress.max; index++)
        statuses.push((await ask(email, '203.0.113.1')).status)
      expect(statuses).toEqual([...Array<number>(RATES.resetPerAccountAndAddress.max).fill(200), 429])
      expect((await ask(email, '203.0.113.2')).status).toBe(200)
    }
    for (let index = 0; index < RATES.resetPerAddress.max; index++) await ask(`user${index}@example.com`)
    const answers = [await ask('one-more@example.com'), await ask(user.email)]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [429, 'too_many_requests'],
      [429, 'too_many_requests'],
    ])

    // Once a minute, and an unknown e-mail as a keyed hash alone.
    const refused = await db
      .system('test')
      .write((client) =>
        client.auditEntry.findMany({ where: { act: 'password-reset-refused' }, orderBy: { id: 'asc' } }),
      )
    const unknownAccount = expect.stringMatching(/^[0-9a-f]{16}$/) as string
    const entry = { actorId: null, actorName: '', objectType: 'user' }
    expect(refused).toMatchObject([
      { ...entry, objectId: user.id, detail: { throttled: 'account' } },
      { ...entry, objectId: '', detail: { throttled: 'account', unknownAccount } },
      { ...entry, objectId: '', detail: { throttled: 'address', unknownAccount } },
    ])
    expect(refused[0]?.detail).toEqual({ throttled: 'account' })
    expect(JSON.stringify(refused.map(({ detail }) => detail))).not.toContain('@')
  })
})

it('leaves no link behind that has run out', async () => {
  const user = await person()
  await newResetToken(services, user)
  const kept = () =>
    db.system('test').write((client) => client.passwordReset.count({ where: { userId: user.id } }))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60_000 + 1000 })
  await sweep(services)
  vi.useRealTimers()
  expect(await kept()).toBe(0)
})

it('goes on for a known device when strangers used up the address and the account’s mails', async () => {
  const user = await person()
  const signedIn = await login(user.email, TEST_PASSWORD)
  const [cookie = ''] = signedIn.headers.getSetCookie()
  for (let count = 0; count < RATES.resetPerAddress.max; count++)
    await throttle(services, 'resetPerAddress', '127.0.0.1')
  for (let count = 0; count < RATES.resetMailPerAccount.max; count++)
    await throttle(services, 'resetMailPerAccount', emailKey(user.email))
  const body = { email: user.email }
  expect((await call(url, 'POST', '/auth/forgot-password', { body })).status).toBe(429)
  const headers = { cookie: cookie.split(';')[0] ?? '' }
  expect((await call(url, 'POST', '/auth/forgot-password', { body, headers })).status).toBe(200)
  await mailTo(user.email)
})

it('mails the owner whoever asks for other spellings of the mailbox, which have no account', async () => {
  const user = await person()
  const [name = '', host = ''] = user.email.split('@')
  for (let index = 0; index <= RATES.resetMailPerAccount.max; index++)
    await ask(`${name}+${index}@${host}`, `203.0.113.${index}`)
  await allDone()
  expect((await ask(user.email, '198.51.100.9')).status).toBe(200)
  await mailTo(user.email)
})

it('floods no inbox, whoever asks from wherever, and leaves the owner a link that works', async () => {
  const user = await person()
  const mails: string[] = []
  for (let index = 0; index < RATES.resetMailPerAccount.max + 4; index++) {
    expect((await ask(user.email, `203.0.113.${index}`)).status).toBe(200)
    await allDone()
  }
  mails.push(...(await mailsTo(services, user.email)))
  expect(mails).toHaveLength(RATES.resetMailPerAccount.max)
  for (const mail of mails.slice(0, 1)) expect((await reset(tokenIn(mail))).status).toBe(200)
})

describe('POST /auth/reset-password', () => {
  it('sets the password once and signs the user out everywhere', async () => {
    const user = await person()
    const session = await signIn(url, user.email)
    const [token, another] = [await newResetToken(services, user), await newResetToken(services, user)]
    const weak = await reset(token, 'weak')
    expect([weak.status, weak.body.fields]).toEqual([
      400,
      { password: 'Password must be at least 8 characters long.' },
    ])

    const answer = await reset(token)
    expect([answer.status, answer.body.data]).toEqual([200, { changed: true }])
    expect((await call(url, 'GET', '/user/me', { token: session })).status).toBe(401)
    expect((await login(user.email, TEST_PASSWORD)).status).toBe(401)
    expect((await login(user.email, NEW_PASSWORD)).status).toBe(200)
    for (const used of [token, another]) {
      const { status, body } = await reset(used)
      expect([status, body.fields]).toEqual([
        400,
        { token: 'This link has expired or was used already. Ask for a new one.' },
      ])
    }
    const audit = await db
      .system('test')
      .write((client) => client.auditEntry.findMany({ where: { act: 'password-reset' } }))
    expect(audit.at(-1)).toMatchObject({ actorId: user.id, objectId: user.id, companyId: user.companyId })
  })

  it('sets one password where the same link is used many times at once', async () => {
    const user = await person()
    const token = await newResetToken(services, user)
    const answers = await Promise.all(
      ['first-one-1', 'second-one-2', 'third-one-3'].map((password) => reset(token, password)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it('refuses a link that is older than an hour, one of an inactive user, and none at all', async () => {
    const user = await person()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60 * 60_000 - 1000 })
    const old = await newResetToken(services, user)
    vi.useRealTimers()
    const fresh = await newResetToken(services, user)
    await db
      .system('test')
      .write((client) => client.user.update({ where: { id: user.id }, data: { active: false } }))
    for (const token of [old, fresh, 'no-such-token']) expect((await reset(token)).status).toBe(400)
  })

  it('is voided by a change of the password', async () => {
    const user = await person()
    const mailed = await newResetToken(services, user)
    const token = await signIn(url, user.email)
    const body = { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD }
    await call(url, 'PUT', '/user/me/password', { token, body })
    expect((await reset(mailed)).status).toBe(400)
  })

  it.each([
    ['address', { emailKey: 'somebody-else@example.com' }],
    ['password', { passwordHash: 'another' }],
  ])('is void once the %s has changed, however that came about', async (_what, data) => {
    const user = await person()
    const mailed = await newResetToken(services, user)
    await db.system('test').write((client) => client.user.update({ where: { id: user.id }, data }))
    expect((await reset(mailed)).status).toBe(400)
    await db.system('test').write((client) =>
      client.user.update({
        where: { id: user.id },
        data: { emailKey: user.emailKey, passwordHash: user.passwordHash },
      }),
    )
    expect((await reset(mailed)).status).toBe(200)
  })

  it('lets in who had tried too often before, and leaves the second step as it is', async () => {
    const user = await person()
    await switchOtpOn(url, await signIn(url, user.email))
    for (let index = 0; index <= RATES.loginPerAccountAndAddress.max; index++)
      await login(user.email, 'wrong-horse-1')
    expect((await login(user.email, TEST_PASSWORD)).status).toBe(429)
    await reset(await newResetToken(services, user))
    expect((await login(user.email, NEW_PASSWORD)).body.code).toBe('otp_required')
  })
})
