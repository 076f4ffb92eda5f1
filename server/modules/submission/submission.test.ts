import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { dayInZone, DEFAULT_TIME_ZONE } from '#domain/time-zone'
import { parseCsv } from '../../test/support/csv.ts'
import { asSystem, withActor } from '../../auth/actor.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
  signIn,
} from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { SMALL_PDF, upload } from '../../test/support/uploads.ts'

const { url, services, adminUrl } = await startTestServer()

type Row = {
  id: string
  company: { id: string; nameOut: string }
  user: { name: string }
  formData: string
  createdAt: string
  pdfPath: string | null
}

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

let admin = ''
let alpha: Awaited<ReturnType<typeof tenant>>
let beta: Awaited<ReturnType<typeof tenant>>
beforeAll(async () => {
  admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  alpha = await tenant('Alpha Capital', [
    { legalName: 'Ash 100% Bakery', dbaName: 'Crumbs', taxId: '12-3456789' },
    { legalName: 'Birch_Tools', dbaName: '', taxId: '12-3456780', partner1SSN: '321 54 9876' },
    { legalName: '=cmd|calc', dbaName: 'Quote "n" comma,', taxId: '12-3456781' },
  ])
  beta = await tenant('Beta Funding', [{ legalName: 'Cedar Ñandú', taxId: '12-3456782' }])
})

async function list(token: string, query: Record<string, unknown> = {}) {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) search.set(key, JSON.stringify(value))
  const answer = await call(url, 'GET', `/form/submissions?${search.toString()}`, { token })
  const rows = (answer.body.data ?? []) as Row[]
  return { ...answer, rows, ids: rows.map(({ id }) => id), range: answer.headers.get('content-range') }
}
const found = async (q: string, columns?: string[], token = admin) =>
  (await list(token, { filter: { q, ...(columns && { columns }) } })).ids

describe('the list', () => {
  it('has the newest first, a page of it, and how many there are', async () => {
    const all = await list(admin)
    expect(all.ids).toEqual([...alpha.ids, ...beta.ids].reverse())
    expect(all.body.total).toBe(4)
    const page = await list(admin, { range: [1, 2] })
    expect(page.ids).toEqual(all.ids.slice(1, 3))
    expect([page.range, page.body.total]).toEqual(['submissions 1-2/4', 4])
    expect((await list(admin, { range: [10, 19] })).range).toBe('submissions */4')
    expect((await list(admin, { filter: { q: 'nobody' } })).range).toBe('submissions */0')
  })

  it('shows who, where and what, and of the answers only those in clear columns', async () => {
    const { rows } = await list(admin, { filter: { q: 'Birch' } })
    expect(rows[0]).toMatchObject({
      company: { id: alpha.company.id, nameOut: 'Alpha Capital' },
      user: { name: 'Alpha Capital Broker' },
      pdfPath: null,
      pdfState: 'pending',
    })
    expect(JSON.parse(rows[0]?.formData ?? '')).toEqual({
      legalName: 'Birch_Tools',
      dbaName: '',
      state: 'NY',
      advanceAmount: '60000',
      sales: '85,000',
    })
  })

  it('is searched by text with no wildcards and by dates, never by a tax ID or SSN', async () => {
    expect(await found('100%')).toEqual([alpha.ids[0]])
    expect(await found('h_t')).toEqual([alpha.ids[1]])
    expect(await found('crumbs', ['formData'])).toEqual([alpha.ids[0]])
    expect(await found('ñandú')).toEqual(beta.ids)
    expect(await found('beta', ['company'])).toEqual(beta.ids)
    expect(await found('beta', ['formData'])).toEqual([])
    expect(await found('alpha capital broker', ['user'])).toHaveLength(3)
    for (const q of ['123456780', '12-3456780', '321-54-9876', '321549876', '9876'])
      expect(await found(q)).toEqual([])
    const today = new Date().toISOString().slice(0, 10)
    expect(await found(today.slice(0, 7), ['createdAt'])).toHaveLength(4)
    expect(await found('1999-01', ['createdAt'])).toEqual([])
  })

  it('is sorted as asked', async () => {
    const { rows } = await list(admin, { sort: ['company', 'ASC'] })
    expect(rows.map(({ company }) => company.nameOut)).toEqual([
      ...Array.from({ length: 3 }, () => 'Alpha Capital'),
      'Beta Funding',
    ])
    expect((await list(admin, { sort: ['createdAt', 'ASC'] })).ids).toEqual([...alpha.ids, ...beta.ids])
    expect((await list(admin, { sort: ['formData', 'ASC'] })).status).toBe(400)
  })

  it('outlives a row that cannot be read', async () => {
    const { ids, token } = await tenant('Gamma', [{ legalName: 'Whole' }, { legalName: 'Broken' }])
    const complaint = vi.spyOn(services.log, 'error')
    // Moved from another row, it does not open.
    await asSystem(
      services.db,
      'test',
      (client) => client.$executeRaw`UPDATE "FormSubmission" SET "formData" =
        (SELECT "formData" FROM "FormSubmission" WHERE "id" = ${ids[0]}) WHERE "id" = ${ids[1]}`,
    )
    const { rows } = await list(token)
    expect(rows.map(({ formData }) => (JSON.parse(formData) as { legalName: string }).legalName)).toEqual([
      'Broken',
      'Whole',
    ])
    const opened = await call(url, 'POST', `/form/submissions/${ids[1]}/views`, { token })
    expect((opened.body.data as Row).formData).toBe('Error parsing form data')
    complaint.mockRestore()
    await asSystem(services.db, 'test', (client) =>
      client.company.updateMany({ where: { nameOut: 'Gamma' }, data: { nameOut: 'Hidden' } }),
    )
  })
})

