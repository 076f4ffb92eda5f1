import { describe, expect, it, vi } from 'vitest'
import { toReference } from '#domain/reference'
import { dayInZone, DEFAULT_TIME_ZONE } from '#domain/time-zone'
import { call } from '../../test/support/factories.ts'
import { type Row, startSubmissionTests } from '../submission.fixture.ts'

const { url, services, tenant, admin, alpha, beta, list } = await startSubmissionTests()

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
    const today = dayInZone(new Date(), DEFAULT_TIME_ZONE)
    expect(await found(today.slice(0, 7), ['createdAt'])).toHaveLength(4)
    expect(await found('1999-01', ['createdAt'])).toEqual([])
  })

  it('is searched by a reference, within the company of who asks, and by an index', async () => {
    const [id = ''] = alpha.ids
    const reference = toReference(id)
    const digits = id.slice(-8)
    for (const q of [reference, reference.toLowerCase(), digits, ` ${digits.toUpperCase()} `])
      expect(await found(q)).toEqual([id])
    expect(await found(reference, ['formData'])).toEqual([id])
    expect(await found(reference, ['company'])).toEqual([])
    expect(await found(toReference(beta.ids[0] ?? ''), undefined, alpha.token)).toEqual([])
    expect(await found('0000-0000')).toEqual([])
    const boss = await services.sessions.findActor(alpha.token)
    if (boss === null) throw new Error('not signed in')
    const plan = await services.db.as(boss).write(async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`
      return tx.$queryRaw`EXPLAIN SELECT "id" FROM "SubmissionSearch" WHERE "reference" = ${digits}::text`
    })
    expect(JSON.stringify(plan)).toMatch(/Index.*SubmissionSearch_reference_idx/)
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
    await services.db.system('test').write(
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
    await services.db
      .system('test')
      .write((client) =>
        client.company.updateMany({ where: { nameOut: 'Gamma' }, data: { nameOut: 'Hidden' } }),
      )
  })
})
