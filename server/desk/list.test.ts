import { beforeAll, expect, it } from 'vitest'
import { call } from '../test/support/factories.ts'
import { startSubmissionListTests } from '../submissions/list/submission-list.fixture.ts'

const { url, services, apply, companies, tokens, ids, admin, queryOf } = await startSubmissionListTests()

type Count = { key: string; name: string; status: string; count: number }

async function count(filter: object = {}, token = tokens.south) {
  const path = `/form/submissions/counts?${queryOf({ filter })}`
  const { body } = await call(url, 'GET', path, { token })
  return (body.data as Count[]).filter((each) => each.count > 0).map((each) => [each.name, each.count])
}

async function arrivals(token: string, since?: string, headers = {}) {
  const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`
  const answer = await fetch(`${url}/api/form/submissions/arrivals${query}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  const text = await answer.text()
  return {
    status: answer.status,
    etag: answer.headers.get('etag') ?? '',
    data: text === '' ? null : (JSON.parse(text) as { data: { count: number; newest: string } }).data,
  }
}

beforeAll(async () => {
  const hot = { key: 'own_hot', name: 'Hot', status: 'in_review', retired: false }
  await services.db.system('test').write(async (db) => {
    await db.company.update({ where: { id: companies.south }, data: { deskSettings: { statuses: [hot] } } })
    await db.submissionDesk.update({
      where: { id: ids.accents ?? '' },
      data: { status: 'in_review', statusKey: 'own_hot' },
    })
  })
})

it("counts a company's submissions by its own statuses, and all companies' by the eight", async () => {
  expect(await count()).toEqual([
    ['Hot', 1],
    ['New', 3],
  ])
  expect(await count({}, tokens.north)).toEqual([['New', 2]])
  expect(await count({}, admin)).toEqual([
    ['New', 8],
    ['In review', 1],
  ])
  expect(await count({ companyId: companies.south }, admin)).toEqual(await count())
})

it('counts what the other filters leave, whatever status is chosen', async () => {
  expect(await count({ status: ['funded'], statusKey: 'new' })).toEqual(await count())
  expect(await count({ q: 'élan' })).toEqual([['Hot', 1]])
  expect(await count({ ownerId: 'me' })).toEqual([])
  expect(await count({ companyId: companies.south }, tokens.north)).toEqual([])
})

it('writes down who counts by what applicants answered, as such counts tell it', async () => {
  const entries = () =>
    services.db
      .system('test')
      .write((db) =>
        db.auditEntry.count({ where: { companyId: companies.south, act: 'submissions-listed' } }),
      )
  const before = await entries()
  await count({ status: ['new'], ownerId: 'none' })
  expect(await entries()).toBe(before)
  await count({ id: ids.accents, salesFrom: 80_000 })
  await count({ id: ids.accents, salesFrom: 90_000 })
  expect(await entries()).toBe(before + 2)
})

it('tells of arrivals in the own company alone, and says 304 while there are none', async () => {
  const before = await arrivals(tokens.north)
  expect(before).toMatchObject({ status: 200, data: { count: 0 } })
  const since = before.data?.newest
  const none = await arrivals(tokens.north, since)
  expect(none.data).toEqual({ count: 0, newest: since })
  expect(await arrivals(tokens.north, since, { 'if-none-match': none.etag })).toMatchObject({
    status: 304,
    data: null,
  })

  await apply(companies.south, 'Eve')
  expect((await arrivals(tokens.north, since, { 'if-none-match': none.etag })).status).toBe(304)
  await apply(companies.north, 'Eve')
  const one = await arrivals(tokens.north, since, { 'if-none-match': none.etag })
  expect([one.status, one.data?.count]).toEqual([200, 1])
  expect((await arrivals(tokens.north, one.data?.newest)).data?.count).toBe(0)
  expect((await arrivals(admin, since)).data?.count).toBeGreaterThan(1)
  expect((await arrivals(tokens.north, 'yesterday')).status).toBe(400)
  expect((await arrivals(tokens.north, '0000-01-01')).data?.count).toBe(3)
})
