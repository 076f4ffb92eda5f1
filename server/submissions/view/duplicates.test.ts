import { expect, it } from 'vitest'
import { call } from '../../test/support/factories.ts'
import { startSubmissionTests } from '../submission.fixture.ts'

const { url, services, admin, tenant } = await startSubmissionTests()

const PARTNERS = { partner1SSN: '123-12-3456', partner2SSN: '123-65-4321' }
const gamma = await tenant('Gamma Capital', [
  { legalName: 'First LLC', taxId: '98-7654321', ...PARTNERS },
  { legalName: 'Second LLC', taxId: '98 7654321', partner1SSN: '123-11-1111', partner2SSN: '123-12-3456' },
  { legalName: 'Third LLC', taxId: '98-0000000', partner1SSN: '123-65-4321', partner2SSN: '' },
  { legalName: 'Other LLC', taxId: '98-1111111', partner1SSN: '123-22-2222', partner2SSN: '' },
])
const delta = await tenant('Delta Capital', [
  { legalName: 'Elsewhere LLC', taxId: '98-7654321', ...PARTNERS },
])

const view = async (id: string | undefined, token: string) => {
  const { body } = await call(url, 'POST', `/form/submissions/${id}/views`, { token })
  return body.data as { duplicates: { merchant: string; matches: string[] }[] }
}
const found = async (id: string | undefined, token: string) =>
  (await view(id, token)).duplicates.map(({ merchant, matches }) => [merchant, matches])

it('shows the company’s submissions with the same numbers, newest first, however they are written', async () => {
  expect(await found(gamma.ids[0], gamma.token)).toEqual([
    ['Third LLC', ['ssn']],
    ['Second LLC', ['taxId', 'ssn']],
  ])
  expect(await found(gamma.ids[2], gamma.token)).toEqual([['First LLC', ['ssn']]])
  expect(await found(gamma.ids[3], gamma.token)).toEqual([])
})

it('shows nobody, the provider included, submissions to other companies', async () => {
  expect(await found(delta.ids[0], delta.token)).toEqual([])
  expect(await found(delta.ids[0], admin)).toEqual([])
  expect(await found(gamma.ids[0], admin)).toHaveLength(2)
})

it('tells which submissions and when, but no digits', async () => {
  const { duplicates } = await view(gamma.ids[2], gamma.token)
  expect(duplicates).toEqual([
    {
      id: gamma.ids[0],
      reference: expect.stringMatching(/^[0-9A-F]{4}-[0-9A-F]{4}$/),
      merchant: 'First LLC',
      createdAt: expect.stringMatching(/Z$/),
      status: 'new',
      statusName: 'New',
      matches: ['ssn'],
    },
  ])
})

it('records a comparison beside the opening, if something was found', async () => {
  const acts = async (id: string | undefined) => {
    const entries = await services.db
      .system('test')
      .write((client) =>
        client.auditEntry.findMany({ where: { objectId: id ?? '' }, orderBy: { id: 'desc' }, take: 2 }),
      )
    return entries.map(({ act, detail, companyId }) => [act, detail, companyId])
  }
  await view(gamma.ids[0], gamma.token)
  expect(await acts(gamma.ids[0])).toEqual([
    ['submissions-compared', { rows: 2 }, gamma.company.id],
    ['submission-viewed', {}, gamma.company.id],
  ])
  await view(gamma.ids[3], gamma.token)
  expect((await acts(gamma.ids[3]))[0]?.[0]).toBe('submission-viewed')
})
