import { describe, expect, it } from 'vitest'
import { call, makeRole, makeUser } from '../../test/support/factories.ts'
import { updateRole } from './role.service.ts'
import { startRoleTests } from './role.fixture.ts'

const {
  url,
  services,
  admin,
  acme,
  other,
  boss,
  token,
  roleOf,
  create,
  update,
  remove,
  read,
  list,
  ROLE,
  refused,
  signedInWith,
} = await startRoleTests()

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
      scope: 'company',
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

    const entries = await services.db
      .system('test')
      .write((db) => db.auditEntry.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } }))
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
    const left = await services.db.system('test').write(async (db) => {
      const found = await db.user.findMany({ where: others, select: { id: true } })
      return found.map(({ id }) => id)
    })
    const setActive = (active: boolean) =>
      services.db
        .system('test')
        .write((db) => db.user.updateMany({ where: { id: { in: left } }, data: { active } }))
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
