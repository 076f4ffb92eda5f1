import { describe, expect, it } from 'vitest'
import { call, makeRole } from '../../test/support/factories.ts'
import { startRoleTests } from './role.fixture.ts'

const {
  url,
  services,
  admin,
  acme,
  other,
  roleOf,
  rolesOf,
  create,
  update,
  remove,
  list,
  ROLE,
  signedInWith,
} = await startRoleTests()

const filter = (value: object) => `?filter=${encodeURIComponent(JSON.stringify(value))}`

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
