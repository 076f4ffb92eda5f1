import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { upload } from '../../test/support/uploads.ts'
import type { AuditRow } from './audit.schema.ts'

export async function startAuditTests() {
  const { url, services } = await startTestServer()

  /** A company with an administrator who is signed in, and an application with a document. */
  async function tenant(name: string) {
    const company = await makeCompany(services, { nameOut: name })
    const user = await makeCompanyAdmin(services, company.id)
    const link = await makeLink(services, company.id, { userId: user.id })
    const session = await openFormSession(url, link.slug)
    const uploaded = await upload(url, { headers: { 'x-form-session': session } })
    const { id: document } = uploaded.body.data as { id: string }
    const submitted = await submitApplication(url, session, { legalName: `${name} Bakery` }, link.slug)
    const submission = submitted.body.data?.id ?? ''
    return { company, user, link, document, submission, token: await signIn(url, user.email) }
  }

  const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  const alpha = await tenant('Alpha')
  const beta = await tenant('Beta')

  const view = (id: string, token: string) => call(url, 'POST', `/form/submissions/${id}/views`, { token })
  const openDocument = (id: string, token: string, query = '') =>
    fetch(`${url}/api/documents/document/${id}${query}`, { headers: { authorization: `Bearer ${token}` } })

  async function log(token: string, query: Record<string, unknown> = {}) {
    const search = new URLSearchParams()
    for (const [key, value] of Object.entries(query)) search.set(key, JSON.stringify(value))
    const answer = await call(url, 'GET', `/audit/get?${search.toString()}`, { token })
    const rows = (answer.body.data ?? []) as AuditRow[]
    return { ...answer, rows, acts: rows.map(({ act }) => act) }
  }

  return { url, services, admin, alpha, beta, view, openDocument, log }
}
