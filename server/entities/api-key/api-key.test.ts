import { describe, expect, it } from 'vitest'
import { KEY_PERMISSIONS } from '#domain/api-key'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import type { Permission } from '#domain/permissions'
import { isKey, newKey } from '../../auth/api-keys.ts'
import { call, makeApiKey, makeCompany, makeCompanyAdmin, makeUser } from '../../test/support/factories.ts'
import { startTestServer } from '../../test/support/server.ts'

const { url, services } = await startTestServer({ seedDemo: false, rateLimit: true })
const company = await makeCompany(services, { nameOut: 'Acme' })
const boss = await makeCompanyAdmin(services, company.id)
const superAdmin = await makeUser(services, { isAdmin: true, name: 'Ann Broker' })
const client = { ip: '127.0.0.1', userAgent: 'test' }
const [bossToken, adminToken] = [
  await services.sessions.start(boss.id, client),
  await services.sessions.start(superAdmin.id, client),
]
const words = serverMessages.apiKey

const make = (token: string, changes: object = {}) =>
  call(url, 'POST', '/api-key/create', {
    token,
    body: { name: 'CRM', permissions: ['page:forms'], expiresInDays: 90, ...changes },
  })
type Made = { id: string; key: string; start: string }
const made = async (token: string, changes: object = {}): Promise<Made> =>
  (await make(token, changes)).body.data as Made
const list = (token: string, headers = {}) => call(url, 'GET', '/form/submissions', { token, headers })
const ofBoss = (permissions: Permission[] = ['page:forms'], changes: object = {}) =>
  makeApiKey(services, boss.id, permissions, { companyId: company.id, ...changes })

describe('a key', () => {
  it('is shown once and kept as a hash', async () => {
    const { key, start, id } = await made(bossToken)
    expect(isKey(key)).toBe(true)
    expect(key.startsWith(start)).toBe(true)
    expect((await list(key)).status).toBe(200)
    const { body } = await call(url, 'GET', '/api-key/get', { token: bossToken })
    expect(body).toMatchObject({
      total: 1,
      data: [{ id, start, company: { nameOut: 'Acme' }, lastUsedIp: '127.0.0.1' }],
    })
    expect(JSON.stringify(body)).not.toContain(key)
    const { rows } = await services.db.connections.system.pool.query(
      `SELECT to_jsonb(k) AS row FROM "ApiKey" k UNION ALL SELECT to_jsonb(e) FROM "AuditEntry" e`,
    )
    expect(JSON.stringify(rows)).toContain(start)
    expect(JSON.stringify(rows)).not.toContain(key.slice(start.length))
  })

  it('with a typing error is told from a key by its checksum', () => {
    const key = newKey()
    expect(isKey(key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).toBe(false)
    expect(isKey(key.replace('intake_live_', 'intake_test_'))).toBe(false)
  })

  it('is refused from the next call on when it is revoked, and both are in the log', async () => {
    const { key, id } = await made(bossToken)
    expect((await list(key)).status).toBe(200)
    expect((await call(url, 'DELETE', `/api-key/delete/${id}`, { token: bossToken })).status).toBe(200)
    const refused = await list(key)
    expect(refused).toMatchObject({ status: 401, body: { code: 'unauthenticated', error: words.refused } })
    expect((await call(url, 'DELETE', `/api-key/delete/${id}`, { token: bossToken })).status).toBe(404)
    const entries = await services.db
      .system('test')
      .write((db) => db.auditEntry.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } }))
    expect(entries.map(({ act, actorId, companyId }) => [act, actorId, companyId])).toEqual([
      ['api-key-created', boss.id, company.id],
      ['api-key-revoked', boss.id, company.id],
    ])
  })

  it('is refused once it has expired, or its creator is inactive, moved, or no admin any more', async () => {
    expect(
      (await list(await ofBoss(['page:forms'], { expiresAt: new Date(Date.now() - 1000) }))).status,
    ).toBe(401)
    const user = await makeCompanyAdmin(services, company.id)
    const key = await makeApiKey(services, user.id, ['page:forms'], { companyId: company.id })
    const change = (data: object) =>
      services.db.system('test').write((db) => db.user.update({ where: { id: user.id }, data }))
    const statusAfter = async (data: object, used = key) => {
      await change(data)
      return (await list(used)).status
    }
    const other = await makeCompany(services)
    expect(await statusAfter({ active: false })).toBe(401)
    expect(await statusAfter({ active: true })).toBe(200)
    expect(await statusAfter({ companyId: other.id })).toBe(401)
    const everywhere = await makeApiKey(services, user.id, ['page:forms'])
    expect(await statusAfter({ isAdmin: true }, everywhere)).toBe(200)
    expect(await statusAfter({ isAdmin: false }, everywhere)).toBe(401)
  })

  it('loses what its creator loses', async () => {
    const user = await makeCompanyAdmin(services, company.id)
    const key = await makeApiKey(services, user.id, ['page:forms'], { companyId: company.id })
    const data = { permissions: ['page:users'] }
    await services.db.system('test').write((db) => db.role.update({ where: { id: user.roleId ?? '' }, data }))
    expect(await list(key)).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining(words.lacks) as string },
    })
  })

  it('is accepted from its addresses alone', async () => {
    const { key } = await made(bossToken, { addresses: ['192.0.2.7', '2001:db8::/32'] })
    expect(await list(key)).toMatchObject({ status: 403, body: { code: 'forbidden', error: words.address } })
    const { key: local } = await made(bossToken, { addresses: ['127.0.0.0/8'] })
    expect((await list(local)).status).toBe(200)
    const wrong = await make(bossToken, { addresses: ['10.0.0.0/8', 'office'] })
    expect(wrong).toMatchObject({
      status: 400,
      body: { fields: { addresses: words.range('office') } },
    })
  })

  it('writes its own name and its creator’s into the log', async () => {
    const key = await makeApiKey(services, superAdmin.id, ['page:teams', 'team:create'], {
      companyId: company.id,
    })
    const { body } = await call(url, 'POST', '/team/create', { token: key, body: { name: 'East' } })
    const entry = await services.db
      .system('test')
      .write((db) =>
        db.auditEntry.findFirstOrThrow({ where: { act: 'team-created', objectId: (body.data as Made).id } }),
      )
    expect(entry).toMatchObject({ actorName: 'CRM (API key of Ann Broker)', companyId: company.id })
  })
})

