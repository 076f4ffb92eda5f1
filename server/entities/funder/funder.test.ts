import { describe, expect, it } from 'vitest'
import { CRITERIA, parseCriteria } from '#domain/funder'
import type { Permission } from '#domain/permissions'
import {
  call,
  makeApiKey,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
} from '../../test/support/factories.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { startTestServer } from '../../test/support/server.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const [acme, other] = [await makeCompany(services), await makeCompany(services)]
const [boss, stranger] = [
  await makeCompanyAdmin(services, acme.id),
  await makeCompanyAdmin(services, other.id),
]
const start = (userId: string) => services.sessions.start(userId, { ip: '127.0.0.1', userAgent: 'test' })
const [token, theirs] = [await start(boss.id), await start(stranger.id)]
const db = <T>(work: Parameters<ReturnType<typeof services.db.system>['write']>[0]) =>
  services.db.system('test').write(work) as Promise<T>

const create = (body: object, as = token) => call(url, 'POST', '/funder/create', { token: as, body })
const update = (id: string, body: object, as = token) =>
  call(url, 'PUT', `/funder/update/${id}`, { token: as, body })
const remove = (id: string, as = token) => call(url, 'DELETE', `/funder/delete/${id}`, { token: as })
const list = (query: object, as = token) =>
  call(url, 'GET', `/funder/get?filter=${encodeURIComponent(JSON.stringify(query))}`, { token: as })
type Funder = { id: string; name: string; updatedAt: string; emails: string[] }
const data = ({ body }: { body: Record<string, unknown> }): Funder => body.data as Funder

/** A session whose password was given too long ago. */
async function startOld(userId: string): Promise<string> {
  const session = await start(userId)
  await db((tx) => tx.loginSession.updateMany({ where: { userId }, data: { confirmedAt: new Date(0) } }))
  return session
}

describe('a funder', () => {
  it('is made with all that it takes, read, changed as it was read and written down', async () => {
    const criteria = { minTrueRevenue: 25_000, statesExcluded: ['ny', 'California'], maxPositions: 0 }
    const made = await create({
      name: ' Northgate ',
      emails: [' Deals@northgate.example ', 'Deals@northgate.example'],
      contacts: 'Nora\nunderwriting',
      products: ['First position'],
      buyRate: 1.25,
      hidesContact: true,
      criteria,
    })
    expect(made).toMatchObject({
      status: 200,
      body: {
        data: {
          name: 'Northgate',
          emails: ['Deals@northgate.example'],
          companyId: acme.id,
          asksCode: true,
          active: true,
          commissionPercent: null,
          criteria: { ...parseCriteria({}), ...criteria, statesExcluded: ['NY', 'CA'] },
        },
      },
    })
    const record = data(made)
    expect((await call(url, 'GET', `/funder/get/${record.id}`, { token })).body.data).toEqual(record)
    expect((await update(record.id, record)).body.data).toEqual(record)
    const changed = await update(record.id, { criteria: { maxPositions: 2 }, note: 'Fast' })
    expect(changed.body.data).toMatchObject({
      note: 'Fast',
      criteria: { minTrueRevenue: 25_000, maxPositions: 2 },
    })
    expect(await update(record.id, { ...record, name: 'Late' })).toMatchObject({ status: 409 })
    const acts = await db<{ act: string }[]>((tx) =>
      tx.auditEntry.findMany({ where: { objectId: record.id }, orderBy: { id: 'asc' } }),
    )
    expect(acts.map(({ act }) => act)).toEqual(['funder-created', 'funder-updated', 'funder-updated'])
    expect(acts.at(-1)).toMatchObject({ detail: { before: { note: '' }, after: { note: 'Fast' } } })
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x', emails: ['nobody'] }, 'emails.0'],
    [{ name: 'x', criteria: { minFico: 1 } }, 'criteria.minFico'],
    [{ name: 'x', criteria: { statesExcluded: ['Narnia'] } }, 'criteria.statesExcluded'],
    [{ name: 'x', criteria: { maxNsf: 1.5 } }, 'criteria.maxNsf'],
    [{ name: 'x', criteria: { minAmount: 50_000, maxAmount: 10_000 } }, 'criteria.maxAmount'],
    [{ name: 'x', buyRate: '1.2' }, 'buyRate'],
    [{ name: 'x', companyId: other.id }, 'companyId'],
  ])('is refused as %j', async (body, field) => {
    const { status, body: answer } = await create(body)
    expect([status, Object.keys(answer.fields ?? {})]).toEqual([400, [field]])
  })

  it('has a name of its own in its company', async () => {
    const { id } = data(await create({ name: 'Twice' }))
    const other = data(await create({ name: 'Once' }))
    const taken = { status: 409, body: { code: 'conflict', fields: { name: expect.any(String) } } }
    expect(await create({ name: 'Twice' })).toMatchObject(taken)
    expect(await update(other.id, { name: 'Twice' })).toMatchObject(taken)
    expect((await create({ name: 'Twice' }, theirs)).status).toBe(200)
    expect((await update(id, { name: 'Twice' })).status).toBe(200)
  })

  it("asks for the password before an address is new or another one, and takes it from the record's own", async () => {
    const record = data(await create({ name: 'Mailed', emails: ['a@f.example', 'b@f.example'] }))
    const old = await startOld((await makeCompanyAdmin(services, acme.id)).id)
    const needed = { status: 403, body: { code: 'password_needed' } }
    expect(await create({ name: 'By hand', emails: ['c@f.example'] }, old)).toMatchObject(needed)
    expect(await update(record.id, { emails: ['a@f.example', 'c@f.example'] }, old)).toMatchObject(needed)
    expect(await update(record.id, { asksCode: false }, old)).toMatchObject(needed)
    expect((await update(record.id, { ...record, name: 'Mailed still' }, old)).status).toBe(200)
    expect((await update(record.id, { emails: ['B@f.example'] }, old)).body.data).toMatchObject({
      emails: ['B@f.example'],
    })
    expect((await create({ name: 'Without' }, old)).status).toBe(200)
    const csv = 'name,emails\nBy file,c@f.example'
    const send = (body: object) => call(url, 'POST', '/import/funders', { token: old, body })
    expect(await send({ csv, dryRun: true })).toMatchObject({ status: 200, body: { data: { created: 1 } } })
    expect(await send({ csv })).toMatchObject(needed)
    expect((await list({ name: 'By file' })).body.total).toBe(0)
  })

  it('gets no address from an API key, which cannot confirm a password', async () => {
    const permissions: Permission[] = ['funder:create', 'funder:update', 'funder:read']
    const key = await makeApiKey(services, boss.id, permissions, { companyId: acme.id })
    expect(await create({ name: 'By key', emails: ['k@f.example'] }, key)).toMatchObject({ status: 403 })
    const made = await create({ name: 'By key', note: 'Made elsewhere' }, key)
    expect(made.status).toBe(200)
    expect(await update(data(made).id, { emails: ['k@f.example'] }, key)).toMatchObject({ status: 403 })
    expect(await update(data(made).id, { asksCode: false }, key)).toMatchObject({ status: 403 })
    expect((await update(data(made).id, { ...data(made), phone: '212' }, key)).status).toBe(200)
  })

  it('is deleted, or retired once something was sent to it', async () => {
    const spare = data(await create({ name: 'Spare' }))
    expect((await remove(spare.id)).body.data).toMatchObject({ id: spare.id, deleted: true })
    expect((await remove(spare.id)).status).toBe(404)
    const used = data(await create({ name: 'Used' }))
    const link = await makeLink(services, acme.id)
    const session = await openFormSession(url, link.slug)
    await submitApplication(url, session, { legalName: 'Rossi' }, link.slug)
    await db(async (tx) => {
      const { id: submissionId } = await tx.formSubmission.findFirstOrThrow()
      const terms = {
        amount: 1,
        factor: 1.3,
        paymentCount: 1,
        frequency: 'daily',
        startsAt: '2026-01-02',
      } as const
      await tx.offer.create({ data: { ...terms, submissionId, companyId: acme.id, funderId: used.id } })
    })
    const role = await makeRole(services, { companyId: acme.id, permissions: ['funder:delete'] })
    const clerk = await makeUser(services, { companyId: acme.id, roleId: role.id })
    expect((await remove(used.id, await start(clerk.id))).body.data).toMatchObject({
      active: false,
      deleted: false,
    })
    expect((await list({ active: false })).body).toMatchObject({ total: 1, data: [{ name: 'Used' }] })
    expect((await update(used.id, { active: true })).body.data).toMatchObject({ active: true })
  })

  it("of another company answers as unknown, and isn't listed", async () => {
    const { id } = data(await create({ name: 'Ours alone', emails: ['ours@f.example'] }))
    for (const answer of [
      await call(url, 'GET', `/funder/get/${id}`, { token: theirs }),
      await update(id, { name: 'x' }, theirs),
      await remove(id, theirs),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await list({ q: 'ours alone' }, theirs)).body.total).toBe(0)
    expect((await list({ q: 'ours alone', columns: ['name'] })).body.total).toBe(1)
    expect((await list({ q: 'ours@f.example' })).body.total).toBe(1)
  })
})

