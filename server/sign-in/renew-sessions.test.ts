import { describe, expect, it } from 'vitest'
import { hashToken } from '../auth/tokens.ts'
import { eventually } from '../jobs/jobs.fixture.ts'
import { call, makeCompany, makeCompanyAdmin, signIn } from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'
import { uuidV7 } from '../lib/uuid.ts'
import { renewSessions } from './renew-sessions.ts'
import { CLIENT_SECRET, startProvider } from './sso.fixture.ts'

const server = await startTestServer({ allowPrivateWebhooks: true, seedDemo: false })
const { url, services, log } = server
const { write: system } = services.db.system('test')

async function setUp(refreshTokens = true, { url, services } = server) {
  const { write: system } = services.db.system('test')
  const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  const company = await makeCompany(services)
  const provider = await startProvider([`${url}/admin/sso/${company.id}`])
  provider.state.refreshTokens = refreshTokens
  const domain = `${uuidV7().slice(-12)}.example`
  const settings = {
    issuer: provider.issuer,
    clientId: 'intake',
    clientSecret: CLIENT_SECRET,
    groupsClaim: 'groups',
    groupRoles: [],
    domains: [domain],
    secondStep: false,
    enforced: false,
  }
  const save = async (signIn: unknown) => {
    const answer = await call(url, 'PUT', `/company/update/${company.id}`, { token: admin, body: { signIn } })
    expect(answer.status).toBe(200)
  }
  await save(settings)
  const user = await makeCompanyAdmin(services, company.id)
  provider.signedIn.as = uuidV7()
  provider.people[provider.signedIn.as] = { email: user.email, email_verified: true, name: 'Ann' }
  const start = async () => {
    const { body } = await call(url, 'POST', '/auth/sso/start', { body: { email: `x@${domain}` } })
    const { url: page, attempt } = body.data as { url: string; attempt: string }
    const visited = await provider.visit(page)
    const done = await call(url, 'POST', '/auth/sso/finish', { body: { attempt, ...visited } })
    return (done.body.data as { token: string }).token
  }
  const token = await start()
  const id = hashToken(token)
  const works = async (used = token) => (await call(url, 'GET', '/user/me', { token: used })).status === 200
  expect(await works()).toBe(true)
  provider.state.asked = 0
  const session = () => system((client) => client.loginSession.findUnique({ where: { id } }))
  /** As if it were due. */
  const hurry = () =>
    system((client) => client.loginSession.update({ where: { id }, data: { ssoRenewAt: new Date(0) } }))
  return { company, provider, settings, save, user, id, token, start, works, session, hurry }
}

