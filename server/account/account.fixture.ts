import { afterEach, beforeEach, vi } from 'vitest'
import { call, makeCompany, makeCompanyAdmin, signIn, TEST_PASSWORD } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'

export async function startAccountTests() {
  const server = await startTestServer({ rateLimit: true, trustProxy: ['127.0.0.1'] })
  const { url, services } = server
  const { db } = services

  beforeEach(() => db.system('test').write((client) => client.throttleBucket.deleteMany()))
  afterEach(() => vi.useRealTimers())

  const NEW_PASSWORD = 'battery-staple-2'

  /** Somebody of a company, signed in. */
  async function person(changes: { requireOtp?: boolean } = {}) {
    const company = await makeCompany({ db }, changes)
    const user = await makeCompanyAdmin({ db }, company.id)
    return { ...user, companyId: company.id, token: await signIn(url, user.email) }
  }

  const login = (email: string, password = TEST_PASSWORD, ip = '198.51.100.1') =>
    call(url, 'POST', '/auth/login', { body: { email, password }, headers: { 'x-forwarded-for': ip } })
  const statusOfMe = async (token: string) => (await call(url, 'GET', '/user/me', { token })).status
  const audits = (objectId: string) =>
    db
      .system('test')
      .write((client) => client.auditEntry.findMany({ where: { objectId }, orderBy: { id: 'asc' } }))
  const actsOf = async (userId: string) => (await audits(userId)).map(({ act }) => act)

  return { url, db, NEW_PASSWORD, person, login, statusOfMe, audits, actsOf }
}
