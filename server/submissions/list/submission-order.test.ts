// @module-tag long
import { openDesks } from '../../test/support/desks.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseCsv } from '../../test/support/csv.ts'
import { makeCompany, makeLink, makeUser, signIn } from '../../test/support/factories.ts'
import { companyIdsBySubmissions, countsByCompany } from '../../entities/company/company-rows.ts'
import { type Row, startSubmissionListTests } from './submission-list.fixture.ts'

const { url, services, companies, tokens, admin, queryOf, list, SORTS } = await startSubmissionListTests()

/** What the list's order says of two rows. */
function compare(field: string, order: 'ASC' | 'DESC') {
  const text = (a: string, b: string) => (a < b ? -1 : Number(a > b))
  const age = (a: Row, b: Row) => text(a.createdAt, b.createdAt) || text(a.id, b.id)
  const way = order === 'ASC' ? 1 : -1
  return (a: Row, b: Row): number => {
    if (field === 'createdAt') return way * age(a, b)
    if (field === 'id') return way * text(a.id, b.id)
    const named =
      field === 'company' ? text(a.company.nameOut, b.company.nameOut) : text(a.user.name, b.user.name)
    return way * named || -age(a, b)
  }
}

describe.each(SORTS)('the list by %s %s', (field, order) => {
  const sort = [field, order]

  it('is in order, of companies of the same name too; ties go newest first, then by id', async () => {
    const { rows } = await list({ sort })
    expect(rows).toHaveLength(9)
    expect(rows).toEqual(rows.toSorted(compare(field, order)))
    expect((await list({ sort }, tokens.south)).ids).toEqual(
      rows.filter(({ company }) => company.id === companies.south).map(({ id }) => id),
    )
  })

  it.each([{}, { filter: { q: 'o' } }])(
    'shows every row once, whatever the size of its pages: %o',
    async (query) => {
      const whole = await list({ sort, ...query })
      for (const size of [1, 2, 4]) {
        const paged: string[] = []
        for (let from = 0; from < whole.ids.length; from += size) {
          const page = await list({ sort, ...query, range: [from, from + size - 1] })
          expect(page.total).toBe(whole.ids.length)
          paged.push(...page.ids)
        }
        expect(paged).toEqual(whole.ids)
      }
    },
  )

  it('is empty beyond its end, and still tells how many there are', async () => {
    for (const filter of [{}, { q: 'more' }]) {
      const { status, ids: none, total, range } = await list({ sort, filter, range: [5000, 5009] })
      const count = 'q' in filter ? 5 : 9
      expect([status, none, total, range]).toEqual([200, [], count, `submissions */${count}`])
    }
    expect(await list({ sort, filter: { q: 'nobody' } })).toMatchObject({ ids: [], total: 0 })
  })

  it('is exported in the same order', async () => {
    const answer = await fetch(`${url}/api/form/export?${queryOf({ sort, filter: { q: 'o' } })}`, {
      headers: { authorization: `Bearer ${admin}` },
    })
    const [, ...lines] = parseCsv(await answer.text())
    const { rows } = await list({ sort, filter: { q: 'o' } })
    expect(lines.map(([company, user, at]) => [company, user, at])).toEqual(
      rows.map((row) => [row.company.nameOut, row.user.name, row.createdAt]),
    )
  })
})

describe('how many a company has', () => {
  const actorOf = async (token: string) => {
    const actor = await services.sessions.findActor(token)
    if (!actor) throw new Error('signed out')
    return actor
  }

  it('is counted for each, none included, within what the caller may see', async () => {
    const { north, south, twin } = companies
    const empty = (await makeCompany(services)).id
    const count = async (token: string) =>
      services.db.as(await actorOf(token)).write((tx) => countsByCompany(tx, [north, south, twin, empty]))
    expect(Object.fromEntries(await count(admin))).toEqual({ [north]: 2, [south]: 4, [twin]: 3, [empty]: 0 })
    expect((await count(tokens.north)).get(south)).toBe(0)
  })

  it('puts companies in order, a page of them', async () => {
    const { north, south, twin } = companies
    const named = { nameOut: { in: ['North Star', 'South Bank'] } }
    const page = async (
      order: 'ASC' | 'DESC',
      range: [number, number],
      token = admin,
      where: object = named,
    ) => {
      const found = await services.db
        .as(await actorOf(token))
        .write((tx) => companyIdsBySubmissions(tx, where, { range }, order))
      return found.rows.map(({ id }) => id)
    }
    expect(await page('DESC', [0, 9])).toEqual([south, twin, north])
    expect(await page('ASC', [1, 1])).toEqual([twin])
    expect(await page('DESC', [0, 9], tokens.north)).toEqual([north])
    expect(await page('DESC', [0, 2], admin, {})).toEqual([south, twin, north])
  })

  it('is nothing to somebody without a company', async () => {
    const { email } = await makeUser(services)
    const counts = await services.db
      .as(await actorOf(await signIn(url, email)))
      .write((tx) => countsByCompany(tx, Object.values(companies)))
    expect(new Set(counts.values())).toEqual(new Set([0]))
  })
})

describe('a company and a submitter with very many', () => {
  const MANY = 2100

  beforeAll(async () => {
    const { id: big } = await makeCompany(services, { nameOut: 'Big' })
    const link = await makeLink(services, big)
    await services.db.system('test').write(async (client) => {
      await client.$executeRaw`
        INSERT INTO "FormSession" ("id", "linkId", "companyId", "wrappedKey", "expiresAt")
        SELECT 'big-' || number, ${link.id}, ${big}, '', now() FROM generate_series(1, ${MANY}::int) AS number`
      await client.$executeRaw`
        INSERT INTO "FormSubmission" ("id", "linkId", "companyId", "formData", "valuesDigest", "createdAt")
        SELECT "id", "linkId", "companyId", '', '', timestamptz '2024-01-01' + length("id") * interval '1 day'
        FROM "FormSession" WHERE "companyId" = ${big}`
      await openDesks(client, { submittedBy: 'Bea' })
    })
  })

  it.each(SORTS)('show each row once around where the others begin, by %s %s', async (field, order) => {
    const sort = [field, order]
    const total = (await list({ sort, range: [0, 0] })).total
    expect(total).toBe(MANY + 9)
    const parts = [[0, 999], [1000, 1999], [2000, 2095], [2096, 2103], [2104, 2999]] // prettier-ignore
    const rows: Row[] = []
    for (const range of parts) rows.push(...(await list({ sort, range })).rows)
    expect(rows).toHaveLength(MANY + 9)
    expect(rows.map(({ id }) => id)).toEqual(rows.toSorted(compare(field, order)).map(({ id }) => id))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(MANY + 9)
  })
})
