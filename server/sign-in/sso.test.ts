import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isRecord } from '#domain/json'
import { uuidV7 } from '../lib/uuid.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeRole,
  makeUser,
  signIn,
  TEST_PASSWORD,
} from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'
import { passwordReset } from '../jobs/password-reset.job.ts'
import { mailsTo } from '../test/support/mails.ts'
import { CLIENT_SECRET, startProvider } from './sso.fixture.ts'

const { url, services, log } = await startTestServer({ allowPrivateWebhooks: true })
const { db } = services
const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const redirect = (id: string) => `${url}/admin/sso/${id}`
const unique = () => uuidV7().slice(-12)

const offered = async () => data((await call(url, 'GET', '/auth/sso')).body).offered

it('is offered once a company has a provider', async () => {
  expect(await offered()).toBe(false)
  const { save } = await setUp()
  expect(await offered()).toBe(true)
  expect((await save(null)).status).toBe(200)
  expect(await offered()).toBe(false)
})

async function setUp(changes: Record<string, unknown> = {}) {
  const domain = `${unique()}.example`
  const company = await makeCompany({ db })
  const provider = await startProvider([redirect(company.id)])
  const desk = await makeRole({ db }, { companyId: company.id })
  const lead = await makeRole({ db }, { companyId: company.id, permissions: ['page:main', 'page:teams'] })
  const settings = {
    issuer: provider.issuer,
    clientId: 'intake',
    clientSecret: CLIENT_SECRET,
    groupsClaim: 'groups',
    groupRoles: [
      { group: 'leads', role: lead.id },
      { group: 'desk', role: desk.id },
    ],
    domains: [domain],
    secondStep: false,
    enforced: false,
    ...changes,
  }
  const save = (signIn: unknown, token = admin) =>
    call(url, 'PUT', `/company/update/${company.id}`, { token, body: { signIn } })
  expect(await save(settings)).toMatchObject({ status: 200 })
  const person = (sub: string, claims: object) => {
    provider.signedIn.as = sub
    provider.people[sub] = { email: `${sub}@${domain}`, email_verified: true, name: 'Ann', ...claims }
    return `${sub}@${domain}`
  }
  return { company, provider, desk, lead, domain, settings, save, person }
}

const data = (body: Record<string, unknown>) => (isRecord(body.data) ? body.data : {})
const start = async (email: string) => {
  const { status, body } = await call(url, 'POST', '/auth/sso/start', { body: { email } })
  expect(status).toBe(200)
  return { page: String(data(body).url), attempt: String(data(body).attempt) }
}
const finish = (body: object) => call(url, 'POST', '/auth/sso/finish', { body })
const signInAt = async ({ provider }: Awaited<ReturnType<typeof setUp>>, email: string) => {
  const { page, attempt } = await start(email)
  return finish({ attempt, ...(await provider.visit(page)) })
}
const me = async (token: unknown) => data((await call(url, 'GET', '/user/me', { token: String(token) })).body)
const userOf = (email: string) =>
  db.system('test').write((client) => client.user.findUnique({ where: { emailKey: email } }))
const entries = (companyId: string, act: string) =>
  db
    .system('test')
    .write((client) => client.auditEntry.findMany({ where: { companyId, act }, orderBy: { id: 'asc' } }))

