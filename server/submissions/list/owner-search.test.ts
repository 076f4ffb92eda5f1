import { expect, it } from 'vitest'
import { startSubmissionListTests } from './submission-list.fixture.ts'

const { services, apply, companies, tokens, admin, list } = await startSubmissionListTests()

const jane = await apply(companies.north, 'Ann', {
  partner1Name: 'Jane Q. Roe-Smith',
  partner1Phone: '+1 (914) 555-0177 ext. 12',
  partner2Name: 'Élodie Straße',
  email: 'Jane.Roe@bakery.example',
  city: 'Saint-Élan',
})
const other = await apply(companies.south, 'Ann', { partner1Name: 'Jane Doe', partner1Phone: '914-555-0178' })

const find = async (q: string, token = tokens.north, more: object = {}) =>
  (await list({ filter: { q, ...more } }, token)).ids

it.each([
  'jane',
  'ROE-SMITH',
  'roe-smith  Jane',
  'élodie',
  'STRASSE'.replace('SS', 'ß'),
  'jane.roe@BAKERY.example',
  'SAINT-ÉLAN',
  '9145550177',
  '(914) 555-0177',
  '1 914 555 0177',
])('finds an owner or city by %s, in the own company and over all', async (q) => {
  expect(await find(q)).toEqual([jane])
  expect(await find(q, admin)).toContain(jane)
  expect(await find(q, tokens.north, { state: 'NY' })).toEqual([jane])
  expect((await list({ filter: { q }, sort: ['merchant', 'ASC'] }, admin)).ids).toContain(jane)
})

it.each(['jan', 'smith', 'jane doe', 'roe@bakery.example', '914555017', '555-0177'])(
  'finds none by %s, which is no whole word of one',
  async (q) => expect(await find(q)).toEqual([]),
)

it('keeps companies apart', async () => {
  expect(await find('jane', tokens.south)).toEqual([other])
  expect((await find('jane', admin)).toSorted()).toEqual([jane, other].toSorted())
  expect(await find('jane doe', admin)).toEqual([other])
  const rows = await services.db
    .system('test')
    .write((db) => db.submissionDesk.findMany({ where: { id: { in: [jane, other] } } }))
  const [one, two] = rows.map(({ ownerHashes }) => ownerHashes)
  expect(one?.filter((hash) => two?.includes(hash))).toEqual([])
})

it('looks hashes up in their order, 50 at a time, until it has more than enough', async () => {
  const found = await services.db.system('test').write(async (db) => {
    const rows = await db.submissionDesk.findMany({ where: { id: { in: [jane, other] } } })
    const [first, last] = rows
      .map(({ id, ownerHashes: [hash = 0n] }) => ({ id, hash }))
      .sort((one, two) => (one.hash < two.hash ? -1 : 1))
    if (!first || !last) throw new Error('no hashes')
    const between = Array.from({ length: 50 }, (_, index) => first.hash + BigInt(index + 1))
    const wanted = [last.hash, ...between, first.hash].map(String)
    const search = (most: number) =>
      db.$queryRaw`SELECT "id" FROM intake_find_owners(${wanted}::bigint[], ${most}::int)`
    return { expected: [{ id: first.id }, { id: last.id }], all: await search(1), few: await search(0) }
  })
  expect(found.all).toEqual(found.expected)
  expect(found.few).toEqual(found.expected.slice(0, 1))
})

it('looks for owners where Form Data is searched', async () => {
  expect(await find('jane', tokens.north, { columns: ['formData'] })).toEqual([jane])
  expect(await find('jane', tokens.north, { columns: ['user', 'company'] })).toEqual([])
})
