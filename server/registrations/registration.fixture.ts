import { registerSubmission } from './register.service.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, makeUser, signIn } from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'
import { upload } from '../test/support/uploads.ts'
import type { Receipt } from './registration.schema.ts'

/** Call it at the top of a test file. */
export async function startRegistrationTests(worker = false) {
  const { url, services, adminUrl } = await startTestServer({ seedDemo: false, role: worker ? 'all' : 'web' })

  async function tenant(name: string) {
    const company = await makeCompany(services, { nameIn: name, nameOut: name })
    const boss = await makeCompanyAdmin(services, company.id)
    const staff = await makeUser(services, { companyId: company.id })
    const slug = `link-${name.toLowerCase().replace(/\W/g, '-')}`
    const link = await makeLink(services, company.id, { slug, userId: boss.id, userName: 'Broker' })
    return { company, boss, staff, link, token: await signIn(url, boss.email) }
  }

  async function apply(slug: string, changes: Record<string, string> = {}, files = 1) {
    const session = await openFormSession(url, slug)
    for (let file = 0; file < files; file += 1)
      await upload(url, { name: 'statement.pdf', headers: { 'x-form-session': session } })
    return (await submitApplication(url, session, changes, slug)).body.data?.id ?? ''
  }

  const register = (id: string) => registerSubmission(services, { id })
  async function applied(slug: string, taxId: string) {
    const id = await apply(slug, { taxId })
    await register(id)
    return id
  }
  const receipts = () =>
    services.db.system('test').write((client) => client.registration.findMany({ orderBy: { at: 'asc' } }))
  async function list(token: string, query: Record<string, unknown> = {}) {
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, JSON.stringify(value)]),
    )
    const answer = await call(url, 'GET', `/registration/get?${search.toString()}`, { token })
    return { ...answer, rows: (answer.body.data ?? []) as Receipt[] }
  }
  const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  return { url, services, adminUrl, tenant, apply, register, applied, receipts, list, admin }
}
