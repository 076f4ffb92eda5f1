import { describe, expect, it } from 'vitest'
import { PERMISSIONS, ROLE_PRESETS } from '#domain/permissions'
import { call, makeCompany, makeCompanyAdmin, signIn } from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'

const { url, services } = await startTestServer({ seedDemo: false })

const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const { name, userType, permissions } = ROLE_PRESETS.companyAdmin

const body = (changes: { company?: object; user?: object; role?: object } = {}) => ({
  company: { nameIn: 'Nova', nameOut: 'Nova Funding', notifyEmails: 'desk@nova.example', ...changes.company },
  user: { name: 'Nora Nova', email: 'Nora@nova.example', password: 'long-enough-1', ...changes.user },
  role: { name, userType, permissions, ...changes.role },
})
const create = (sent: object, token = admin) =>
  call(url, 'POST', '/admin/create-company', { token, body: sent })
const countCompanies = () => services.db.system('test').write((db) => db.company.count())

type Made = { company: { id: string }; user: { id: string }; role: { id: string } }

describe('making a company with its administrator', () => {
  it('answers all three, and the administrator signs in and runs the company', async () => {
    const answer = await create(body({ role: { name: 'Owner', permissions: [...permissions, 'page:main'] } }))
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ status: 'success', message: 'Company created successfully' })
    const { company, user, role } = answer.body.data as Made
    expect(answer.body.data).toMatchObject({
      company: {
        nameOut: 'Nova Funding',
        lead: user.id,
        leadName: 'Nora Nova',
        notifyEmails: 'desk@nova.example',
      },
      user: { name: 'Nora Nova', email: 'Nora@nova.example' },
      role: {
        name: 'Owner',
        userType: 'company',
        isStatic: true,
        permissions: PERMISSIONS.filter((each) => permissions.some((given) => given === each)),
      },
    })

    const token = await signIn(url, 'nora@nova.example', 'long-enough-1')
    const me = await call(url, 'GET', '/user/me', { token })
    expect(me.body.data).toMatchObject({
      isAdmin: false,
      company: { id: company.id },
      role: { id: role.id, userType: 'company' },
    })
    const entries = await services.db
      .system('test')
      .write((db) => db.auditEntry.findMany({ where: { companyId: company.id, actorId: { not: user.id } } }))
    expect(entries.map(({ act }) => act).toSorted()).toEqual([
      'company-created',
      'role-created',
      'user-created',
    ])
    expect(
      JSON.stringify(entries, (_key, value: unknown) => (typeof value === 'bigint' ? '' : value)),
    ).not.toMatch(/long-enough|argon/)
  })

  it("gives the first release's list what was added since, and another list only what it has", async () => {
    const permissionsOf = async (email: string, sent: string[]) => {
      const answer = await create(body({ user: { email }, role: { permissions: sent } }))
      return (answer.body.data as { role: { permissions: string[] } }).role.permissions
    }
    const first = ['main', 'forms', 'companies', 'teams', 'users', 'roles', 'links'].map(
      (page) => `page:${page}`,
    )
    first.push('action:create', 'action:edit', 'action:delete')
    expect((await permissionsOf('first@nova.example', first)).toSorted()).toEqual(permissions.toSorted())
    expect(await permissionsOf('less@nova.example', first.slice(1))).not.toContain('submission:update')
  })

  it('takes an e-mail address once, in whatever case, and leaves nothing behind', async () => {
    const before = await countCompanies()
    const answer = await create(body({ user: { email: 'NORA@nova.example' } }))
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        error: 'There is a user with this e-mail address already.',
        fields: { 'user.email': expect.any(String) },
      },
    })
    expect(await countCompanies()).toBe(before)
  })

  it.each([
    [{ company: { nameIn: '' } }, 'company.nameIn'],
    [{ company: { nameOut: ' ' } }, 'company.nameOut'],
    [{ company: { notifyEmails: 'nonsense' } }, 'company.notifyEmails'],
    [{ company: { logoUrl: '' } }, 'company.logoUrl'],
    [{ user: { name: '' } }, 'user.name'],
    [{ user: { email: 'nobody' } }, 'user.email'],
    [{ user: { password: 'short-1' } }, 'user.password'],
    [{ user: { password: 'no-digits-here' } }, 'user.password'],
    [{ user: { isAdmin: true } }, 'user.isAdmin'],
    [{ role: { name: '' } }, 'role.name'],
    [{ role: { userType: 'admin' } }, 'role.userType'],
    [{ role: { permissions: ['page:main', 'page:everything'] } }, 'role.permissions.1'],
    [{ role: { permissions: ['userType:company'] } }, 'role.permissions.0'],
  ] as [Parameters<typeof body>[0] & object, string][])('refuses %j', async (changes, field) => {
    const answer = await create(body({ ...changes, user: { email: 'new@nova.example', ...changes.user } }))
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
  })

  it("says a password's fault in the spec's words", async () => {
    const { body: answer } = await create(body({ user: { password: 'short-1' } }))
    expect(answer.error).toBe('Password must be at least 8 characters long.')
  })

  it('is for administrators only', async () => {
    const company = await makeCompany(services)
    const token = await signIn(url, (await makeCompanyAdmin(services, company.id)).email)
    expect((await create(body(), token)).status).toBe(403)
    expect((await call(url, 'POST', '/admin/create-company', { body: body() })).status).toBe(401)
  })
})
