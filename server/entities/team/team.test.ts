import { describe, expect, it } from 'vitest'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeRole,
  makeUser,
  signIn,
} from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'

const { url, services } = await startTestServer({ seedDemo: false })

const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const [acme, other] = [await makeCompany(services), await makeCompany(services)]
const leader = await makeUser(services, { name: 'Lea Leader', companyId: acme.id })
const member = await makeUser(services, { name: 'Max Member', companyId: acme.id })
const stranger = await makeUser(services, { companyId: other.id })
const staffRole = await makeRole(services, {
  companyId: acme.id,
  permissions: ['page:teams', 'team:create', 'team:update'],
})
const staff = await makeUser(services, { companyId: acme.id, roleId: staffRole.id })
const token = await signIn(url, staff.email)

const create = (body: object, as = token) => call(url, 'POST', '/team/create', { token: as, body })
const update = (body: object, as = token) => call(url, 'PUT', '/team/update', { token: as, body })
const list = (query = '', as = token) => call(url, 'GET', `/team/get${query}`, { token: as })
const filter = (value: object) => `?filter=${encodeURIComponent(JSON.stringify(value))}`
type Team = { id: string; name: string; updatedAt: string; members: { id: string }[] }
const team = (body: Record<string, unknown>): Team => body.data as Team

describe('a team', () => {
  it('is made with its leader and members, read, changed and written down', async () => {
    const made = await create({ name: ' East ', leader: leader.id, members: [member.id, member.id] })
    expect(made.status).toBe(200)
    expect(made.body.data).toMatchObject({
      name: 'East',
      leader: leader.id,
      leaderName: 'Lea Leader',
      members: [{ id: member.id, name: 'Max Member' }],
      companyId: acme.id,
    })
    const { id, updatedAt } = team(made.body)
    expect((await call(url, 'GET', `/team/get/${id}`, { token })).body.data).toEqual(made.body.data)

    const changed = await update({ id, name: 'West', leader: '', members: [], updatedAt })
    expect(changed.body.data).toMatchObject({ name: 'West', leader: null, members: [], companyId: acme.id })
    const entries = await services.db
      .system('test')
      .write((db) => db.auditEntry.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } }))
    expect(entries).toMatchObject([
      { act: 'team-created', actorId: staff.id, companyId: acme.id },
      {
        act: 'team-updated',
        detail: { before: { name: 'East', leader: leader.id }, after: { name: 'West', leader: null } },
      },
    ])
    expect(entries[1]?.detail).not.toHaveProperty('before.companyId')
  })

  it('keeps on an update what is left out', async () => {
    const made = await create({ name: 'Kept', leader: leader.id, members: [member.id] })
    const changed = await update({ id: team(made.body).id, name: 'Kept on' })
    expect(changed.body.data).toMatchObject({ leader: leader.id, members: [{ id: member.id }] })
  })

  it('keeps its name where only something else is sent', async () => {
    const { id } = team((await create({ name: 'Stays' })).body)
    expect((await update({ id, leader: leader.id })).body.data).toMatchObject({
      name: 'Stays',
      leader: leader.id,
    })
  })

  it('and its members are seen to have changed by whoever has read the other', async () => {
    const read = (id: string) => call(url, 'GET', `/user/get/${id}`, { token: admin })
    const [joined, untouched] = [
      await makeUser(services, { companyId: acme.id }),
      await makeUser(services, { companyId: acme.id }),
    ]
    const { id } = team((await create({ name: 'Counted', members: [untouched.id] })).body)
    const before = [team((await read(joined.id)).body), team((await read(untouched.id)).body)]
    const changed = team((await update({ id, members: [untouched.id, joined.id] })).body)
    const stale = { status: 409, body: { code: 'stale' } }
    const save = ({ id: user, updatedAt }: Team) =>
      call(url, 'PUT', `/user/update/${user}`, { token: admin, body: { team: [], updatedAt } })
    expect(await save(before[0] ?? changed)).toMatchObject(stale)
    expect((await save(before[1] ?? changed)).status).toBe(200)
    expect(await update({ id, name: 'Over it', updatedAt: changed.updatedAt })).toMatchObject(stale)
  })

  it('takes an id made by the client, once', async () => {
    const id = '0192f0c1-2a3b-7c4d-8e5f-0123456789ab'
    expect(team((await create({ id, name: 'Mine' })).body).id).toBe(id)
    expect(await create({ id, name: 'Again' })).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await create({ id: 'team-1', name: 'No' })).toMatchObject({ status: 400 })
  })

  it('is not written over when somebody else has changed it meanwhile', async () => {
    const { id, updatedAt } = team((await create({ name: 'Both' })).body)
    expect((await update({ id, name: 'First', updatedAt: null })).status).toBe(200)
    expect(await update({ id, name: 'Second', updatedAt })).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    })
    const [one, two] = await Promise.all(
      ['One', 'Two'].map(async (name) => {
        const current = team((await call(url, 'GET', `/team/get/${id}`, { token })).body)
        return { name, updatedAt: current.updatedAt }
      }),
    )
    const answers = await Promise.all([update({ id, ...one }), update({ id, ...two })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x', leader: stranger.id }, 'leader'],
    [{ name: 'x', leader: 'nobody' }, 'leader'],
    [{ name: 'x', members: [stranger.id] }, 'members'],
    [{ name: 'x', companyId: other.id }, 'companyId'],
    [{ name: 'x', updatedAt: 'yesterday' }, 'updatedAt'],
  ])('is refused as %j', async (body, field) => {
    expect(await create(body)).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    })
  })

  it("takes its leader's company with it when an admin gives it another", async () => {
    const { id } = team((await create({ name: 'Moving', leader: leader.id, members: [member.id] })).body)
    expect(await update({ id, name: 'Moving', leader: stranger.id }, admin)).toMatchObject({
      status: 400,
      body: { fields: { members: expect.any(String) } },
    })
    const moved = await update({ id, name: 'Moving', leader: stranger.id, members: [] }, admin)
    expect(moved.body.data).toMatchObject({ companyId: other.id })
    expect((await call(url, 'GET', `/team/get/${id}`, { token })).status).toBe(404)
    const logged = await services.db
      .system('test')
      .write((db) => db.auditEntry.findMany({ where: { objectId: id, act: 'team-updated' } }))
    expect(logged.map(({ companyId }) => companyId).toSorted()).toEqual([acme.id, other.id].toSorted())
  })
})

