import { describe, expect, it } from 'vitest'
import { call, makeApiKey, makeRole, makeUser, signIn } from '../../test/support/factories.ts'
import { startAuditTests } from './audit.fixture.ts'

const { url, services, admin, alpha, beta, view, openDocument, log } = await startAuditTests()

describe('opening an application', () => {
  it('shows it masked, with its link, and is written down each time', async () => {
    const { status, body } = await view(alpha.submission, alpha.token)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id: alpha.submission,
      company: { id: alpha.company.id, nameOut: 'Alpha' },
      generatedLink: { id: alpha.link.id, slug: alpha.link.slug },
    })
    expect(JSON.stringify(body)).toContain('***-**-6789')
    expect(JSON.stringify(body)).not.toMatch(/123-45-6789|base64/)
    await view(alpha.submission, alpha.token)
    const { rows } = await log(alpha.token, {
      filter: { act: 'submission-viewed', objectId: alpha.submission },
    })
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      companyId: alpha.company.id,
      actor: { id: alpha.user.id, name: alpha.user.name },
      objectType: 'submission',
      ip: '127.0.0.1',
    })
  })

  it("is not there for another company's, and leaves no trace", async () => {
    const foreign = await view(alpha.submission, beta.token)
    const missing = await view('nothing', beta.token)
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    expect((await call(url, 'POST', `/form/submissions/${alpha.submission}/views`)).status).toBe(401)
    expect((await log(admin, { filter: { actorId: beta.user.id, act: 'submission-viewed' } })).rows).toEqual(
      [],
    )
  })

  it('is not what a list does, not even of that one row', async () => {
    const before = (await log(admin, { filter: { submission: beta.submission } })).body.total
    const filter = encodeURIComponent(JSON.stringify({ id: beta.submission }))
    const { body } = await call(url, 'GET', `/form/submissions?filter=${filter}`, { token: beta.token })
    expect(body).toMatchObject({ total: 1, data: [{ id: beta.submission }] })
    const foreign = await call(url, 'GET', `/form/submissions?filter=${filter}`, { token: alpha.token })
    expect(foreign.body).toMatchObject({ total: 0, data: [] })
    expect((await log(admin, { filter: { submission: beta.submission } })).body.total).toBe(before)
  })
})

describe('what somebody is refused', () => {
  const trpc = (name: string, token: string) =>
    fetch(`${url}/api/trpc/${name}`, { headers: { authorization: `Bearer ${token}` } })

  it('is written down with the call, once a minute for each, and never with what was sent', async () => {
    const role = await makeRole(services, { permissions: [], companyId: alpha.company.id })
    const user = await makeUser(services, {
      name: 'Nosy Parker',
      roleId: role.id,
      companyId: alpha.company.id,
    })
    const token = await signIn(url, user.email)
    for (let times = 0; times < 3; times++) {
      expect((await call(url, 'GET', `/form/submissions/${alpha.submission}`, { token })).status).toBe(403)
      expect((await openDocument(alpha.document, token)).status).toBe(403)
      expect((await trpc('form.submissions', token)).status).toBe(403)
    }
    const { rows } = await log(admin, { filter: { actorId: user.id, act: 'refused' }, sort: ['at', 'ASC'] })
    const entry = {
      companyId: alpha.company.id,
      actor: { id: user.id, name: 'Nosy Parker' },
      objectType: 'call',
      ip: '127.0.0.1',
      detail: {},
    }
    expect(rows).toMatchObject([
      { ...entry, objectId: 'GET /api/form/submissions/:id' },
      { ...entry, objectId: 'GET /api/documents/document/:id' },
      { ...entry, objectId: 'trpc form.submissions' },
    ])
  })

  it('but not what nobody was signed in for, nor what is not there', async () => {
    const refused = async () => (await log(admin, { filter: { act: 'refused' } })).body.total
    const before = await refused()
    expect((await call(url, 'GET', '/user/get')).status).toBe(401)
    expect((await view('nothing', alpha.token)).status).toBe(404)
    expect(await refused()).toBe(before)
  })
})

describe('who reads it', () => {
  it('staff: of their own company, and only what concerns submissions and documents', async () => {
    const own = await log(alpha.token)
    expect(own.rows.length).toBeGreaterThan(0)
    expect(new Set(own.rows.map(({ companyId }) => companyId))).toEqual(new Set([alpha.company.id]))
    expect(own.acts).not.toContain('sign-in')
    for (const filter of [
      { act: 'sign-in' },
      { objectType: 'user' },
      { submission: beta.submission },
      { objectId: beta.document },
    ])
      expect((await log(alpha.token, { filter })).body).toMatchObject({ data: [], total: 0 })
  })

  it('admins: all of it', async () => {
    const { rows } = await log(admin)
    const companies = new Set(rows.map(({ companyId }) => companyId))
    for (const id of [alpha.company.id, beta.company.id]) expect(companies).toContain(id)
    expect((await log(admin, { filter: { act: 'sign-in' } })).rows.length).toBeGreaterThan(0)
  })

  it('nobody else', async () => {
    const role = await makeRole(services, { permissions: ['page:main'], companyId: alpha.company.id })
    const { email } = await makeUser(services, { roleId: role.id, companyId: alpha.company.id })
    const token = await signIn(url, email)
    expect((await log(token)).status).toBe(403)
    expect((await view(alpha.submission, token)).status).toBe(403)
    expect((await call(url, 'GET', '/audit/get')).status).toBe(401)

    const stray = await makeRole(services, { permissions: ['page:forms', 'userType:company'] })
    const user = await makeUser(services, { roleId: stray.id })
    expect((await log(await signIn(url, user.email))).body).toMatchObject({ data: [], total: 0 })
  })

  it('finds what was written about a submission by an index', async () => {
    const plan = await services.db.system('test').write(
      (client) => client.$queryRaw<{ 'QUERY PLAN': string }[]>`EXPLAIN SELECT * FROM "AuditEntry"
        WHERE ("objectType" = 'submission' AND "objectId" = ${beta.submission})
        OR ("objectType" = 'document' AND "objectId" IN (${beta.document}))`,
    )
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(
      'AuditEntry_first_objectType_objectId_id_idx',
    )
  })
})

it('tells an API key of submissions and documents alone, whoever made it', async () => {
  const maker = await makeUser(services, { isAdmin: true })
  const { rows } = await log(await makeApiKey(services, maker.id, ['page:forms']))
  const types = new Set(rows.map(({ objectType }) => objectType))
  expect(types).toContain('submission')
  expect([...types].filter((type) => type !== 'submission' && type !== 'document')).toEqual([])
})
