import { describe, expect, it } from 'vitest'
import { ROLE_PRESETS, type Permission, type RoleScope } from '#domain/permissions'
import { sampleReading, storeReading } from '../statements/statement.fixture.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
} from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import { upload } from '../test/support/uploads.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const { write: system } = services.db.system('test')
const [acme, other] = [await makeCompany(services), await makeCompany(services)]
const start = (userId: string) => services.sessions.start(userId, { ip: '127.0.0.1', userAgent: 'test' })
const [token, theirs] = [
  await start((await makeCompanyAdmin(services, acme.id)).id),
  await start((await makeCompanyAdmin(services, other.id)).id),
]
const link = await makeLink(services, acme.id)

async function apply(answers: Record<string, string>) {
  const session = await openFormSession(url, link.slug)
  const { body } = await upload(url, { headers: { 'x-form-session': session } })
  const submitted = await submitApplication(url, session, answers, link.slug)
  return { id: submitted.body.data?.id ?? '', document: (body.data as { id: string }).id }
}
const addFunder = async (name: string, criteria: object, companyId = acme.id) => {
  const { id } = await system((db) => db.funder.create({ data: { name, criteria, companyId } }))
  return id
}
const read = (id: string, as = token) => call(url, 'GET', `/form/submissions/${id}/funders`, { token: as })
type Row = { funder: { name: string }; score: number; criteria: object[]; fundedAmount: number }
const rows = async (id: string) => (await read(id)).body.data as Row[]

const answers = { legalName: 'Rossi', sales: '30000', state: 'NY', startDate: '2015-03-15', question9: 'No' }
const first = await apply(answers)
await addFunder('Strict', { minTrueRevenue: 40_000, maxNsf: 0, statesExcluded: ['NY'] })
const fair = await addFunder('Fair', { minTrueRevenue: 40_000, maxNsf: 2, maxPositions: 1 })
await addFunder('Alike', { minTrueRevenue: 40_000, maxNsf: 2, maxPositions: 1 })
await addFunder('Theirs', {}, other.id)
const retired = await addFunder('Retired', {})
await system((db) => db.funder.update({ where: { id: retired }, data: { active: false } }))

describe('the fit of a submission', () => {
  it('comes from the answers until statements are read, and then from those', async () => {
    const told = await rows(first.id)
    expect(told.map(({ funder }) => funder.name)).toEqual(['Alike', 'Fair', 'Strict'])
    expect(told[1]?.criteria).toEqual([
      { name: 'minTrueRevenue', state: 'missed', wanted: 40_000, value: 30_000, source: 'answers' },
      { name: 'maxPositions', state: 'met', wanted: 1, value: 0, source: 'answers' },
      { name: 'maxNsf', state: 'unknown', wanted: 2, value: null, source: null },
    ])
    await storeReading(services, first.id, first.document, sampleReading('Rossi'))
    const [best] = await rows(first.id)
    expect(best).toMatchObject({
      score: 100,
      criteria: [
        { name: 'minTrueRevenue', state: 'met', value: 47_100, source: 'statements' },
        { name: 'maxPositions', state: 'met', value: 1, source: 'statements' },
        { name: 'maxNsf', state: 'met', value: 1, source: 'statements' },
      ],
    })
  })

  it('puts who funded more before first, where funders fit alike', async () => {
    const { id: submissionId } = await apply({ ...answers, legalName: 'Funded' })
    const funding = {
      submissionId,
      companyId: acme.id,
      amount: 60_000,
      fundedAt: '2026-01-02',
      commission: 0,
    }
    await system((db) => db.funding.create({ data: { ...funding, funderId: fair } }))
    const found = await rows(first.id)
    expect(found.map(({ funder }) => funder.name)).toEqual(['Fair', 'Alike', 'Strict'])
    expect(found.map(({ fundedAmount }) => fundedAmount)).toEqual([60_000, 0, 0])
  })

  it('is recorded each time, without a figure', async () => {
    const count = () => system((db) => db.auditEntry.findMany({ where: { act: 'funders-compared' } }))
    const before = (await count()).length
    await rows(first.id)
    const entries = await count()
    expect(entries).toHaveLength(before + 1)
    expect(entries.at(-1)).toMatchObject({ objectId: first.id, detail: { rows: 3 } })
    const { body } = await call(url, 'GET', `/form/submissions/${first.id}/timeline`, { token })
    expect(JSON.stringify(body.data)).toContain('Compared the submission with funders')
  })

  it('is not known where the answers cannot be read', async () => {
    const { id } = await apply({ ...answers, legalName: 'Damaged' })
    await system((db) => db.formSubmission.update({ where: { id }, data: { formData: new Uint8Array([1]) } }))
    const found = await rows(id)
    expect(found.map(({ score }) => score)).toEqual([50, 50, 50])
  })
})

describe('it is shown', () => {
  const as = async (permissions: Permission[], scope: RoleScope = 'company') => {
    const { id: roleId } = await makeRole(services, { companyId: acme.id, permissions })
    await system((db) => db.role.update({ where: { id: roleId }, data: { scope } }))
    return start((await makeUser(services, { companyId: acme.id, roleId })).id)
  }

  it.each([
    [['page:forms'], 403],
    [['page:funders'], 403],
    [['page:forms', 'page:funders'], 200],
    [['page:forms', 'funder:read'], 200],
    [['page:forms', 'package:send'], 200],
  ] as [Permission[], number][])('with %j: %i', async (permissions, status) => {
    expect((await read(first.id, await as(permissions))).status).toBe(status)
  })

  it('neither to another company nor beyond the scope of a role', async () => {
    expect((await read(first.id, theirs)).status).toBe(404)
    const narrowed = await as([...ROLE_PRESETS.companyAdmin.permissions], 'own')
    expect((await read(first.id, narrowed)).status).toBe(404)
  })
})
