import { describe, expect, it } from 'vitest'
import { PERMISSIONS, ROLE_PRESETS, type Permission, type UserType } from '#domain/permissions'
import { asSystem } from '../../auth/actor.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeRole,
  makeUser,
  signIn,
  type Answer,
} from '../../test/support/factories.ts'
import { updateRole } from './role.service.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'

const { url, services } = await startTestServer({ seedDemo: false })

const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const [acme, other] = [await makeCompany(services), await makeCompany(services)]
const boss = await makeCompanyAdmin(services, acme.id)
const token = await signIn(url, boss.email)

type Role = { id: string; name: string; companyId: string | null; permissions: string[]; updatedAt: string }
const roleOf = ({ body }: Answer): Role => body.data as Role
const rolesOf = ({ body }: Answer): Role[] => body.data as Role[]

const create = (body: object, as = token) => call(url, 'POST', '/role/create', { token: as, body })
const update = (id: string, body: object, as = token) =>
  call(url, 'PUT', `/role/update/${id}`, { token: as, body })
const remove = (id: string, as = token, query = '') =>
  call(url, 'DELETE', `/role/delete/${id}${query}`, { token: as })
const read = (id: string, as = token) => call(url, 'GET', `/role/get/${id}`, { token: as })
const list = (query = '', as = token) => call(url, 'GET', `/role/get${query}`, { token: as })
const filter = (value: object) => `?filter=${encodeURIComponent(JSON.stringify(value))}`

const ROLE = { name: 'Underwriter', permissions: ['page:forms'], userType: 'user' }
const refused = (status: number, error?: string) => ({
  status,
  body: { status: 'error', ...(error && { error }) },
})

const houseRole = async (name: string): Promise<Role> => {
  const found = rolesOf(await list('', admin)).find((role) => role.name === name && role.companyId === null)
  if (!found) throw new Error(`There is no role ${name}`)
  return found
}

async function signedInWith(
  permissions: Permission[],
  userType: UserType = 'user',
  companyId: string | null = acme.id,
) {
  const role = await makeRole(services, { companyId, permissions, userType })
  const user = await makeUser(services, { companyId, roleId: role.id })
  return { role, user, token: await signIn(url, user.email) }
}