describe('signing in at the company’s provider', () => {
  it('makes a user of a mapped group, finds them again, and follows their groups', async () => {
    const set = await setUp()
    const email = set.person(unique(), { groups: ['desk'] })
    const first = await signInAt(set, email)
    expect(first).toMatchObject({ status: 200, body: { data: { role: { id: set.desk.id } } } })
    const user = await me(data(first.body).token)
    expect(user).toMatchObject({ email, name: 'Ann', company: { id: set.company.id }, sso: true })
    expect(await entries(set.company.id, 'user-provisioned')).toMatchObject([{ objectId: user.id }])

    Object.assign(set.provider.people[set.provider.signedIn.as] ?? {}, {
      groups: ['leads', 'desk'],
      email: 'x@y.zz',
    })
    const second = await signInAt(set, email)
    expect(second).toMatchObject({ status: 200, body: { data: { role: { id: set.lead.id } } } })
    expect(await me(data(second.body).token)).toMatchObject({ id: user.id, email })
  })

  it('links an existing user by the verified address, and keeps the role where no groups are mapped', async () => {
    const set = await setUp({ groupRoles: [] })
    const email = set.person(unique(), {})
    const refused = await signInAt(set, email)
    expect(refused).toMatchObject({
      status: 403,
      body: { error: expect.stringMatching(/no account here yet/) },
    })
    const user = await makeUser({ db }, { email, companyId: set.company.id, roleId: set.desk.id })
    expect(await signInAt(set, email)).toMatchObject({
      status: 200,
      body: { data: { role: { id: set.desk.id } } },
    })
    expect(await userOf(email)).toMatchObject({
      id: user.id,
      ssoSubject: `${set.settings.issuer} ${set.provider.signedIn.as}`,
    })
    // The provider has reassigned the e-mail address to another person.
    set.provider.signedIn.as = unique()
    set.provider.people[set.provider.signedIn.as] = { email, email_verified: true }
    expect((await signInAt(set, email)).status).toBe(403)
  })

  it('refuses unverified addresses, unmapped groups, inactive users, admins and users of other companies', async () => {
    const set = await setUp()
    const { company } = set
    const refuse = async (email: string, sentence: RegExp) =>
      expect(await signInAt(set, email)).toMatchObject({
        status: 403,
        body: { error: expect.stringMatching(sentence) },
      })
    await refuse(set.person(unique(), { groups: ['desk'], email_verified: false }), /has not verified/)
    await refuse(set.person(unique(), { groups: ['strangers'] }), /None of your groups/)
    await refuse(set.person(unique(), {}), /None of your groups/)
    const inactive = set.person(unique(), { groups: ['desk'] })
    await makeUser({ db }, { email: inactive, companyId: company.id, active: false })
    await refuse(inactive, /inactive/)
    const superAdmin = set.person(unique(), { groups: ['desk'] })
    await makeUser({ db }, { email: superAdmin, companyId: company.id, isAdmin: true })
    await refuse(superAdmin, /admin’s/)
    const elsewhere = set.person(unique(), { groups: ['desk'] })
    const other = await makeUser({ db }, { email: elsewhere, companyId: (await makeCompany({ db })).id })
    await refuse(elsewhere, /no account here/)
    expect(await userOf(elsewhere)).toMatchObject({
      id: other.id,
      companyId: other.companyId,
      ssoSubject: null,
    })
    await refuse(
      set.person(unique(), { groups: ['desk'], email: `${unique()}@elsewhere.example` }),
      /no account here/,
    )
    expect(await entries(company.id, 'sign-in-refused')).toHaveLength(7)
  })

  it('leaves the last who administers the company its role', async () => {
    const set = await setUp()
    const last = await makeCompanyAdmin({ db }, set.company.id)
    const sub = unique()
    set.person(sub, { groups: ['desk'], email: last.email })
    expect(await signInAt(set, `x@${set.domain}`)).toMatchObject({
      body: { data: { role: { id: last.roleId } } },
    })
    await makeCompanyAdmin({ db }, set.company.id)
    expect(await signInAt(set, `x@${set.domain}`)).toMatchObject({
      body: { data: { role: { id: set.desk.id } } },
    })
  })

  it('takes an answer once, in the browser that asked, for the company that it was asked for', async () => {
    const [set, other] = [await setUp(), await setUp()]
    const email = set.person(unique(), { groups: ['desk'] })
    const { page, attempt } = await start(email)
    const back = await set.provider.visit(page)
    const bad = { status: 401, body: { code: 'unauthenticated' } }
    expect(await finish({ ...back, attempt: (await start(email)).attempt })).toMatchObject(bad)
    expect(await finish({ ...back, attempt: 'none' })).toMatchObject(bad)
    expect(await finish({ ...back, attempt, company: other.company.id })).toMatchObject(bad)
    expect(await finish({ ...back, attempt })).toMatchObject({ status: 200 })
    expect(await finish({ ...back, attempt })).toMatchObject(bad)

    const { page: again, attempt: second } = await start(email)
    const { answer, company } = await set.provider.visit(again)
    const wrongState = answer.replace(/state=[^&]+/, 'state=another')
    expect(await finish({ attempt: second, company, answer: wrongState })).toMatchObject(bad)
    expect(await finish({ attempt: second, company, answer: 'https://evil.example/?code=1' })).toMatchObject({
      status: 400,
    })
    // Of a mixed-up provider: another issuer, and a code that another one made.
    for (const change of [
      (query: string) => query.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'),
      String,
    ]) {
      const mixed = await start(`x@${other.domain}`)
      const state = new URL(mixed.page).searchParams.get('state') ?? ''
      const sent = change(answer.replace(/state=[^&]+/, `state=${state}`))
      expect(await finish({ attempt: mixed.attempt, company: other.company.id, answer: sent })).toMatchObject(
        bad,
      )
    }
    const late = await start(email)
    const { answer: tooLate } = await set.provider.visit(late.page)
    await db
      .system('test')
      .write((client) => client.signInAttempt.updateMany({ data: { expiresAt: new Date() } }))
    expect(await finish({ attempt: late.attempt, company, answer: tooLate })).toMatchObject(bad)
  })

  it('says that the provider is away, and names what the provider refuses in the audit log', async () => {
    const set = await setUp()
    const email = set.person(unique(), { groups: ['desk'] })
    expect((await set.save({ ...set.settings, clientSecret: 'wrong' })).status).toBe(200)
    expect(await signInAt(set, email)).toMatchObject({ status: 401 })
    const [refused] = await entries(set.company.id, 'sign-in-refused')
    expect(JSON.stringify(refused?.detail)).toContain('invalid_client')

    const { clientSecret: _, ...kept } = set.settings
    const data = { signIn: { ...kept, issuer: 'http://127.0.0.1:9' } }
    await db.system('test').write((tx) => tx.company.update({ where: { id: set.company.id }, data }))
    const { status, body } = await call(url, 'POST', '/auth/sso/start', { body: { email } })
    expect([status, body.error]).toEqual([503, expect.stringContaining('provider does not answer right now')])
    expect(log.join('')).toContain('ECONNREFUSED')
  })

  it.each(['nonce', 'aud', 'iss', 'exp', 'signature'])(
    'refuses an ID token with another %s',
    async (claim) => {
      const set = await setUp()
      const email = set.person(unique(), { groups: ['desk'] })
      set.provider.forge(claim)
      expect(await signInAt(set, email)).toMatchObject({ status: 401 })
      expect(await userOf(email)).toBeNull()
    },
  )
})