describe('one application', () => {
  it('is opened with sensitive values masked and a marker for each signature', async () => {
    const { body } = await call(url, 'POST', `/form/submissions/${alpha.ids[1]}/views`, {
      token: alpha.token,
    })
    const formData = JSON.parse((body.data as Row).formData) as Record<string, string>
    expect(formData).toMatchObject({
      legalName: 'Birch_Tools',
      bankBalance: '12,300.50',
      partner1SSN: '***-**-9876',
      taxId: '**-***6780',
      signer1Signature: '[signature]',
    })
    expect(formData.partner1DOB).not.toContain('1980-05')
  })

  it('is shown whole, and that is written down', async () => {
    const [id = ''] = alpha.ids
    const { status, body } = await call(url, 'GET', `/form/submissions/${id}`, { token: alpha.token })
    expect(status).toBe(200)
    const { formData } = body.data as Row
    expect(JSON.parse(formData)).toMatchObject({
      partner1SSN: '123-45-6789',
      signer1Signature: expect.stringMatching(/^data:image\/png;base64,/),
    })
    const [entry] = await asSystem(services.db, 'test', (client) =>
      client.auditEntry.findMany({ where: { act: 'submission-revealed', objectId: id } }),
    )
    expect(entry).toMatchObject({ companyId: alpha.company.id, actorId: alpha.user.id, ip: '127.0.0.1' })
  })

  it('has its documents, byte for byte', async () => {
    const [id = ''] = alpha.ids
    const { body } = await call(url, 'GET', `/documents/form-submission/${id}`, { token: alpha.token })
    const [document] = body.data as { id: string; originalFilename: string; fileSize: number }[]
    expect(document).toMatchObject({ originalFilename: 'Ash 100% Bakery.pdf', fileSize: SMALL_PDF.length })
    const answer = await fetch(`${url}/api/documents/document/${document?.id}?download=1`, {
      headers: { authorization: `Bearer ${alpha.token}` },
    })
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(SMALL_PDF)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Ash 100_ Bakery.pdf"; filename*=UTF-8''Ash%20100%25%20Bakery.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(
      await asSystem(services.db, 'test', (client) =>
        client.auditEntry.count({ where: { objectId: document?.id } }),
      ),
    ).toBe(1)
  })

  it.each(['/form/pdf/%00', '/documents/document/%00'])(
    '%s is refused, not a fault of ours',
    async (path) => {
      const { status, body } = await call(url, 'GET', path, { token: admin })
      expect([status, body.code]).toEqual([400, 'invalid_input'])
    },
  )

  it('tells while there is no PDF', async () => {
    const { status, body } = await call(url, 'GET', `/form/pdf/${alpha.ids[0]}`, { token: alpha.token })
    expect([status, body.error]).toEqual([404, 'There is no PDF for this submission yet.'])
  })
})

describe('the export', () => {
  const exported = async (token: string, query = '') => {
    const answer = await fetch(`${url}/api/form/export${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { answer, text: await answer.text() }
  }

  it("is named after the day in the company's time zone", async () => {
    const setZone = (timeZone: string) =>
      asSystem(services.db, 'test', (client) =>
        client.company.update({ where: { id: alpha.company.id }, data: { timeZone } }),
      )
    // 25 hours apart, so never on the same day.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      await setZone(timeZone)
      const { answer } = await exported(alpha.token)
      const day = dayInZone(new Date(), timeZone)
      expect(answer.headers.get('content-disposition')).toContain(`filename="submissions-${day}.csv"`)
    }
    await setZone(DEFAULT_TIME_ZONE)
  })

  it('holds what the search shows, masked and harmless to a spreadsheet', async () => {
    const { answer, text } = await exported(alpha.token)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="submissions-\d{4}-\d\d-\d\d\.csv"/,
    )
    expect(text).not.toMatch(/123-45-6789|321 54 9876|base64/)
    const [head = [], ...rows] = parseCsv(text)
    const column = (heading: string) => rows.map((row) => row[head.indexOf(heading)])
    expect(column('Legal business name')).toEqual(["'=cmd|calc", 'Birch_Tools', 'Ash 100% Bakery'])
    expect(column('DBA name')[0]).toBe('Quote "n" comma,')
    expect(column('Partner 1: SSN')[1]).toBe('***-**-9876')
    expect(column('Submitted By')[0]).toBe('Alpha Capital Broker')
    expect(new Set(head).size).toBe(head.length)

    const searched = await exported(alpha.token, `?filter=${encodeURIComponent('{"q":"birch"}')}`)
    expect(parseCsv(searched.text)).toHaveLength(2)
  })

  it('is written down in the log of each company whose rows went out', async () => {
    await exported(admin)
    const entries = await asSystem(services.db, 'test', (client) =>
      client.auditEntry.findMany({
        where: { act: 'submissions-exported', actorName: 'Administrator' },
        select: { companyId: true, detail: true },
      }),
    )
    const told = new Map(entries.map(({ companyId, detail }) => [companyId, detail]))
    expect(told.get(alpha.company.id)).toEqual({ rows: 3, searched: false })
    expect(told.get(beta.company.id)).toEqual({ rows: 1, searched: false })
    expect(told.has(null)).toBe(false)
  })
})

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
    const seen = await withActor(services.db, actor, async (tx) => [
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