describe('the list of teams', () => {
  it('is searched in the columns that are named, sorted and cut', async () => {
    await create({ name: 'Findable %_ one', leader: leader.id })
    const found = await list(filter({ q: 'findable %_', columns: ['name'] }))
    expect(found.body).toMatchObject({ total: 1, data: [{ name: 'Findable %_ one' }] })
    expect((await list(filter({ q: 'lea lead', columns: ['name'] }))).body.total).toBe(0)
    expect(Number((await list(filter({ q: 'lea lead' }))).body.total)).toBeGreaterThan(0)
    const sorted = await list(`?sort=${encodeURIComponent('["name","ASC"]')}&range=[0,1]`)
    expect(sorted.body.data).toHaveLength(2)
    expect(sorted.headers.get('content-range')).toMatch(/^teams 0-1\/\d+$/)
  })

  it("holds no other company's", async () => {
    const stranger = await makeCompanyAdmin(services, other.id)
    const theirs = await signIn(url, stranger.email)
    const { data } = (await list('', theirs)).body
    expect(JSON.stringify(data)).not.toContain(acme.id)
    const own = team((await create({ name: 'Ours' })).body)
    expect((await call(url, 'GET', `/team/get/${own.id}`, { token: theirs })).status).toBe(404)
    const role = await makeRole(services, { companyId: other.id, permissions: ['team:update'] })
    const outsider = await makeUser(services, { companyId: other.id, roleId: role.id })
    const answer = await update({ id: own.id, name: 'x' }, await signIn(url, outsider.email))
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('needs page:teams or team:read; making one team:create, changing one team:update', async () => {
    const none = await makeRole(services, { companyId: acme.id, permissions: ['page:main'] })
    const nobody = await signIn(
      url,
      (await makeUser(services, { companyId: acme.id, roleId: none.id })).email,
    )
    expect((await list('', nobody)).status).toBe(403)
    expect((await create({ name: 'x' }, nobody)).status).toBe(403)
    expect((await update({ id: 'x', name: 'x' }, nobody)).status).toBe(403)
    expect((await call(url, 'GET', '/team/get')).status).toBe(401)
  })
})

describe('names for select boxes', () => {
  it('are ids and names of the own company, for whoever is signed in', async () => {
    const none = await makeRole(services, { companyId: acme.id, permissions: [] })
    const user = await makeUser(services, { name: 'Nobody', companyId: acme.id, roleId: none.id })
    const theirs = await signIn(url, user.email)
    const users = await call(url, 'GET', '/user/names', { token: theirs })
    expect(users.body.data).toContainEqual({ id: leader.id, name: 'Lea Leader' })
    expect(JSON.stringify(users.body)).not.toContain(stranger.id)
    const companies = await call(url, 'GET', '/company/names', { token: theirs })
    expect(companies.body.data).toEqual([{ id: acme.id, name: acme.nameOut }])
    const ids = await call(url, 'GET', `/user/names${filter({ id: [leader.id, stranger.id] })}`, {
      token: theirs,
    })
    expect(ids.body).toMatchObject({ total: 1, data: [{ id: leader.id }] })
  })

  it('are narrowed to a company, or to what belongs to none', async () => {
    const own = await call(url, 'GET', `/role/names${filter({ companyId: acme.id })}`, { token: admin })
    const none = await call(url, 'GET', `/role/names${filter({ companyId: null })}`, { token: admin })
    const names = ({ body }: typeof own) => (body.data as { name: string }[]).map(({ name }) => name)
    expect(names(own)).toEqual(expect.arrayContaining(['Admin', 'User', staffRole.name]))
    expect(names(none)).toEqual(['Admin', 'User'])
    const beside = async (colleaguesOf: string, token: string) =>
      names(await call(url, 'GET', `/user/names${filter({ colleaguesOf })}`, { token }))
    expect(await beside(stranger.id, admin)).not.toContain('Lea Leader')
    expect(await beside(leader.id, admin)).toContain('Lea Leader')
    expect(await beside(stranger.id, token)).toEqual([])
    const teams = await call(url, 'GET', `/team/names${filter({ companyId: null })}`, { token: admin })
    expect(teams.body).toMatchObject({ total: 0 })
  })

  it('of roles are those that the caller may give', async () => {
    const { data } = (await call(url, 'GET', '/role/names', { token })).body
    const names = (data as { name: string }[]).map(({ name }) => name)
    expect(names).toContain(staffRole.name)
    expect(names).not.toContain('Admin')
    const all = await call(url, 'GET', '/role/names?range=[1,1]', { token: admin })
    expect(all.body.data).toHaveLength(1)
    expect(Number(all.body.total)).toBeGreaterThan(2)
    const { id } = await services.db
      .system('test')
      .write((db) => db.role.findFirstOrThrow({ where: { name: 'Admin' } }))
    const byId = (as: string) => call(url, 'GET', `/role/names${filter({ id: [id] })}`, { token: as })
    expect((await byId(admin)).body.data).toEqual([{ id, name: 'Admin' }])
    expect((await byId(token)).body.data).toEqual([])
  })
})