describe('the second step', () => {
  it('is the provider’s only where the company says so', async () => {
    const set = await setUp()
    const email = set.person(unique(), { groups: ['desk'] })
    const company = (changes: object) =>
      call(url, 'PUT', `/company/update/${set.company.id}`, { token: admin, body: changes })
    await company({ requireOtp: true })
    expect(await signInAt(set, email)).toMatchObject({
      status: 403,
      body: { error: expect.stringMatching(/second step/) },
    })
    await company({ signIn: { ...set.settings, secondStep: true } })
    const { body } = await signInAt(set, email)
    expect(await me(data(body).token)).toMatchObject({ otpRequired: false })
  })
})

describe('requiring the provider', () => {
  it('ends and refuses sign-in by password, mails no reset, and leaves super admins alone', async () => {
    const set = await setUp()
    const user = await makeCompanyAdmin({ db }, set.company.id)
    const [house, old] = [
      await makeUser({ db }, { companyId: set.company.id, isAdmin: true }),
      await signIn(url, user.email),
    ]
    const enforce = { ...set.settings, enforced: true }
    // Who has not tried it could lock everyone out.
    expect(await set.save(enforce, old)).toMatchObject({
      status: 400,
      body: { fields: { 'signIn.enforced': expect.anything() } },
    })
    set.person(unique(), { groups: [], email: user.email })
    await set.save({ ...set.settings, groupRoles: [] })
    const token = String(data((await signInAt(set, `x@${set.domain}`)).body).token)
    expect(await set.save({ ...enforce, groupRoles: [] }, token)).toMatchObject({ status: 200 })

    expect((await call(url, 'GET', '/user/me', { token: old })).status).toBe(401)
    expect((await call(url, 'GET', '/user/me', { token })).status).toBe(200)
    const login = (email: string, password: string) =>
      call(url, 'POST', '/auth/login', { body: { email, password } })
    expect(await login(user.email, TEST_PASSWORD)).toMatchObject({
      status: 403,
      body: { error: expect.stringMatching(/Sign in with your company/) },
    })
    expect(await login(user.email, 'wrong-horse-1')).toMatchObject({ status: 401 })
    expect(await login(house.email, TEST_PASSWORD)).toMatchObject({ status: 200 })
    for (const { id } of [user, house]) await passwordReset(services, { id, ip: '192.0.2.1' })
    expect([await mailsTo(services, user.email), await mailsTo(services, house.email)]).toMatchObject([
      [],
      [expect.anything()],
    ])
    expect(await set.save({ ...enforce, enforced: false })).toMatchObject({ status: 200 })
    expect(await login(user.email, TEST_PASSWORD)).toMatchObject({ status: 200 })
  })
})

