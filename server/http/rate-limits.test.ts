import { beforeEach, describe, expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { RATES, type RateName } from '#domain/limits'
import { emailKey } from '../auth/email-key.ts'
import { addressKey, throttle, throttleBy } from '../auth/throttle.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { saveDraft } from '../test/support/drafts.ts'
import { testDatabase } from '../test/support/database.ts'
import {
  call,
  makeCompany,
  makeLink,
  makeUser,
  signIn,
  TEST_PASSWORD,
  type Answer,
} from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import { upload } from '../test/support/uploads.ts'

/** How often something may be tried, over every door and every node. */

const shared = {
  rateLimit: true,
  trustProxy: ['127.0.0.1'],
  databaseUrl: (await testDatabase()).url,
  encryptionKey: Buffer.alloc(32, 7),
}
const first = await startTestServer(shared)
// Two nodes share their files too.
const second = await startTestServer({ ...shared, dataDir: first.services.config.dataDir })
const { url, services } = first
const { db } = services

beforeEach(() => db.system('test').write((client) => client.throttleBucket.deleteMany()))

const ME = '127.0.0.1'
const from = (ip: string) => ({ 'x-forwarded-for': ip })
const json = { 'content-type': 'application/json' }

/** Uses a rate up but for so many tries. */
async function leave(tries: number, rate: RateName, ...keyParts: string[]): Promise<void> {
  for (let count = RATES[rate].max - tries; count > 0; count--) await throttle(services, rate, ...keyParts)
}

const refused = ({ status, headers, body }: Answer, seconds: number) => {
  const retryAfter = Number(headers.get('retry-after'))
  expect({ status, code: body.code, late: retryAfter > seconds }).toEqual({
    status: 429,
    code: 'too_many_requests',
    late: false,
  })
  expect(retryAfter).toBeGreaterThan(seconds - 30)
}

type Login = { email: string; password: string }
/** Every door to signing in: how many tries it takes, and the status of the last. */
const DOORS: [door: string, tries: number, enter: (login: Login) => Promise<number>][] = [
  ['REST', 1, async (body) => (await call(url, 'POST', '/auth/login', { body })).status],
  ['a slash at the end', 1, async (body) => (await call(url, 'POST', '/auth/login/', { body })).status],
  ['another node', 1, async (body) => (await call(second.url, 'POST', '/auth/login', { body })).status],
  [
    'another spelling',
    1,
    async ({ email, password }) => {
      const body = { email: ` ${email.toUpperCase()}  `, password }
      return (await call(url, 'POST', '/auth/login', { body })).status
    },
  ],
  ['tRPC', 1, async (body) => (await trpc('auth.login', body))[0] ?? 0],
  ['tRPC of another node', 1, async (body) => (await trpc('auth.login', body, second.url))[0] ?? 0],
  [
    'a batch of tRPC',
    2,
    async (body) => (await trpc('auth.login,auth.login?batch=1', { 0: body, 1: body })).at(-1) ?? 0,
  ],
]

/** The status of each call. */
async function trpc(path: string, body: object, node = url): Promise<number[]> {
  const answer = await fetch(`${node}/api/trpc/${path}`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  })
  const answers = [await answer.json()].flat() as { error?: { data: { httpStatus: number } } }[]
  return answers.map(({ error }) => error?.data.httpStatus ?? 200)
}

describe('tries to sign in', () => {
  it.each(DOORS)('by %s count with all others on the account', async (_door, tries, enter) => {
    const { email } = await makeUser({ db })
    await leave(tries, 'loginPerAccountAndAddress', emailKey(email), ME)
    expect(await enter({ email, password: 'wrong-horse-1' })).toBe(401)
    for (const [, , other] of DOORS) expect(await other({ email, password: TEST_PASSWORD })).toBe(429)
    refused(await call(url, 'POST', '/auth/login', { body: { email, password: TEST_PASSWORD } }), 15 * 60)
  })

  it.each(['/AUTH/LOGIN', '/auth/Login', '/auth//login', '/trpc/AUTH.login', '/auth/login%20'])(
    'have no door at %s',
    async (path) => {
      const { email } = await makeUser({ db })
      expect((await call(url, 'POST', path, { body: { email, password: TEST_PASSWORD } })).status).toBe(404)
    },
  )

  it('count on the address whatever the account, and on a whole IPv6 network', async () => {
    const { email } = await makeUser({ db })
    const enter = (ip: string, body: Login) =>
      call(second.url, 'POST', '/auth/login', { body, headers: from(ip) })
    await leave(1, 'loginPerAddress', addressKey('2001:db8:1:2::1'))
    expect((await enter('2001:db8:1:2::2', { email: 'nobody@example.com', password: 'x' })).status).toBe(401)
    refused(await enter('2001:db8:1:2:3::4', { email, password: TEST_PASSWORD }), 15 * 60)
    expect((await enter('2001:db8:1:3::1', { email, password: TEST_PASSWORD })).status).toBe(200)
  })
})