describe('a file of funders', () => {
  const columns = ['name', 'emails', 'hidesContact', 'buyRate', 'minTrueRevenue', 'statesExcluded']
  const send = (lines: string[], more: object = {}) =>
    call(url, 'POST', '/import/funders', {
      token,
      body: { csv: [columns.join(','), ...lines].join('\n'), ...more },
    })

  it('makes them once, with what they take', async () => {
    const lines = ['Filed,a@f.example;b@f.example,yes,1.3,50000,NY; CA', 'Bare,,,,,']
    expect((await send(lines)).body.data).toMatchObject({ created: 2, unchanged: 0, errors: [] })
    expect((await send(lines)).body.data).toMatchObject({ created: 0, unchanged: 2 })
    expect((await list({ name: 'Filed' })).body.data).toMatchObject([
      {
        emails: ['a@f.example', 'b@f.example'],
        hidesContact: true,
        buyRate: 1.3,
        criteria: { minTrueRevenue: 50_000, statesExcluded: ['NY', 'CA'] },
      },
    ])
    expect((await send(['Filed,,,1.4,,'], { dryRun: true })).body.data).toMatchObject({
      errors: [{ line: 2, field: 'buyRate' }],
    })
  })

  it('names what it cannot read', async () => {
    const { body } = await send(['Odd,nobody,perhaps,cheap,-1,Narnia'], { dryRun: true })
    const fields = (body.data as { errors: { field: string }[] }).errors.map(({ field }) => field)
    expect(fields.toSorted()).toEqual(
      [
        'buyRate',
        'criteria.minTrueRevenue',
        'criteria.statesExcluded',
        'emails.0',
        'hidesContact',
      ].toSorted(),
    )
    const { body: document } = await call(url, 'GET', '/openapi.json')
    const described = JSON.stringify(document)
    for (const name of CRITERIA) expect(described).toContain(name)
  })
})