describe('the settings', () => {
  it('are the company’s administrators’ to set, within what they may give, after a recent sign-in', async () => {
    const set = await setUp()
    const stranger = await signIn(url, (await makeCompanyAdmin({ db }, (await makeCompany({ db })).id)).email)
    expect((await set.save(set.settings, stranger)).status).toBe(404)
    expect((await call(url, 'GET', `/company/get/${set.company.id}`, { token: stranger })).status).toBe(404)
    const plain = await makeRole(
      { db },
      { companyId: set.company.id, permissions: ['page:companies', 'company:update'] },
    )
    const clerk = await makeUser({ db }, { companyId: set.company.id, roleId: plain.id })
    expect((await set.save(set.settings, await signIn(url, clerk.email))).status).toBe(403)
    const boss = await makeCompanyAdmin({ db }, set.company.id)
    const token = await signIn(url, boss.email)
    // The clerk may change companies, which this administrator's permissions do not hold.
    expect((await set.save({ ...set.settings, clientId: 'other' }, token)).status).toBe(403)
    await db.system('test').write((client) => client.user.delete({ where: { id: clerk.id } }))
    const { role: _, ...mapped } = { group: 'x', role: '' }
    const adminRole = await makeRole({ db }, { userType: 'admin' })
    const foreign = await makeRole({ db }, { companyId: (await makeCompany({ db })).id })
    for (const role of [adminRole.id, foreign.id])
      expect(await set.save({ ...set.settings, groupRoles: [{ ...mapped, role }] }, token)).toMatchObject({
        status: 400,
      })
    expect((await set.save({ ...set.settings, domains: ['gmail.com'] }, token)).status).toBe(400)
    const other = await setUp()
    expect((await set.save({ ...set.settings, domains: [other.domain] })).status).toBe(400)
    expect((await set.save({ ...set.settings, clientId: 'other' }, token)).status).toBe(200)
    await db
      .system('test')
      .write((client) =>
        client.loginSession.updateMany({ where: { userId: boss.id }, data: { confirmedAt: new Date(0) } }),
      )
    expect(await set.save(null, token)).toMatchObject({ status: 403, body: { code: 'password_needed' } })
    expect((await set.save(null)).status).toBe(200)
    expect((await call(url, 'POST', '/auth/sso/start', { body: { email: `x@${set.domain}` } })).status).toBe(
      400,
    )
  })

  it('never tell the secret, which is sealed, kept for the same provider when it is left out, and audited as changed', async () => {
    const set = await setUp()
    const { clientSecret: _, ...kept } = set.settings
    const answer = await set.save({ ...kept, secondStep: true })
    expect(answer.body).toMatchObject({ data: { signIn: { ...kept, secondStep: true } } })
    expect((await signInAt(set, set.person(unique(), { groups: ['desk'] }))).status).toBe(200)
    const stored = await db
      .system('test')
      .write((client) => client.company.findUniqueOrThrow({ where: { id: set.company.id } }))
    const audit = await entries(set.company.id, 'sign-in-settings-changed')
    expect(audit).toHaveLength(2)
    const all = [
      answer.body,
      stored,
      Buffer.from(stored.signInSecret ?? []).toString('latin1'),
      audit,
      await entries(set.company.id, 'company-updated'),
      log,
    ]
    expect(inspect(all, { depth: 9, maxStringLength: null, maxArrayLength: null })).not.toContain(
      CLIENT_SECRET,
    )
    await set.save({ ...kept, clientSecret: 'wrong-one' })
    expect((await signInAt(set, `x@${set.domain}`)).status).toBe(401)
    const { issuer } = await startProvider([redirect(set.company.id)])
    expect((await set.save({ ...kept, issuer })).status).toBe(200)
    const where = { id: set.company.id, signInSecret: null }
    expect(await db.system('test').write((client) => client.company.count({ where }))).toBe(1)
  })

  it('are refused with what is wrong with the provider', async () => {
    const set = await setUp()
    const problem = async (issuer: string) => (await set.save({ ...set.settings, issuer })).body.fields
    const fields = (sentence: RegExp) => ({ 'signIn.issuer': expect.stringMatching(sentence) })
    expect(await problem('http://127.0.0.1:9')).toMatchObject(fields(/^No OpenID provider/))
    expect(await problem(set.provider.issuer.replace('127.0.0.1', 'localhost'))).toMatchObject(
      fields(/exactly this issuer/),
    )
    expect(await problem('javascript:alert(1)')).toMatchObject(fields(/^Enter an address/))
    const sly = createServer(({ headers }, response) => {
      const page = { issuer: `http://${headers.host}`, authorization_endpoint: 'javascript:alert(1)' }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(page))
    })
    await new Promise<void>((resolve) => sly.listen(0, '127.0.0.1', resolve))
    const { port } = sly.address() as AddressInfo
    expect(await problem(`http://127.0.0.1:${port}`)).toMatchObject(fields(/^No OpenID provider/))
    sly.close()
  })
})

it('asks nothing of private networks', async () => {
  const strict = await startTestServer()
  const token = await signIn(strict.url, TEST_ADMIN.email, TEST_ADMIN.password)
  const company = await makeCompany(strict.services)
  const base = {
    clientId: 'x',
    groupsClaim: 'groups',
    groupRoles: [],
    domains: [],
    secondStep: false,
    enforced: false,
  }
  for (const issuer of [
    'https://127.0.0.1:1',
    'https://[::1]:1',
    'https://10.0.0.1',
    'https://169.254.169.254',
  ]) {
    const body = { signIn: { issuer, ...base } }
    const answer = await call(strict.url, 'PUT', `/company/update/${company.id}`, { token, body })
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { 'signIn.issuer': expect.stringMatching(/private network/) } },
    })
  }
})
