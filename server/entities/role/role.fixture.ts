import { type Permission, type UserType } from '#domain/permissions'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeRole,
  makeUser,
  signIn,
  type Answer,
} from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'

export type Role = {
  id: string
  name: string
  companyId: string | null
  permissions: string[]
  updatedAt: string
}

export async function startRoleTests() {
  const { url, services } = await startTestServer({ seedDemo: false })

  const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  const [acme, other] = [await makeCompany(services), await makeCompany(services)]
  const boss = await makeCompanyAdmin(services, acme.id)
  const token = await signIn(url, boss.email)
  const roleOf = ({ body }: Answer): Role => body.data as Role
  const rolesOf = ({ body }: Answer): Role[] => body.data as Role[]

  const create = (body: object, as = token) => call(url, 'POST', '/role/create', { token: as, body })
  const update = (id: string, body: object, as = token) =>
    call(url, 'PUT', `/role/update/${id}`, { token: as, body })
  const remove = (id: string, as = token, query = '') =>
    call(url, 'DELETE', `/role/delete/${id}${query}`, { token: as })
  const read = (id: string, as = token) => call(url, 'GET', `/role/get/${id}`, { token: as })
  const list = (query = '', as = token) => call(url, 'GET', `/role/get${query}`, { token: as })

  const ROLE = { name: 'Underwriter', permissions: ['page:forms'], userType: 'user' }
  const refused = (status: number, error?: string) => ({
    status,
    body: { status: 'error', ...(error && { error }) },
  })

  async function signedInWith(
    permissions: Permission[],
    userType: UserType = 'user',
    companyId: string | null = acme.id,
  ) {
    const role = await makeRole(services, { companyId, permissions, userType })
    const user = await makeUser(services, { companyId, roleId: role.id })
    return { role, user, token: await signIn(url, user.email) }
  }

  return {
    url,
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
  }
}
