import { afterEach, expect, vi } from 'vitest'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'
import { upload } from '../test/support/uploads.ts'
import { destroyDue } from './destroy.service.ts'
import { type Due } from './find-due.ts'

export async function startRetentionTests() {
  const { url, services, adminUrl, log } = await startTestServer({ seedDemo: false })
  const { config, storage } = services

  const DAY_MS = 24 * 60 * 60 * 1000
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  const { write: system } = services.db.system('test')

  /** A company with a link and somebody who runs it; `days`: its period, in force since yesterday. */
  async function tenant(days: number | null = null) {
    const company = await makeCompany(services, { retentionDays: days })
    const link = await makeLink(services, company.id)
    const boss = await makeCompanyAdmin(services, company.id)
    return { company, link, boss, token: await signIn(url, boss.email) }
  }

  /** An application with so many statements, as an applicant sends it. */
  async function apply(
    slug: string,
    { files = 1, name = 'statement.pdf', legalName = 'Gone Bakery LLC', taxId = '12-3456789' } = {},
  ) {
    const session = await openFormSession(url, slug)
    for (let file = 0; file < files; file += 1) {
      const answer = await upload(url, { name, headers: { 'x-form-session': session } })
      expect(answer.status).toBe(200)
    }
    const { body } = await submitApplication(url, session, { legalName, taxId }, slug)
    return { id: body.data?.id ?? '', session }
  }

  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const destroyed = async (now: Date) => {
    const gone: Due[] = []
    const count = await destroyDue(services, now, (submission) => gone.push(submission))
    expect(count).toBe(gone.length)
    return gone
  }
  const exists = async (id: string) =>
    (await system((db) => db.formSubmission.count({ where: { id } }))) === 1
  const audited = (objectId: string) =>
    system((db) => db.auditEntry.findMany({ where: { objectId }, orderBy: { id: 'asc' } }))
  const hold = (id: string, token: string, body: object = { hold: true, reason: 'Smith v. Acme' }) =>
    call(url, 'PUT', `/form/submissions/${id}/hold`, { token, body })

  const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)

  // What a test leaves over its period is not to be destroyed by the next one.
  afterEach(async () => {
    vi.useRealTimers()
    await system((db) => db.company.updateMany({ data: { retentionDays: null } }))
  })

  return {
    url,
    services,
    adminUrl,
    log,
    config,
    storage,
    DAY_MS,
    inDays,
    system,
    tenant,
    apply,
    idsOf,
    destroyed,
    exists,
    audited,
    hold,
    admin,
  }
}
