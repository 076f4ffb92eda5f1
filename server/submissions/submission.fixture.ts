import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'
import { upload } from '../test/support/uploads.ts'

export type Row = {
  id: string
  company: { id: string; nameOut: string }
  user: { name: string }
  formData: string
  createdAt: string
  pdfPath: string | null
}

export async function startSubmissionTests() {
  const { url, services, adminUrl } = await startTestServer()

  /** A company with a link, an administrator who is signed in, and applications. */
  async function tenant(name: string, applications: Record<string, string>[]) {
    const company = await makeCompany(services, { nameOut: name })
    const user = await makeCompanyAdmin(services, company.id)
    const link = await makeLink(services, company.id, { userId: user.id, userName: `${name} Broker` })
    const ids: string[] = []
    for (const changes of applications) {
      const token = await openFormSession(url, link.slug)
      await upload(url, { name: `${changes.legalName}.pdf`, headers: { 'x-form-session': token } })
      ids.push((await submitApplication(url, token, changes, link.slug)).body.data?.id ?? '')
    }
    return { company, user, link, ids, token: await signIn(url, user.email) }
  }

  const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  const alpha = await tenant('Alpha Capital', [
    { legalName: 'Ash 100% Bakery', dbaName: 'Crumbs', taxId: '12-3456789' },
    { legalName: 'Birch_Tools', dbaName: '', taxId: '12-3456780', partner1SSN: '321 54 9876' },
    { legalName: '=cmd|calc', dbaName: 'Quote "n" comma,', taxId: '12-3456781' },
  ])
  const beta = await tenant('Beta Funding', [{ legalName: 'Cedar Ñandú', taxId: '12-3456782' }])

  async function list(token: string, query: Record<string, unknown> = {}) {
    const search = new URLSearchParams()
    for (const [key, value] of Object.entries(query)) search.set(key, JSON.stringify(value))
    const answer = await call(url, 'GET', `/form/submissions?${search.toString()}`, { token })
    const rows = (answer.body.data ?? []) as Row[]
    return { ...answer, rows, ids: rows.map(({ id }) => id), range: answer.headers.get('content-range') }
  }

  return { url, services, adminUrl, tenant, admin, alpha, beta, list }
}
