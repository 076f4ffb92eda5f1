import { expect } from 'vitest'
import { ROLE_PRESETS, type Permission, type UserType } from '#domain/permissions'
import type { User } from '../../generated/client.ts'
import { call, makeCompany, makeRole, makeUser, signIn } from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'

export type RoleOptions = {
  userType?: UserType
  permissions?: Permission[]
  companyId?: string
  isStatic?: boolean
}
export type Row = { id: string; slug: string; lastSignInAt: string | null; updatedAt: string }

export async function startUserTests() {
  const { url, services } = await startTestServer({ seedDemo: false })
  const { write: db } = services.db.system('test')

  const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  const [acme, other] = [await makeCompany(services), await makeCompany(services)]
  const [userRole, adminRole] = await db((client) =>
    Promise.all([
      client.role.findFirstOrThrow({ where: { name: 'User' } }),
      client.role.findFirstOrThrow({ where: { name: 'Admin' } }),
    ]),
  )
  async function role({ isStatic = false, companyId = acme.id, ...rest }: RoleOptions = {}) {
    const made = await makeRole(services, { companyId, ...rest })
    return isStatic
      ? db((client) => client.role.update({ where: { id: made.id }, data: { isStatic } }))
      : made
  }
  const person = async (roleId: string | null, companyId: string | null = acme.id): Promise<User> =>
    makeUser(services, { roleId, companyId })
  const makeTeam = (name: string, companyId: string | null) =>
    db((client) => client.team.create({ data: { name, companyId } }))

  const companyAdminRole = await role({
    userType: 'company',
    permissions: [...ROLE_PRESETS.companyAdmin.permissions],
    isStatic: true,
  })
  const staffRole = await role({
    permissions: [
      'page:main',
      'page:forms',
      'page:users',
      'user:create',
      'user:update',
      'submission:update',
      'submission:reveal',
      'submission:export',
    ],
  })
  const strongRole = await role({ permissions: ['page:main', 'page:forms', 'company:update'] })
  const boss = await person(companyAdminRole.id)
  const staff = await person(staffRole.id)
  const [bossToken, staffToken] = [await signIn(url, boss.email), await signIn(url, staff.email)]
  const [east, theirs] = [await makeTeam('East', acme.id), await makeTeam('Theirs', other.id)]
  const strangersRole = await role({ companyId: other.id })
  const stranger = await person(strangersRole.id, other.id)

  let serial = 0
  const newcomer = (changes: object = {}) => {
    serial += 1
    return { name: 'New Comer', email: `new-${serial}@example.com`, password: 'correct-horse-1', ...changes }
  }
  const create = (body: object, as = bossToken) => call(url, 'POST', '/user/create', { token: as, body })
  const update = (id: string, body: object, as = bossToken) =>
    call(url, 'PUT', `/user/update/${id}`, { token: as, body })
  const read = (id: string, as = bossToken) => call(url, 'GET', `/user/get/${id}`, { token: as })
  const list = (query = '', as = bossToken) => call(url, 'GET', `/user/get${query}`, { token: as })
  const refusedAt = (status: number, field: string, sentence: unknown = expect.any(String)) => ({
    status,
    body: { status: 'error', fields: { [field]: sentence } },
  })
  const logins = (email: string, password: string) =>
    call(url, 'POST', '/auth/login', { body: { email, password } }).then(({ status }) => status)
  const rowOf = (answer: { body: Record<string, unknown> }): Row => answer.body.data as Row

  return {
    url,
    services,
    db,
    admin,
    acme,
    other,
    userRole,
    adminRole,
    role,
    person,
    makeTeam,
    companyAdminRole,
    staffRole,
    strongRole,
    boss,
    staff,
    bossToken,
    staffToken,
    east,
    theirs,
    strangersRole,
    stranger,
    newcomer,
    create,
    update,
    read,
    list,
    refusedAt,
    logins,
    rowOf,
  }
}
