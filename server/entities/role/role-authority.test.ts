import { describe, expect, it } from 'vitest'
import { PERMISSIONS, ROLE_PRESETS } from '#domain/permissions'
import { makeRole } from '../../test/support/factories.ts'
import { type Role, startRoleTests } from './role.fixture.ts'

const {
  services,
  admin,
  acme,
  other,
  boss,
  token,
  roleOf,
  rolesOf,
  create,
  update,
  remove,
  read,
  list,
  ROLE,
  refused,
  signedInWith,
} = await startRoleTests()

const houseRole = async (name: string): Promise<Role> => {
  const found = rolesOf(await list('', admin)).find((role) => role.name === name && role.companyId === null)
  if (!found) throw new Error(`There is no role ${name}`)
  return found
}

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
    const companyAdmin = await services.db.system('test').write((db) =>
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