describe('making a key', () => {
  it('needs a password given in the last minutes', async () => {
    const token = await services.sessions.start(boss.id, client)
    await services.db
      .system('test')
      .write((db) => db.loginSession.updateMany({ data: { confirmedAt: new Date(0) } }))
    expect(await make(token)).toMatchObject({ status: 403, body: { code: 'password_needed' } })
    await services.db
      .system('test')
      .write((db) => db.loginSession.updateMany({ data: { confirmedAt: new Date() } }))
  })

  it.each([
    { permissions: ['userType:admin'] },
    { permissions: ['action:create'] },
    { permissions: ['company:create'] },
    { permissions: [] },
    { expiresInDays: 6 },
    { companyId: 'of somebody else' },
    { origins: ['*'] },
  ])('gives no more than its maker holds, for what there is: %j', async (changes) => {
    const { status, body } = await make(bossToken, changes)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_input' })
    expect(Object.keys(body.fields as object)[0]).toMatch(Object.keys(changes)[0] ?? '')
  })

  it('is refused to a user who has 50 that are neither revoked nor expired', async () => {
    const maker = await makeCompanyAdmin(services, company.id)
    const token = await services.sessions.start(maker.id, client)
    for (let count = 1; count < LIMITS.keys; count += 1)
      await makeApiKey(services, maker.id, ['page:forms'], { companyId: company.id })
    await makeApiKey(services, maker.id, ['page:forms'], { companyId: company.id, expiresAt: new Date(0) })
    const answers = await Promise.all(Array.from({ length: 4 }, () => make(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const last = answers.find(({ status }) => status === 200)?.body.data as Made
    await call(url, 'DELETE', `/api-key/delete/${last.id}`, { token })
    expect((await make(token)).status).toBe(200)
  })

  it('can be for ever, and by an admin for all companies', async () => {
    const { body } = await make(adminToken, { expiresInDays: null, permissions: ['company:create'] })
    expect(body.data).toMatchObject({ expiresAt: null, company: null, permissions: ['company:create'] })
  })
})

const target = await makeCompanyAdmin(services, company.id)
const adminRole = await services.db
  .system('test')
  .write((db) => db.role.findFirstOrThrow({ where: { userType: 'admin' } }))

describe('a key never', () => {
  const everything = () => makeApiKey(services, superAdmin.id, [...KEY_PERMISSIONS])
  const newUser = { name: 'New', email: 'new@example.com', password: 'correct-horse-1', company: company.id }

  it.each([
    ['GET', '/api-key/get', undefined],
    ['POST', '/api-key/create', { name: 'x', permissions: ['page:forms'], expiresInDays: 7 }],
    ['GET', '/audit/export', undefined],
    ['GET', '/user/me', undefined],
    ['POST', '/user/me/confirm', { password: 'correct-horse-1' }],
    ['POST', '/auth/logout', {}],
    ['PUT', `/user/update/${target.id}`, { email: 'mine@example.com' }],
    ['PUT', `/user/update/${target.id}`, { password: 'correct-horse-2' }],
    ['PUT', `/user/update/${target.id}`, { active: false }],
    ['PUT', `/user/update/${target.id}`, { role: '' }],
    ['PUT', `/user/update/${target.id}`, { company: '' }],
    ['PUT', `/user/update/${superAdmin.id}`, { name: 'x' }],
    [
      'PUT',
      `/user/update/${superAdmin.id}`,
      { email: 'mine@example.com', currentPassword: 'correct-horse-1' },
    ],
    ['POST', '/user/create', { ...newUser, role: adminRole.id }],
    ['POST', '/user/create', { ...newUser, role: target.roleId }],
    ['POST', '/role/create', { name: 'x', userType: 'company', companyId: company.id }],
    ['POST', '/role/create', { name: 'x', permissions: ['userType:admin'] }],
    ['POST', '/role/create', { name: 'x', permissions: ['action:edit'] }],
    ['PUT', `/role/update/${target.roleId ?? ''}`, { name: 'x' }],
    ['PUT', `/company/update/${company.id}`, { requireOtp: true }],
    ['POST', '/form/views', { name: 'x', shared: true }],
  ])('reaches for more, whatever it holds: %s %s %j', async (method, path, body) => {
    const answer = await call(url, method, path, { token: await everything(), ...(body && { body }) })
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 403, code: 'forbidden' })
  })

  it('is told to sign in where no key is enough, and what it lacks elsewhere', async () => {
    const key = await ofBoss(['page:main'])
    const tell = async (path: string) => (await call(url, 'GET', path, { token: key })).body.error
    expect(await tell('/api-key/get')).toBe(words.person)
    expect(await tell('/team/get')).toBe(`${words.lacks} Needs page:teams or team:read.`)
  })

  it('makes a company’s first administrator', async () => {
    const body = {
      company: { nameIn: 'x', nameOut: 'x' },
      user: { name: 'x', email: 'x@example.com', password: 'correct-horse-1' },
      role: { name: 'x', userType: 'company', permissions: ['page:forms'] },
    }
    const answer = await call(url, 'POST', '/admin/create-company', { token: await everything(), body })
    expect(answer.status).toBe(403)
  })

  it('does by its creator’s type what its permissions don’t say', async () => {
    const key = await ofBoss(['page:main'])
    const tried = await Promise.all(
      [
        ['GET', '/generated-link/get'],
        ['GET', '/user/names'],
        ['GET', '/role/names'],
        ['GET', '/company/names'],
        ['GET', '/form/submissions'],
        ['PUT', `/company/update/${company.id}`],
        ['DELETE', `/company/delete/${company.id}`],
      ].map(async ([method = '', path = '']) => {
        const body = method === 'PUT' ? { nameIn: 'x' } : undefined
        return (await call(url, method, path, { token: key, ...(body && { body }) })).status
      }),
    )
    expect(tried).toEqual(tried.map(() => 403))
    expect((await call(url, 'GET', '/dashboard', { token: key })).status).toBe(200)
  })

  it('gets the answer of a call that somebody else made with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'same' }
    const body = { name: 'x', permissions: ['page:forms'], expiresInDays: 7 }
    await call(url, 'POST', '/api-key/create', { token: bossToken, headers, body })
    const answer = await call(url, 'POST', '/api-key/create', { token: await ofBoss(), headers, body })
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})
