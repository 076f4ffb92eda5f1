import { describe, expect, it } from 'vitest'
import { call, makeCompanyAdmin, makeUser, signIn } from '../../test/support/factories.ts'
import { startUserTests } from './user.fixture.ts'

const { url, services, acme, other, userRole, bossToken, list, rowOf } = await startUserTests()

const query = (name: string, value: unknown) => `?${name}=${encodeURIComponent(JSON.stringify(value))}`

describe('the list of users', () => {
  it('is searched, sorted and cut on the server, of the own company alone', async () => {
    await makeUser(services, { companyId: acme.id, roleId: userRole.id })
    await makeUser(services, { name: 'Zoe %_ Findable', companyId: acme.id, roleId: userRole.id })
    await makeUser(services, { name: 'Zoe %_ Findable', companyId: other.id })
    const found = await list(query('filter', { q: 'findable', columns: ['name'] }))
    expect(found.body).toMatchObject({ total: 1, data: [{ name: 'Zoe %_ Findable' }] })
    expect(
      (await list(query('filter', { q: 'findable', columns: ['email', 'role', 'company'] }))).body.total,
    ).toBe(0)
    expect((await list(query('filter', { q: acme.nameOut }))).body.total).toBeGreaterThan(3)
    for (const column of ['name', 'email', 'company', 'role', 'lastSignInAt', 'updatedAt']) {
      const sorted = await list(`${query('sort', [column, 'ASC'])}&range=[0,1]`)
      expect(sorted.body.data).toHaveLength(2)
      expect(sorted.headers.get('content-range')).toMatch(/^users 0-1\/\d+$/)
    }
    expect(JSON.stringify((await list()).body)).not.toContain(other.id)
    const theirToken = await signIn(url, (await makeCompanyAdmin(services, other.id)).email)
    expect(JSON.stringify((await list('', theirToken)).body)).not.toContain(acme.id)
  })

  it('tells when a user has last signed in, which is no edit of the user', async () => {
    const { id, email, updatedAt } = await makeUser(services, { companyId: acme.id })
    const read = async () => rowOf(await call(url, 'GET', `/user/get/${id}`, { token: bossToken }))
    expect(await read()).toMatchObject({ lastSignInAt: null })
    const before = Date.now() - 1000
    await Promise.all([signIn(url, email), signIn(url, email)])
    const { lastSignInAt, ...row } = await read()
    expect(Date.parse(lastSignInAt ?? '')).toBeGreaterThan(before)
    expect(row.updatedAt).toBe(updatedAt.toISOString())
  })
})
