import { describe, expect, it } from 'vitest'
import { isRecord } from '#domain/json'
import { ROLE_PRESETS } from '#domain/permissions'
import { call, makeCompany, makeCompanyAdmin, makeRole, makeUser } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'

/** Authority comes from columns that no request writes, never from a name or e-mail address. */

const { url, services } = await startTestServer({ seedDemo: false })
const company = await makeCompany(services)
const boss = await makeCompanyAdmin(services, company.id)
const superAdmin = await makeUser(services, { isAdmin: true, name: 'Nobody', email: 'intern@example.com' })
const startSession = (userId: string) =>
  services.sessions.start(userId, { ip: '127.0.0.1', userAgent: 'test' })
const [token, adminToken] = [await startSession(boss.id), await startSession(superAdmin.id)]

const LISTS = ['/company/get', '/user/get', '/role/get', '/team/get', '/form/submissions', '/audit/get']
const listed = async (as: string) =>
  Promise.all(LISTS.map(async (path) => (await call(url, 'GET', path, { token: as })).status))

describe('somebody who is called like somebody who may', () => {
  it.each([
    ['Admin', 'admin@intake.example', 'Administrator'],
    ['Company Admin', 'company-admin@intake.example', 'Company Admin'],
    ['userType:admin', 'root@localhost.example', 'userType:admin'],
    ['admin', 'super-admin@intake.example', 'isAdmin'],
  ])('may nothing: the role %s, the address %s, the name %s', async (role, email, name) => {
    const { id: roleId } = await makeRole(services, { name: role, companyId: company.id, permissions: [] })
    const user = await makeUser(services, { companyId: company.id, roleId, email, name })
    const theirs = await startSession(user.id)
    expect(await listed(theirs)).toEqual(LISTS.map(() => 403))
    const { body } = await call(url, 'GET', '/user/me', { token: theirs })
    expect(body.data).toMatchObject({ isAdmin: false, role: { userType: 'user', permissions: [] } })
    const links = await call(url, 'GET', '/generated-link/get', { token: theirs })
    expect(links.body).toMatchObject({ total: 0 })
    // Nor is such a role locked, as those of the system are.
    const renamed = await call(url, 'PUT', `/role/update/${roleId}`, { token, body: { name: `${role} 2` } })
    expect(renamed.status).toBe(200)
  })

  it('and who may, may under any name', async () => {
    expect(await listed(adminToken)).toEqual(LISTS.map(() => 200))
    const { permissions, userType } = ROLE_PRESETS.companyAdmin
    const role = { name: 'Intern', userType, permissions: [...permissions], companyId: company.id }
    const { id } = await services.db
      .system('test')
      .write((db) => db.role.create({ data: { ...role, isStatic: true } }))
    const user = await makeUser(services, { companyId: company.id, roleId: id, name: 'Intern' })
    expect(await listed(await startSession(user.id))).toEqual(LISTS.map(() => 200))
    const renamed = await call(url, 'PUT', `/role/update/${id}`, { token: adminToken, body: { name: 'x' } })
    expect(renamed.status).toBe(403)
  })
})

describe('no request, an admin’s neither,', () => {
  const COLUMNS = {
    isAdmin: true,
    isStatic: false,
    passwordHash: 'x',
    emailKey: 'x',
    otpRequired: false,
    passwordSetByOther: false,
  }

  it('writes a column that authority comes from', async () => {
    const { body } = await call(url, 'GET', '/openapi.json')
    const writes = Object.entries(body.paths ?? {}).flatMap(([path, item]) =>
      Object.entries(isRecord(item) ? item : {}).flatMap(([method, operation]) =>
        JSON.stringify(isRecord(operation) ? operation.requestBody : '')?.includes('application/json')
          ? [{ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, superAdmin.id) }]
          : [],
      ),
    )
    expect(writes.length).toBeGreaterThan(15)
    for (const { method, path } of writes) {
      const answer = await call(url, method, path, { token: adminToken, body: COLUMNS })
      expect({ path, status: answer.status }).toEqual({ path, status: 400 })
      // These may send the column back as it was read; record-as-read.test.ts sends another value.
      const readBack = {
        '/user/update/': 'isAdmin',
        '/users/': 'isAdmin',
        '/role/update/': 'isStatic',
        '/roles/': 'isStatic',
      }
      const allowed = Object.entries(readBack).flatMap(([start, key]) => (path.startsWith(start) ? key : []))
      expect(Object.keys(answer.body.fields ?? {}), path).toEqual(
        expect.arrayContaining(Object.keys(COLUMNS).filter((key) => !allowed.includes(key))),
      )
    }
  })

  it('writes one that stands deeper in its body', async () => {
    const user = { name: 'x', email: 'deep@example.com', password: 'correct-horse-1', isAdmin: true }
    const role = { name: 'x', userType: 'company', permissions: [], isStatic: true }
    const body = { company: { nameIn: 'x', nameOut: 'x' }, user, role }
    const { status, body: answer } = await call(url, 'POST', '/admin/create-company', {
      token: adminToken,
      body,
    })
    expect(status).toBe(400)
    expect(answer.fields).toMatchObject({
      'user.isAdmin': expect.any(String),
      'role.isStatic': expect.any(String),
    })
  })
})
