import { afterEach, describe, expect, it } from 'vitest'
import { READ_LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { call } from '../../test/support/factories.ts'
import { startSubmissionListTests } from './submission-list.fixture.ts'

const { url, services, apply, companies, tokens, ids, admin, queryOf, list } =
  await startSubmissionListTests()

afterEach(() => Object.assign(services.readLimits, READ_LIMITS))

const refusal = async (query: Record<string, unknown>, token = admin, path = '/form/submissions') => {
  const { status, body } = await call(url, 'GET', `${path}?${queryOf(query)}`, { token })
  return { status, fields: body.fields }
}
const narrower = (field: string, sentence: string) => ({ status: 400, fields: { [field]: sentence } })
const words = serverMessages.narrower

describe('a name of too many owners', async () => {
  const jane = await apply(companies.north, 'Ann', { partner1Name: 'Jane Roe' })
  const doe = await apply(companies.south, 'Ann', { partner1Name: 'Jane Doe' })
  const john = await apply(companies.south, 'Ann', { partner1Name: 'John Roe' })
  const find = async (filter: object, token = admin) => (await list({ filter }, token)).ids.toSorted()

  it('is refused over all companies alone', async () => {
    services.readLimits.owners = 1
    expect(await refusal({ filter: { q: 'jane' } })).toEqual(narrower('filter.q', words.owners(1)))
    expect(await find({ q: 'jane' }, tokens.north)).toEqual([jane])
    services.readLimits.owners = 2
    expect(await find({ q: 'jane' })).toEqual([jane, doe].toSorted())
  })

  it('is found with another word, in whichever order, or in one company', async () => {
    services.readLimits.owners = 1
    for (const q of ['jane doe', 'Doe Jane']) expect(await find({ q })).toEqual([doe])
    expect(await find({ q: 'jane', companyId: companies.south })).toEqual([doe])
    expect(await find({ q: 'roe jane', companyId: companies.south })).toEqual([])
    expect(await refusal({ filter: { q: 'jane roe' } })).toEqual(narrower('filter.q', words.owners(1)))
    services.readLimits.owners = 2
    expect(await find({ q: 'jane roe' })).toEqual([jane])
    expect(await find({ q: 'doe roe' })).toEqual([])
    expect(await find({ q: 'john', companyId: companies.south })).toEqual([john])
  })
})

describe('a range with another filter', () => {
  const wide = { amountFrom: 1, status: ['new'] }

  it('is refused where more match each of them', async () => {
    services.readLimits.submissions = 2
    expect(await refusal({ filter: wide })).toEqual(narrower('filter', words.ranged(2)))
    expect(await refusal({ filter: { amountFrom: 1, salesTo: 1e9 } })).toMatchObject({ status: 400 })
    expect(
      await refusal({ filter: { amountFrom: 1, salesTo: 1e9 } }, admin, '/form/submissions/counts'),
    ).toMatchObject({ status: 400 })
  })

  it('is answered where few match one of them, with a company or days, and alone', async () => {
    services.readLimits.submissions = 2
    const few = await Promise.all(
      [
        { ...wide, state: 'AK' },
        { ...wide, status: ['funded'] },
        { ...wide, createdFrom: '2025-05-05', createdTo: '2025-05-04' },
        { ...wide, companyId: 'none' },
        { amountFrom: 1, companyId: companies.south },
        { amountFrom: 1, createdFrom: '2025-05-05' },
        { amountFrom: 1, amountTo: 1e9 },
        { status: ['new'], state: 'AK' },
      ].map((filter) => refusal({ filter })),
    )
    expect(few.map(({ status }) => status)).toEqual(few.map(() => 200))
    // Only admins can filter by company.
    expect(words.ranged(2)).not.toContain('company')
    expect(await refusal({ filter: wide }, tokens.north)).toEqual(narrower('filter', words.ranged(2)))
    services.readLimits.submissions = READ_LIMITS.submissions
    expect(await list({ filter: wide })).toMatchObject({ status: 200, total: (await list()).total })
  })
})

describe('a search in an order that its index lacks', () => {
  const sort = ['merchant', 'ASC']

  it('is refused where more match', async () => {
    services.readLimits.submissions = 4
    const query = { filter: { q: 'more' }, sort }
    expect(await refusal(query)).toEqual(narrower('sort', words.sorted(4)))
    expect(await list({ filter: { q: 'more' } })).toMatchObject({ status: 200, total: 5 })
    expect(await list({ ...query, sort: ['user', 'ASC'] })).toMatchObject({ status: 200, total: 5 })
    services.readLimits.submissions = 5
    expect(await list({ ...query, range: [1, 2] })).toMatchObject({ ids: [ids.more1, ids.more2], total: 5 })
  })

  it('is refused as a file, too, before anything is written down or sent', async () => {
    services.readLimits.submissions = 4
    const exported = (asked: string) =>
      fetch(`${url}/api/form/export?${asked}`, {
        headers: { authorization: `Bearer ${admin}`, 'accept-encoding': 'gzip' },
      })
    const answer = await exported(queryOf({ filter: { q: 'more' }, sort }))
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([400, null])
    expect(await answer.json()).toMatchObject({ fields: { sort: words.sorted(4) } })
    const written = () =>
      services.db.system('test').read((tx) => tx.auditEntry.count({ where: { act: 'submissions-exported' } }))
    expect(await written()).toBe(0)
    expect((await (await exported(queryOf({ filter: { q: 'more' } }))).text()).split('\r\n').length).toBe(7)
    expect(await written()).toBeGreaterThan(0)
  })

  it("is none by the own company's name, which all rows match", async () => {
    services.readLimits.submissions = 1
    const all = await list({ sort }, tokens.north)
    expect(all.ids.length).toBeGreaterThan(1)
    expect(await list({ sort, filter: { q: 'north st' } }, tokens.north)).toEqual(all)
    expect(await list({ filter: { q: 'north', state: 'AK' } }, tokens.north)).toMatchObject({ total: 0 })
    expect(await list({ filter: { q: 'north', columns: ['user'] } }, tokens.north)).toMatchObject({
      total: 0,
    })
  })
})

it.each(['link', 'company'])('pages of some statuses by %s follow each other', async (field) => {
  await services.db
    .system('test')
    .write((tx) =>
      tx.generatedLink.updateMany({ data: { name: 'Same' }, where: { companyId: companies.twin } }),
    )
  for (const order of ['ASC', 'DESC'])
    for (const token of [admin, tokens.south]) {
      const query = { sort: [field, order], filter: { status: ['new', 'in_review'] } }
      const whole = await list(query, token)
      expect(whole.ids).toEqual((await list({ sort: [field, order] }, token)).ids)
      const pages = await Promise.all(
        whole.ids.map(async (_id, at) => (await list({ ...query, range: [at, at] }, token)).ids[0]),
      )
      expect(pages).toEqual(whole.ids)
    }
})
