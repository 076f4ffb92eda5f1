import { beforeAll, expect, it } from 'vitest'
import { parseCsv } from '../../test/support/csv.ts'
import { makeUser } from '../../test/support/factories.ts'
import { startSubmissionListTests } from './submission-list.fixture.ts'

const { url, services, apply, companies, tokens, admin, queryOf, list } = await startSubmissionListTests()

/** Four of one company, which differ in everything that the desk's columns show. */
const names = ['first', 'second', 'third', 'fourth'] as const
const ids: Record<string, string> = {}
const changes: Record<(typeof names)[number], Record<string, string>> = {
  first: { legalName: 'Delta', advanceAmount: '$9,000', sales: '1,000', state: 'TX' },
  second: { legalName: 'alpha', advanceAmount: '70000', sales: '30000', state: 'NY' },
  third: { legalName: 'Gamma', advanceAmount: '50000', sales: '20000', state: 'AK' },
  fourth: { legalName: 'beta', advanceAmount: '100000', sales: '40000', state: 'NY' },
}
let owner: { id: string; token: string }

beforeAll(async () => {
  for (const name of names) ids[name] = await apply(companies.north, 'Zoe', changes[name])
  const me = await services.sessions.findActor(tokens.north)
  const other = await makeUser(services, { companyId: companies.north, name: 'Olga' })
  owner = { id: other.id, token: tokens.north }
  const set = (name: string, data: object) =>
    services.db
      .system('test')
      .write((db) => db.submissionDesk.update({ where: { id: ids[name] ?? '' }, data }))
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  await set('first', {
    status: 'in_review',
    statusKey: 'in_review',
    statusAt: ago(5),
    documentCount: 3,
    trueRevenue: 40_000.5,
    averageDailyBalance: -20,
    nsfCount: 4,
    positionCount: 0,
  })
  await set('second', {
    status: 'funded',
    statusKey: 'funded',
    statusAt: ago(9),
    documentCount: 1,
    amountRequested: null,
  })
  await set('third', {
    ownerId: me?.userId,
    ownerName: 'Ada',
    statusAt: ago(1),
    documentCount: 7,
    trueRevenue: 9000,
    averageDailyBalance: 5000,
    nsfCount: 1,
    positionCount: 3,
  })
  await set('fourth', {
    ownerId: other.id,
    ownerName: 'Olga',
    statusKey: 'own_hot',
    statusAt: ago(3),
    trueRevenue: 120_000,
    averageDailyBalance: 100,
    nsfCount: 0,
    positionCount: 1,
  })
})

const isOurs = (id: string) => Object.values(ids).includes(id)
const nameOf = (id: string) => names.find((name) => ids[name] === id) ?? id
const shown = async (query: Record<string, unknown>, token = tokens.north) =>
  (await list(query, token)).ids.filter(isOurs).map(nameOf)

it.each([
  ['merchant', ['second', 'fourth', 'first', 'third']],
  ['amountRequested', ['first', 'third', 'fourth', 'second']],
  ['monthlySales', ['first', 'third', 'second', 'fourth']],
  ['trueRevenue', ['third', 'first', 'fourth', 'second']],
  ['averageDailyBalance', ['first', 'fourth', 'third', 'second']],
  ['nsfCount', ['fourth', 'third', 'first', 'second']],
  ['positionCount', ['first', 'fourth', 'third', 'second']],
  ['state', ['third', 'fourth', 'second', 'first']],
  ['status', ['fourth', 'third', 'first', 'second']],
  ['owner', ['second', 'first', 'third', 'fourth']],
  ['documentCount', ['fourth', 'second', 'first', 'third']],
  ['statusAt', ['second', 'first', 'fourth', 'third']],
])('is sorted by %s, page by page, as a whole, narrowed and searched', async (field, order) => {
  for (const token of [tokens.north, admin]) {
    expect(await shown({ sort: [field, 'ASC'] }, token)).toEqual(order)
    expect(
      await shown({ sort: [field, 'ASC'], filter: { companyId: companies.north, q: 'zoe' } }, token),
    ).toEqual(order)
    expect(await shown({ sort: [field, 'ASC'], filter: { q: 'zoe' } }, token)).toEqual(order)
    const whole = await list({ sort: [field, 'DESC'] }, token)
    const pages = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((page) =>
        list({ sort: [field, 'DESC'], range: [page * 3, page * 3 + 2] }, token),
      ),
    )
    expect(pages.flatMap((page) => page.ids)).toEqual(whole.ids)
    expect(new Set([whole, ...pages].map(({ total }) => total))).toEqual(new Set([whole.ids.length]))
  }
})

it('has amounts that are none last in either order, and is sorted by link', async () => {
  expect(await shown({ sort: ['amountRequested', 'DESC'] })).toEqual(['fourth', 'third', 'first', 'second'])
  const { rows } = await list({ sort: ['link', 'ASC'] })
  const slugs = rows.map((row) => (row as unknown as { link: { slug: string } }).link.slug)
  expect(slugs).toEqual(slugs.toSorted())
})

const NARROWED: [filter: () => Record<string, unknown>, left: string[]][] = [
  [() => ({ status: ['in_review', 'funded'] }), ['second', 'first']],
  [() => ({ status: 'new' }), ['fourth', 'third']],
  [() => ({ statusKey: 'own_hot' }), ['fourth']],
  [() => ({ ownerId: 'me' }), ['third']],
  [() => ({ ownerId: 'none' }), ['second', 'first']],
  [() => ({ ownerId: owner.id }), ['fourth']],
  [() => ({ state: 'NY' }), ['fourth', 'second']],
  [() => ({ amountFrom: 9000, amountTo: 50_000 }), ['third', 'first']],
  [() => ({ salesFrom: 25_000 }), ['fourth', 'second']],
  [() => ({ trueRevenueFrom: 9000.5, trueRevenueTo: 40_000.5 }), ['first']],
  [() => ({ averageDailyBalanceTo: 100 }), ['fourth', 'first']],
  [() => ({ nsfCountTo: 1, positionCountFrom: 1 }), ['fourth', 'third']],
  [() => ({ openDays: 2 }), ['fourth', 'first']],
  [() => ({ createdFrom: '2025-05-06' }), ['fourth', 'third', 'second', 'first']],
  [() => ({ createdFrom: '2025-05-06', createdTo: '2025-05-07' }), []],
  [() => ({ state: 'NY', q: 'alpha' }), ['second']],
  [() => ({ state: 'NY', onHold: true }), []],
]

it.each(NARROWED)('narrows to %s what the caller sees, and counts it', async (filter, left) => {
  const found = await list({ filter: filter() }, tokens.north)
  expect(found.ids.filter(isOurs).map(nameOf)).toEqual(left)
  expect(found.total).toBe(found.ids.length)
  expect((await list({ filter: filter() }, tokens.south)).ids.filter(isOurs)).toEqual([])
  const answer = await fetch(`${url}/api/form/export?${queryOf({ filter: filter() })}`, {
    headers: { authorization: `Bearer ${tokens.north}` },
  })
  expect(parseCsv(await answer.text())).toHaveLength(1 + found.ids.length)
})

it.each([{ status: 'lost' }, { amountFrom: '5' }, { createdFrom: '2026-02-30' }, { openDays: -1 }])(
  'rejects the filter %o',
  async (filter) => expect((await list({ filter })).status).toBe(400),
)