describe('whoever tries too often is told when to come again', () => {
  const body = { email: 'somebody@example.com' }

  it('with a file, over both nodes', async () => {
    const session = await openFormSession(url)
    await leave(1, 'uploadPerSession', session.split('.')[0] ?? '')
    expect((await upload(url, { headers: { 'x-form-session': session } })).status).toBe(200)
    refused(await upload(second.url, { headers: { 'x-form-session': session } }), 60)
  })

  it('with sessions, however the slug is written', async () => {
    await leave(1, 'sessionPerAddress', ME)
    expect((await call(url, 'GET', '/form/initialize-session/demo')).status).toBe(200)
    for (const path of ['/form/initialize-session/demo', '/form/initialize-session/DEMO/'])
      refused(await call(second.url, 'GET', path), 60)
  })

  it('with what an application kept, as somebody might who found the device', async () => {
    const formSubmissionId = await openFormSession(url)
    const tryOut = (node: string) =>
      call(node, 'POST', '/form/submit', { body: { formSubmissionId, kept: ['partner1SSN'] } })
    await leave(1, 'keptPerSession', formSubmissionId.split('.')[0] ?? '')
    expect((await tryOut(url)).status).toBe(400)
    refused(await tryOut(second.url), 60 * 60)
  })

  it('with drafts, by their size and whatever the session', async () => {
    await throttleBy(RATES.draftKilobytesPerAddress.max - 2, services, 'draftKilobytesPerAddress', ME)
    const save = async (node: string, length: number) =>
      saveDraft(node, await openFormSession(url), { nature: 'x'.repeat(length) })
    expect((await save(url, 100)).status).toBe(200)
    expect((await save(second.url, 100)).status).toBe(200)
    refused(await save(url, 100), 60 * 60)
  })

  it('with small changes of a large draft, each of which writes all of it', async () => {
    const session = await openFormSession(url)
    expect((await saveDraft(url, session, { nature: 'x'.repeat(4500) })).status).toBe(200)
    await throttleBy(RATES.draftKilobytesPerAddress.max - 7, services, 'draftKilobytesPerAddress', ME)
    refused(await saveDraft(url, session, { fax: '1' }), 60 * 60)
  })

  it('with forgotten passwords', async () => {
    await leave(1, 'resetPerAccountAndAddress', emailKey(body.email), ME)
    expect((await call(url, 'POST', '/auth/forgot-password', { body })).status).toBe(200)
    const shouted = { email: body.email.toUpperCase() }
    refused(await call(second.url, 'POST', '/auth/forgot-password', { body: shouted }), 60 * 60)
  })
})

describe('of applications', () => {
  it('those that are accepted count, over all nodes; neither what is refused nor what is sent again', async () => {
    const session = await openFormSession(url)
    await leave(2, 'submitPerAddressAndSlug', ME, 'demo')
    expect((await submitApplication(url, session)).status).toBe(200)
    for (const node of [url, second.url, url]) {
      expect((await submitApplication(node, session)).status).toBe(200)
      expect((await submitApplication(node, session, { legalName: 'Somebody Else' })).status).toBe(409)
      expect((await submitApplication(node, undefined, { legalName: '' })).status).toBe(400)
    }
    expect((await submitApplication(second.url, undefined)).status).toBe(200)

    const next = await openFormSession(url)
    for (const node of [url, second.url]) {
      const answer = await call(node, 'POST', '/form/submit', {
        body: { ...fullApplication(), formSubmissionId: next },
      })
      refused(answer, 60 * 60)
    }
    // What was accepted is told again all the same, and another link has its own.
    expect((await submitApplication(url, session)).status).toBe(200)
    const { slug } = await makeLink(services, (await makeCompany(services)).id)
    expect((await submitApplication(url, undefined, {}, slug)).status).toBe(200)
  })

  it('fifty at once under one session count as one', async () => {
    const session = await openFormSession(url)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => submitApplication(index % 2 ? url : second.url, session)),
    )
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    const buckets = await db.system('test').write((client) => client.throttleBucket.findMany())
    expect(buckets.map(({ count }) => count).toSorted()).toEqual([1, 1])
  })
})

describe('of seals', () => {
  const post = (token: string) =>
    fetch(`${url}/api/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/pdf' },
      body: '%PDF-1.7',
    })

  it('files that a user has judged, whoever else does', async () => {
    const company = await makeCompany(services)
    const [one, other] = [
      await makeUser(services, { companyId: company.id }),
      await makeUser(services, { companyId: company.id }),
    ]
    const [token, another] = [await signIn(url, one.email), await signIn(url, other.email)]
    await leave(1, 'verifyPerUser', one.id)
    expect((await post(token)).status).toBe(200)
    const answer = await post(token)
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await post(another)).status).toBe(200)
  })

  it('fingerprints that an address has looked up', async () => {
    await leave(1, 'digestPerAddress', ME)
    const body = { digest: 'a'.repeat(64) }
    expect((await call(url, 'POST', '/verify/digest', { body })).body.data).toEqual({ sealedAt: null })
    refused(await call(second.url, 'POST', '/verify/digest', { body }), 60)
    const elsewhere = { body, headers: from('203.0.113.77') }
    expect((await call(url, 'POST', '/verify/digest', elsewhere)).status).toBe(200)
  })
})