describe('a session of a company’s provider', () => {
  it('is renewed within 30 minutes by a token that is sealed, once however many nodes ask, and not before', async () => {
    const { provider, session, hurry, works } = await setUp()
    const due = (await session())?.ssoRenewAt?.getTime() ?? 0
    expect(due - Date.now()).toBeGreaterThan(20 * 60_000)
    expect(due - Date.now()).toBeLessThan(28 * 60_000)
    await renewSessions(services)
    expect(provider.state.asked).toBe(0)
    for (let times = 1; times <= 3; times++) {
      const { ssoRefresh } = await hurry()
      await Promise.all([1, 2, 3].map(() => renewSessions(services)))
      expect(provider.state.asked).toBe(times)
      const kept = await session()
      expect(kept?.ssoRefresh).not.toEqual(ssoRefresh)
      expect(kept?.ssoRenewAt?.getTime()).toBeGreaterThan(Date.now() + 20 * 60_000)
    }
    expect(await works()).toBe(true)
    expect(JSON.stringify(log)).not.toContain(CLIENT_SECRET)
  })

  it('ends when the provider no longer has the user, and the log says so', async () => {
    const { company, provider, user, hurry, works, session } = await setUp()
    delete provider.people[provider.signedIn.as]
    await hurry()
    await renewSessions(services)
    expect(await session()).toBeNull()
    expect(await works()).toBe(false)
    const where = { companyId: company.id, act: 'session-ended' }
    expect(await system((client) => client.auditEntry.findMany({ where }))).toMatchObject([
      { objectId: user.id },
    ])
  })

  it('outlives an outage of the provider, which keeps nobody else waiting, and is renewed after it', async () => {
    const [set, other] = [await setUp(), await setUp()]
    set.provider.state.out = true
    await Promise.all([set.hurry(), other.hurry()])
    await renewSessions(services)
    expect([await set.works(), other.provider.state.asked]).toEqual([true, 1])
    const again = (await set.session())?.ssoRenewAt?.getTime() ?? 0
    expect(again).toBeLessThan(Date.now() + 3 * 60_000)
    set.provider.state.out = false
    await set.hurry()
    await renewSessions(services)
    expect((await set.session())?.ssoRenewAt?.getTime()).toBeGreaterThan(Date.now() + 20 * 60_000)
  })

  it('lasts 12 hours at most, with a refresh token and without', async () => {
    for (const refreshTokens of [true, false]) {
      const { provider, session, works, id } = await setUp(refreshTokens)
      const { expiresAt, createdAt, ssoRenewAt } = (await session()) ?? {}
      expect((expiresAt?.getTime() ?? 0) - (createdAt?.getTime() ?? 0)).toBeLessThan(12 * 3_600_000 + 60_000)
      expect(ssoRenewAt !== null).toBe(refreshTokens)
      const data = { expiresAt: new Date(), ...(refreshTokens && { ssoRenewAt: new Date(0) }) }
      await system((client) => client.loginSession.update({ where: { id }, data }))
      await renewSessions(services)
      expect([provider.state.asked, await works()]).toEqual([0, false])
    }
  })

  it('ends when the provider is removed or changed, and its token is not sent to the next one', async () => {
    const other = await startProvider([])
    const changes = [
      () => null,
      ({ issuer: _, ...rest }: object & { issuer: string }) => ({ ...rest, issuer: other.issuer }),
      (settings: object) => ({ ...settings, clientId: 'another' }),
      (settings: object) => ({ ...settings, clientSecret: 'another' }),
      (settings: object) => ({ ...settings, groupsClaim: 'roles' }),
    ]
    for (const change of changes) {
      const { company, save, settings, works, session, hurry, id } = await setUp()
      const kept = await signIn(url, (await makeCompanyAdmin(services, company.id)).email)
      const before = await session()
      await hurry()
      await save(change(settings))
      expect([await session(), await works(), await works(kept)]).toEqual([null, false, true])
      // A sign-in that was under way while the settings changed.
      if (before === null) throw new Error('there was no session')
      const late = { ...before, ssoRenewAt: new Date(0) }
      await system((client) => client.loginSession.create({ data: late }))
      await renewSessions(services)
      expect(other.state.asked).toBe(0)
      expect(await works()).toBe(false)
      expect(await system((client) => client.loginSession.count({ where: { id } }))).toBe(0)
    }
  })

  it('stays when the company requires the provider, and after settings saved as they were', async () => {
    const { save, settings, works } = await setUp()
    const { clientSecret: _, ...same } = settings
    await save(same)
    await save({ ...same, enforced: true })
    expect(await works()).toBe(true)
  })

  it('is not renewed while nobody uses it', async () => {
    const { provider, id, hurry } = await setUp()
    await hurry()
    const data = { lastSeenAt: new Date(Date.now() - 31 * 60_000) }
    await system((client) => client.loginSession.update({ where: { id }, data }))
    await renewSessions(services)
    expect(provider.state.asked).toBe(0)
  })
})

it('a running server renews by itself', { tags: ['long'] }, async () => {
  const set = await setUp(true, await startTestServer({ allowPrivateWebhooks: true, role: 'all' }))
  delete set.provider.people[set.provider.signedIn.as]
  await set.hurry()
  await eventually(async () => (await set.session()) === null, 15)
})
