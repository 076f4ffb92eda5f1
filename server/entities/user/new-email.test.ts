import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { RATES } from '#domain/limits'
import { throttle } from '../../auth/throttle.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeUser,
  signIn,
  TEST_PASSWORD,
  type Answer,
} from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'

/** What people of one company learn of the e-mail addresses of others. */

const { url, services } = await startTestServer({ rateLimit: true })
const { db } = services

const admin = await signIn(url, TEST_ADMIN.email)
const [acme, other] = [await makeCompany({ db }), await makeCompany({ db })]
const boss = await makeCompanyAdmin({ db }, acme.id)
const colleague = await makeUser({ db }, { companyId: acme.id })
const stranger = await makeUser({ db }, { companyId: other.id, email: 'stranger@other.example' })
const homeless = await makeUser({ db })
const token = await signIn(url, boss.email)

beforeEach(() => db.system('test').write((client) => client.throttleBucket.deleteMany()))

const fresh = () => `${randomUUID()}@acme.example`
const create = (email: string, by = token) =>
  call(url, 'POST', '/user/create', { token: by, body: { name: 'New', email, password: TEST_PASSWORD } })
const rename = (email: string, by = token) =>
  call(url, 'PUT', `/user/update/${colleague.id}`, { token: by, body: { email } })
const conflicts = () =>
  db.system('test').write((client) => client.auditEntry.findMany({ where: { act: 'email-conflict' } }))
const told = ({ status, body }: Answer) => [status, body.code, body.fields]

const NEUTRAL = [409, 'conflict', { email: 'This e-mail address cannot be used.' }]
const PLAIN = [409, 'conflict', { email: 'There is a user with this email already.' }]
const TOO_MANY = [429, 'too_many_requests', undefined]

describe('an address that is in use', () => {
  it.each([
    ['creating', create],
    ['changing', rename],
  ])('is refused on %s a user in words that do not say where, unless it is here', async (_what, write) => {
    expect(told(await write(` ${stranger.email.toUpperCase()}`))).toEqual(NEUTRAL)
    expect(told(await write(homeless.email))).toEqual(NEUTRAL)
    expect(told(await write(TEST_ADMIN.email))).toEqual(NEUTRAL)
    expect(told(await write(boss.email))).toEqual(PLAIN)
    expect(told(await write(stranger.email, admin))).toEqual(PLAIN)
  })

  it('is in the audit log as a keyed hash, once for each try that told of another company', async () => {
    const before = (await conflicts()).length
    await create(stranger.email)
    await create(boss.email)
    await create(stranger.email, admin)
    const entries = (await conflicts()).slice(before)
    expect(entries).toMatchObject([
      {
        actorId: boss.id,
        companyId: acme.id,
        objectId: '',
        detail: { address: expect.stringMatching(/^\w{16}$/) },
      },
    ])
    expect(JSON.stringify(entries.map(({ detail }) => detail))).not.toContain('stranger')
  })

  it('is told ten times in ten minutes; then the caller is told of no address, be it free or not', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => rename(stranger.email)))
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(RATES.emailConflictPerUser.max)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    expect(told(await rename(fresh()))).toEqual(TOO_MANY)
    expect(told(await create(fresh()))).toEqual(TOO_MANY)
    expect(told(await create(boss.email))).toEqual(TOO_MANY)
    // Everything else goes on.
    const { emailKey } = await db
      .system('test')
      .write((client) => client.user.findUniqueOrThrow({ where: { id: colleague.id } }))
    const same = { name: 'Renamed', email: emailKey.toUpperCase() }
    expect((await call(url, 'PUT', `/user/update/${colleague.id}`, { token, body: same })).status).toBe(200)
    expect((await rename(fresh(), admin)).status).toBe(200)
  })
})

it('lets nobody try many addresses, be they all free', async () => {
  for (let count = 1; count < RATES.newEmailPerUser.max; count++)
    await throttle(services, 'newEmailPerUser', boss.id)
  expect((await rename(fresh())).status).toBe(200)
  expect(told(await rename(fresh()))).toEqual(TOO_MANY)
})

it('counts no address that was given or refused for another reason', async () => {
  for (let count = 0; count <= RATES.emailConflictPerUser.max; count++) {
    expect((await rename(fresh())).status).toBe(200)
    expect(
      (await call(url, 'PUT', `/user/update/${stranger.id}`, { token, body: { email: fresh() } })).status,
    ).toBe(404)
  }
})

it('tells of no person of another company who makes a link', async () => {
  const link = (userEmail: string) =>
    call(url, 'POST', '/generated-link/create', { token, body: { companyId: acme.id, userEmail } })
  const [elsewhere, nowhere] = [await link(stranger.email), await link(fresh())]
  expect(elsewhere.status).toBe(400)
  expect([elsewhere.status, elsewhere.body]).toEqual([nowhere.status, nowhere.body])
})
