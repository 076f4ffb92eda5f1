import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { openFormSession } from '../../test/support/applicant.ts'
import { call, makeRole, makeUser, signIn } from '../../test/support/factories.ts'
import { upload } from '../../test/support/uploads.ts'
import { startSubmissionTests } from '../submission.fixture.ts'

const { url, services, adminUrl, admin, alpha, beta, list } = await startSubmissionTests()

describe('whose rows', () => {
  it("are a company's own: another's do not exist", async () => {
    expect((await list(alpha.token)).ids).toEqual([...alpha.ids].reverse())
    expect((await list(beta.token, { filter: { q: 'Ash' } })).ids).toEqual([])
    const { body } = await call(url, 'GET', `/documents/form-submission/${alpha.ids[0]}`, {
      token: alpha.token,
    })
    const [document] = body.data as { id: string }[]
    const foreign = [
      `/form/submissions/${alpha.ids[0]}`,
      `/documents/form-submission/${alpha.ids[0]}`,
      `/documents/company/${alpha.company.id}`,
      `/documents/document/${document?.id}`,
      `/form/pdf/${alpha.ids[0]}`,
    ]
    for (const path of foreign) {
      const answer = await call(url, 'GET', path, { token: beta.token })
      expect([path, answer.status]).toEqual([path, 404])
      expect((await call(url, 'GET', path)).status).toBe(401)
    }
    const missing = await call(url, 'GET', '/form/submissions/nothing', { token: beta.token })
    const another = await call(url, 'GET', `/form/submissions/${alpha.ids[0]}`, { token: beta.token })
    expect(another.body).toEqual(missing.body)
  })

  it('are none for a user without a company, whatever the permissions say', async () => {
    const role = await makeRole(services, { permissions: ['page:forms', 'userType:company'] })
    const { email } = await makeUser(services, { roleId: role.id })
    const { body } = await call(url, 'GET', '/form/submissions', { token: await signIn(url, email) })
    expect([body.data, body.total]).toEqual([[], 0])
  })

  it('are nobody’s without page:forms', async () => {
    const role = await makeRole(services, { permissions: ['page:main'], companyId: alpha.company.id })
    const { email } = await makeUser(services, { roleId: role.id, companyId: alpha.company.id })
    const token = await signIn(url, email)
    for (const path of [
      '/form/submissions',
      `/form/submissions/${alpha.ids[0]}`,
      '/form/export',
      `/form/pdf/${alpha.ids[0]}`,
    ]) {
      expect((await call(url, 'GET', path, { token })).status).toBe(403)
    }
  })

  it('stay apart even where a query forgets to ask', async () => {
    const actor = await services.sessions.findActor(beta.token)
    if (!actor) throw new Error('signed out')
    const seen = await services.db
      .as(actor)
      .write(async (tx) => [
        ...(await tx.formSubmission.findMany()).map(({ companyId }) => companyId),
        ...(await tx.document.findMany({ include: { formSession: true } })).map(({ companyId }) => companyId),
        ...(await tx.$queryRaw<{ companyId: string }[]>`SELECT "companyId" FROM "FormSession"`).map(
          (row) => row.companyId,
        ),
      ])
    expect(new Set(seen)).toEqual(new Set([beta.company.id]))

    const unscoped = new pg.Client({ connectionString: services.config.databaseUrl ?? '' })
    await unscoped.connect()
    const { rows } = await unscoped.query('SELECT 1 FROM "FormSubmission" UNION ALL SELECT 1 FROM "Document"')
    await unscoped.end()
    expect(rows).toEqual([])
    expect(adminUrl).not.toBe(services.config.databaseUrl)
  })

  it('are everybody’s for admins; files before the submit are nobody’s', async () => {
    const token = await openFormSession(url, alpha.link.slug)
    const { body } = await upload(url, { headers: { 'x-form-session': token } })
    const { id } = body.data as { id: string }
    expect((await call(url, 'GET', `/documents/document/${id}`, { token: admin })).status).toBe(404)
    const listed = await call(url, 'GET', `/documents/company/${alpha.company.id}`, { token: admin })
    expect(listed.body.data).toEqual([])
  })
})