describe('a role', () => {
  it("is made, read, changed and deleted with the spec's payloads, and written down", async () => {
    const made = await create({
      name: ' Underwriter ',
      permissions: ['page:roles', 'page:forms', 'page:forms'],
      userType: 'user',
      _userType: 'company',
      _companyId: acme.id,
    })
    expect(made.status).toBe(200)
    expect(made.body.data).toEqual({
      id: expect.any(String),
      name: 'Underwriter',
      permissions: ['page:roles', 'page:forms'],
      userType: 'user',
      isStatic: false,
      companyId: acme.id,
      company: { id: acme.id, nameOut: acme.nameOut },
      users: 0,
      timeZone: 'America/New_York',
      updatedAt: expect.any(String),
    })
    const { id, updatedAt } = roleOf(made)
    expect((await read(id)).body.data).toEqual(made.body.data)

    const changed = await update(id, {
      name: 'Reader',
      permissions: ['page:forms'],
      userType: 'company',
      _userType: 'company',
      _companyId: acme.id,
      updatedAt,
    })
    expect(changed.body.data).toMatchObject({ name: 'Reader', permissions: ['page:forms'] })
    const gone = await remove(id, token, `?userType=company&companyId=${acme.id}`)
    expect(gone.body.data).toMatchObject({ id, name: 'Reader' })
    expect(await read(id)).toMatchObject(refused(404))

    const entries = await asSystem(services.db, 'test', (db) =>
      db.auditEntry.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } }),
    )
    expect(entries).toMatchObject([
      { act: 'role-created', actorId: boss.id, companyId: acme.id, detail: { before: null } },
      {
        act: 'role-updated',
        detail: {
          before: { name: 'Underwriter', permissions: ['page:roles', 'page:forms'], userType: 'user' },
          after: { name: 'Reader', permissions: ['page:forms'], userType: 'company' },
        },
      },
      { act: 'role-deleted', detail: { before: { name: 'Reader' }, after: null } },
    ])
  })

  it('keeps on an update what is left out', async () => {
    const { id } = roleOf(await create(ROLE))
    expect((await update(id, { name: 'Renamed' })).body.data).toMatchObject({ ...ROLE, name: 'Renamed' })
    expect((await update(id, { permissions: [] })).body.data).toMatchObject({
      name: 'Renamed',
      permissions: [],
    })
  })

  it('is listed and deleted with an empty company and type as without', async () => {
    const { id } = roleOf(await create(ROLE))
    const [all, empty] = [await list(), await list('?companyId=&userType=')]
    expect([empty.status, empty.body.total]).toEqual([200, all.body.total])
    expect((await remove(id, token, '?companyId=&userType=')).status).toBe(200)
  })

  it('of admins stays one while it has the last of them', async () => {
    const role = await makeRole(services, { companyId: null, userType: 'admin', permissions: [] })
    await makeUser(services, { roleId: role.id })
    const actor = await services.sessions.findActor(admin)
    if (!actor) throw new Error('nobody is signed in')
    const others = {
      active: true,
      OR: [{ isAdmin: true }, { role: { userType: 'admin' as const } }],
      NOT: { roleId: role.id },
    }
    const left = await asSystem(services.db, 'test', async (db) => {
      const found = await db.user.findMany({ where: others, select: { id: true } })
      return found.map(({ id }) => id)
    })
    const setActive = (active: boolean) =>
      asSystem(services.db, 'test', (db) =>
        db.user.updateMany({ where: { id: { in: left } }, data: { active } }),
      )
    // They are deactivated while the call is on its way.
    await setActive(false)
    const change = updateRole(services, { actor, ip: '' }, { id: role.id, userType: 'user' })
    await expect(change).rejects.toMatchObject({ code: 'conflict' })
    await setActive(true)
    expect((await update(role.id, { userType: 'user' }, admin)).status).toBe(200)
  })

  it.each([
    [{ ...ROLE, name: '' }, 'name'],
    [{ ...ROLE, name: '  ' }, 'name'],
    [{ ...ROLE, permissions: ['page:everything'] }, 'permissions.0'],
    [{ ...ROLE, permissions: 'page:forms' }, 'permissions'],
    [{ ...ROLE, userType: 'owner' }, 'userType'],
    [{ ...ROLE, isStatic: true }, 'isStatic'],
    [{ ...ROLE, isAdmin: true }, 'isAdmin'],
    [{ ...ROLE, companyId: other.id }, 'companyId'],
    [{ ...ROLE, _companyId: other.id }, '_companyId'],
    [{ ...ROLE, userType: 'company', _userType: 'user' }, 'userType'],
  ])('is refused as %j', async (body, field) => {
    expect(await create(body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { [field]: expect.any(String) } },
    })
  })

  it('is not written over when somebody else has changed it meanwhile', async () => {
    const { id, updatedAt } = roleOf(await create(ROLE))
    const answers = await Promise.all(['One', 'Two'].map((name) => update(id, { name, updatedAt })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('stale')
  })

  it('stays while somebody has it', async () => {
    const { id } = roleOf(await create(ROLE))
    await makeUser(services, { companyId: acme.id, roleId: id })
    expect((await read(id)).body.data).toMatchObject({ users: 1 })
    expect(await remove(id)).toMatchObject(
      refused(409, 'A user still has this role. Give that user another role first.'),
    )
  })

  it('stays while somebody has it whom the caller does not see', async () => {
    const { id } = roleOf(await create(ROLE))
    await makeUser(services, { companyId: other.id, roleId: id })
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  it('changes what its users may do with their next request', async () => {
    const { role, token: theirs } = await signedInWith(['page:forms'])
    expect((await call(url, 'GET', '/form/submissions', { token: theirs })).status).toBe(200)
    expect((await call(url, 'GET', '/team/get', { token: theirs })).status).toBe(403)
    expect((await update(role.id, { name: 'Moved', permissions: ['page:teams'] })).status).toBe(200)
    expect((await call(url, 'GET', '/form/submissions', { token: theirs })).status).toBe(403)
    expect((await call(url, 'GET', '/team/get', { token: theirs })).status).toBe(200)
  })
})

describe('what a role gives', () => {
  it.each([
    ['a permission the caller lacks', { permissions: ['company:create'] }],
    ['userType:company', { permissions: ['userType:company'] }],
    ['userType:admin', { permissions: ['userType:admin'] }],
    ['the type admin', { userType: 'admin' }],
  ])('is never more than the caller holds: %s', async (_what, changes) => {
    expect(await create({ ...ROLE, ...changes })).toMatchObject(
      refused(403, 'A role can give only what you hold yourself.'),
    )
    const { id } = roleOf(await create(ROLE))
    expect(await update(id, { name: 'x', ...changes })).toMatchObject({ status: 403 })
    expect((await read(id)).body.data).toMatchObject(ROLE)
  })

  it('is judged as it comes out, not as the request has it', async () => {
    const { token: weak } = await signedInWith(['role:read', 'role:update', 'page:forms'])
    const strong = await makeRole(services, { companyId: acme.id, permissions: ['page:users'] })
    expect(await update(strong.id, { name: 'Only the name' }, weak)).toMatchObject(
      refused(403, 'This role gives more than you hold yourself, so it is not yours to change.'),
    )
    // Nor can what the caller lacks be taken from those who have it.
    expect(await update(strong.id, { name: 'x', permissions: [] }, weak)).toMatchObject({ status: 403 })
    const companyType = await makeRole(services, { companyId: acme.id, userType: 'company', permissions: [] })
    expect(await update(companyType.id, { name: 'x', userType: 'user' }, weak)).toMatchObject({ status: 403 })
  })

  it('is not widened by a string that grants everything', async () => {
    const { token: holder } = await signedInWith(['userType:company'])
    expect((await create({ ...ROLE, permissions: ['company:create'] }, holder)).status).toBe(200)
    expect((await create({ ...ROLE, permissions: ['userType:company'] }, holder)).status).toBe(403)
    expect((await create({ ...ROLE, userType: 'company' }, holder)).status).toBe(403)
    expect((await create({ ...ROLE, companyId: other.id }, holder)).status).toBe(400)
  })

  it('is everything for admins, where they say', async () => {
    const everything = { name: 'All', permissions: PERMISSIONS, userType: 'admin' }
    expect((await create(everything, admin)).body.data).toMatchObject({
      permissions: [...PERMISSIONS],
      companyId: null,
      company: null,
    })
    expect(roleOf(await create({ ...ROLE, companyId: acme.id }, admin)).companyId).toBe(acme.id)
    expect(roleOf(await create({ ...ROLE, _companyId: other.id }, admin)).companyId).toBe(other.id)
    expect(roleOf(await create({ ...ROLE, companyId: '', _companyId: null }, admin)).companyId).toBeNull()
    expect((await create({ ...ROLE, companyId: 'nowhere' }, admin)).status).toBe(400)
  })
})

describe('nobody', () => {
  it('changes a system role', async () => {
    const { id } = await houseRole('Admin')
    const sentence = 'System roles can be neither changed nor deleted.'
    expect(await update(id, { name: 'x' }, admin)).toMatchObject(refused(403, sentence))
    expect(await remove(id, admin)).toMatchObject(refused(403, sentence))
    const companyAdmin = await asSystem(services.db, 'test', (db) =>
      db.role.create({
        data: {
          ...ROLE_PRESETS.companyAdmin,
          permissions: [...ROLE_PRESETS.companyAdmin.permissions],
          companyId: acme.id,
        },
      }),
    )
    expect(await update(companyAdmin.id, { name: 'x' })).toMatchObject(refused(403, sentence))
    expect(await remove(companyAdmin.id)).toMatchObject(refused(403, sentence))
  })

  it('changes the role they have themselves, admins included', async () => {
    const sentence = "You can't change your own role."
    expect(await update(boss.roleId ?? '', { name: 'Boss of all' })).toMatchObject(refused(403, sentence))
    const staff = await signedInWith([], 'admin', null)
    expect(await update(staff.role.id, { name: 'x' }, staff.token)).toMatchObject(refused(403, sentence))
  })

  it("but admins changes a role of the house, or sees an admin's", async () => {
    const shared = await houseRole('User')
    expect(await update(shared.id, { name: 'x' })).toMatchObject(
      refused(403, 'This role is shared by all companies. Only administrators change it.'),
    )
    expect(await remove(shared.id)).toMatchObject({ status: 403 })
    expect((await update(shared.id, { name: 'User' }, admin)).status).toBe(200)
    const { id } = await houseRole('Admin')
    for (const answer of [await read(id), await update(id, { name: 'x' }), await remove(id)]) {
      expect(answer).toMatchObject(refused(404))
    }
  })

  it("but admins reaches another company's", async () => {
    const theirs = await makeRole(services, { companyId: other.id })
    for (const answer of [await read(theirs.id), await update(theirs.id, ROLE), await remove(theirs.id)]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect((await update(theirs.id, ROLE, admin)).status).toBe(200)
  })

  it('reaches further by what the request says of itself, only less far', async () => {
    const mine = roleOf(await create({ ...ROLE, userType: 'company' }))
    for (const query of ['?userType=user', `?companyId=${other.id}`]) {
      expect(await remove(mine.id, token, query)).toMatchObject(refused(404))
      expect(await remove(mine.id, admin, query)).toMatchObject(refused(404))
    }
    expect(await update(mine.id, { name: 'x', _userType: 'user' })).toMatchObject(refused(404))
    expect(await update(mine.id, { name: 'x', _companyId: other.id }, admin)).toMatchObject(refused(404))
    expect((await update(mine.id, { ...ROLE, userType: 'admin', _userType: 'admin' })).status).toBe(403)
  })
})

describe('the list of roles', () => {
  it('holds the own ones and those of the house that are not for admins', async () => {
    const theirs = await makeRole(services, { companyId: other.id })
    const names = rolesOf(await list()).map(({ name }) => name)
    expect(names).toContain('User')
    expect(names).not.toContain('Admin')
    expect(names).not.toContain(theirs.name)
    const all = rolesOf(await list('', admin)).map(({ name }) => name)
    expect(all).toEqual(expect.arrayContaining(['Admin', 'User', theirs.name]))
  })

  it('is searched, sorted and cut, and narrowed by type and company', async () => {
    await create({ ...ROLE, name: 'Findable %_ one', userType: 'company' })
    const found = await list(filter({ q: 'findable %_', columns: ['name'] }))
    expect(found.body).toMatchObject({ total: 1, data: [{ name: 'Findable %_ one' }] })
    expect((await list(filter({ q: 'compan', columns: ['userType'] }))).body.total).toBeGreaterThan(0)
    const cut = await list(`?sort=${encodeURIComponent('["name","ASC"]')}&range=[0,1]`)
    expect(cut.headers.get('content-range')).toMatch(/^roles 0-1\/\d+$/)
    expect(rolesOf(cut).map(({ name }) => name)).toEqual(
      rolesOf(cut)
        .map(({ name }) => name)
        .toSorted((one, two) => one.localeCompare(two)),
    )
    const narrowed = rolesOf(await list(`?userType=company&companyId=${acme.id}`, admin))
    expect(narrowed.length).toBeGreaterThan(0)
    for (const role of narrowed) expect(role).toMatchObject({ userType: 'company', companyId: acme.id })
    for (const query of [`?companyId=${other.id}`, '?userType=admin']) {
      expect((await list(query)).body).toMatchObject({ total: 0, data: [] })
    }
    expect((await list('?userType=everybody')).status).toBe(400)
  })

  it('takes page:roles or role:read; making, changing, deleting each take a string', async () => {
    const { token: reader } = await signedInWith(['page:roles'])
    expect((await list('', reader)).status).toBe(200)
    expect((await list('', (await signedInWith(['page:main'])).token)).status).toBe(403)
    expect((await list('', (await signedInWith(['role:read'])).token)).status).toBe(200)
    const { id } = roleOf(await create(ROLE))
    expect((await create(ROLE, reader)).status).toBe(403)
    expect((await update(id, ROLE, reader)).status).toBe(403)
    expect((await remove(id, reader)).status).toBe(403)
    expect((await call(url, 'GET', '/role/get')).status).toBe(401)
    const { token: nowhere } = await signedInWith(['role:create', 'role:read'], 'user', null)
    expect((await create({ ...ROLE, permissions: [] }, nowhere)).status).toBe(403)
    expect((await list('', nowhere)).body.total).toBe(0)
  })
})
