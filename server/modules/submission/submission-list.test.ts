import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { asSystem, withActor } from '../../auth/actor.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { parseCsv } from '../../test/support/csv.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeUser,
  signIn,
} from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { companyIdsBySubmissions, countsByCompany } from './submission-counts.ts'

const { url, services } = await startTestServer()

type Row = { id: string; company: { id: string; nameOut: string }; user: { name: string }; createdAt: string }

/** Each has a link of its own, as the submitter's name is the link's. */
async function apply(companyId: string, userName: string, changes: Record<string, string> = {}) {
  const { slug } = await makeLink(services, companyId, { userName })
  const { body } = await submitApplication(url, await openFormSession(url, slug), changes, slug)
  return body.data?.id ?? ''
}

let admin = ''
const companies: Record<'north' | 'south' | 'twin', string> = { north: '', south: '', twin: '' }
const tokens: Record<'north' | 'south', string> = { north: '', south: '' }
const ids: Record<string, string> = {}
beforeAll(async () => {
  admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  companies.north = (await makeCompany(services, { nameOut: 'North Star' })).id
  companies.south = (await makeCompany(services, { nameOut: 'South Bank' })).id
  companies.twin = (await makeCompany(services, { nameOut: 'South Bank' })).id
  for (const name of ['north', 'south'] as const) {
    tokens[name] = await signIn(url, (await makeCompanyAdmin(services, companies[name])).email)
  }
  const { north, south, twin } = companies
  ids.cyrillic = await apply(north, 'Ann', { legalName: 'Русская Пекарня' })
  ids.accents = await apply(south, 'Bob', { legalName: 'Élan Straße', dbaName: 'Crème' })
  ids.wild = await apply(twin, 'Ann', {
    legalName: '50%_off\\ Tools',
    dbaName: 'first',
  })
  ids.plain = await apply(north, 'Bob', { legalName: '50 off Tools', dbaName: 'second' })
  for (const [index, userName] of ['Ann', 'Cleo', 'ann', 'Ann', 'Cleo'].entries()) {
    ids[`more${index}`] = await apply(index % 2 === 0 ? south : twin, userName, {
      legalName: `More ${index}`,
    })
  }
  // Three of the same millisecond, which only their ids tell apart.
  await asSystem(services.db, 'test', (client) =>
    client.formSubmission.updateMany({
      where: { id: { in: [ids.more0 ?? '', ids.more1 ?? '', ids.more3 ?? ''] } },
      data: { createdAt: new Date('2025-05-05T05:05:05.005Z') },
    }),
  )
})

const queryOf = (query: Record<string, unknown>): string => {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) search.set(key, JSON.stringify(value))
  return search.toString()
}
async function list(query: Record<string, unknown> = {}, token = admin) {
  const { status, body, headers } = await call(url, 'GET', `/form/submissions?${queryOf(query)}`, { token })
  const rows = (body.data ?? []) as Row[]
  const range = headers.get('content-range')
  return { status, rows, ids: rows.map(({ id }) => id), total: body.total, range }
}
const found = async (q: string, columns?: string[], token = admin) =>
  (await list({ filter: { q, ...(columns && { columns }) } }, token)).ids.toSorted()
const of = (...names: string[]) => names.map((name) => ids[name]).toSorted()

const SORTS = ['createdAt', 'company', 'user'].flatMap((field) => [
  [field, 'ASC'] as const,
  [field, 'DESC'] as const,
])

/** What the list's order says of two rows. */
function compare(field: string, order: 'ASC' | 'DESC') {
  const text = (a: string, b: string) => (a < b ? -1 : Number(a > b))
  const age = (a: Row, b: Row) => text(a.createdAt, b.createdAt) || text(a.id, b.id)
  const way = order === 'ASC' ? 1 : -1
  return (a: Row, b: Row): number => {
    if (field === 'createdAt') return way * age(a, b)
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

describe('a search', () => {
  it('is the same in capitals and small letters, in any script', async () => {
    for (const q of ['ПЕКАРНЯ', 'пекарня', 'русская п']) expect(await found(q)).toEqual(of('cyrillic'))
    for (const q of ['éLAN', 'STRAßE', 'CRÈME']) expect(await found(q)).toEqual(of('accents'))
  })

  it('takes wildcards for what they are', async () => {
    expect(await found('50%')).toEqual(of('wild'))
    expect(await found('%_')).toEqual(of('wild'))
    expect(await found('f\\')).toEqual(of('wild'))
    expect(await found('50_off')).toEqual([])
    expect(await found('%')).toEqual(of('wild'))
  })

  it('looks in the given columns only', async () => {
    expect(await found('north', ['company'])).toEqual(of('cyrillic', 'plain'))
    expect(await found('north', ['user', 'formData', 'createdAt'])).toEqual([])
    expect(await found('cleo', ['user'])).toEqual(of('more1', 'more4'))
    expect(await found('cleo', ['company', 'formData'])).toEqual([])
    expect(await found('second', ['formData'])).toEqual(of('plain'))
    expect(await found('2025-05', ['createdAt'])).toEqual(of('more0', 'more1', 'more3'))
    expect(await found('2025-05', ['formData'])).toEqual([])
    expect(await found('o', [])).toEqual([])
  })

  it('does not run from one name into the next', async () => {
    expect(await found('toolsfirst')).toEqual([])
    expect(await found('tools first')).toEqual([])
  })

  it('takes any beginning of a year', async () => {
    for (const q of ['0', '0000', '9', '9999-12'])
      expect((await list({ filter: { q, columns: ['createdAt'] } })).status).toBe(200)
    expect(await found('2', ['createdAt'])).toHaveLength(9)
  })

  it('finds a company by its new name', async () => {
    const renamed = await makeCompany(services, { nameOut: 'Older Name' })
    const id = await apply(renamed.id, 'Dan')
    await asSystem(services.db, 'test', (client) =>
      client.company.update({ where: { id: renamed.id }, data: { nameOut: 'Newer Name' } }),
    )
    expect([await found('older name'), await found('newer name')]).toEqual([[], [id]])
    await asSystem(services.db, 'test', (client) => client.formSubmission.delete({ where: { id } }))
  })

  it('finds the longest names, which no compression makes shorter', async () => {
    // Of three bytes each, no two in a row alike.
    const long = (seed: number) =>
      Array.from({ length: LIMITS.textLength }, (_, index) =>
        String.fromCharCode(0x4e00 + ((index * index * 7919 + index * seed) % 20_000)),
      ).join('')
    const id = await apply(companies.north, long(31), { legalName: long(101), dbaName: long(2003) })
    expect(id).not.toBe('')
    expect(await found(long(101).slice(150))).toEqual([id])
    expect(await found(long(31).slice(0, 40), ['user'])).toEqual([id])
    await asSystem(services.db, 'test', (client) => client.formSubmission.delete({ where: { id } }))
  })
})

describe('one company', () => {
  it('is told from another of the same name, counted, searched within and exported', async () => {
    const { south, twin } = companies
    for (const sort of SORTS) {
      const { rows, total } = await list({ sort, filter: { companyId: south } })
      expect([rows.length, total]).toEqual([4, 4])
      expect(new Set(rows.map(({ company }) => company.id))).toEqual(new Set([south]))
    }
    expect((await list({ filter: { companyId: twin, q: 'ann' } })).ids.toSorted()).toEqual(
      of('more3', 'wild'),
    )
    const query = queryOf({ filter: { companyId: twin } })
    const answer = await fetch(`${url}/api/form/export?${query}`, {
      headers: { authorization: `Bearer ${admin}` },
    })
    expect(parseCsv(await answer.text())).toHaveLength(1 + 3)
  })

  it('widens nothing: that of others has no rows', async () => {
    const others = await list({ filter: { companyId: companies.south } }, tokens.north)
    expect(others).toMatchObject({ status: 200, ids: [], total: 0 })
  })
})

describe("another company's rows", () => {
  it.each([
    'south',
    'bob',
    'élan',
    '2025-05',
    '%',
    "' OR TRUE --",
    `x') OR s."companyId" IS NOT NULL OR ('x' = '`,
  ])('are not found by %s, nor counted', async (q) => {
    for (const sort of SORTS) {
      const { status, rows, total } = await list({ filter: { q }, sort }, tokens.north)
      expect([status, total]).toEqual([200, rows.length])
      expect(new Set(rows.map(({ company }) => company.id)).has(companies.south)).toBe(false)
    }
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
      withActor(services.db, await actorOf(token), (tx) => countsByCompany(tx, [north, south, twin, empty]))
    expect(Object.fromEntries(await count(admin))).toEqual({ [north]: 2, [south]: 4, [twin]: 3, [empty]: 0 })
    expect((await count(tokens.north)).get(south)).toBe(0)
  })

  it('puts companies in order, a page of them', async () => {
    const { north, south, twin } = companies
    const page = async (query: Omit<Parameters<typeof companyIdsBySubmissions>[1], 'where'>, token = admin) =>
      withActor(services.db, await actorOf(token), (tx) =>
        companyIdsBySubmissions(tx, { where: { nameOut: { in: ['North Star', 'South Bank'] } }, ...query }),
      )
    expect(await page({ order: 'DESC', skip: 0, take: 10 })).toEqual([south, twin, north])
    expect(await page({ order: 'ASC', skip: 1, take: 1 })).toEqual([twin])
    expect(await page({ order: 'DESC', skip: 0, take: 10 }, tokens.north)).toEqual([north])

    const all = await withActor(services.db, await actorOf(admin), (tx) =>
      companyIdsBySubmissions(tx, { order: 'DESC', skip: 0, take: 3 }),
    )
    expect(all).toEqual([south, twin, north])
  })

  it('is nothing to somebody without a company', async () => {
    const { email } = await makeUser(services)
    const counts = await withActor(services.db, await actorOf(await signIn(url, email)), (tx) =>
      countsByCompany(tx, Object.values(companies)),
    )
    expect(new Set(counts.values())).toEqual(new Set([0]))
  })
})

describe('a company and a submitter with very many', () => {
  const MANY = 2100

  beforeAll(async () => {
    const { id: big } = await makeCompany(services, { nameOut: 'Big' })
    const link = await makeLink(services, big)
    await asSystem(services.db, 'test', async (client) => {
      await client.$executeRaw`
        INSERT INTO "FormSession" ("id", "linkId", "companyId", "wrappedKey", "expiresAt")
        SELECT 'big-' || number, ${link.id}, ${big}, '', now() FROM generate_series(1, ${MANY}::int) AS number`
      await client.$executeRaw`
        INSERT INTO "FormSubmission" ("id", "linkId", "companyId", "submittedBy", "formData", "valuesDigest", "createdAt")
        SELECT "id", "linkId", "companyId", 'Bea', '', '', timestamptz '2024-01-01' + length("id") * interval '1 day'
        FROM "FormSession" WHERE "companyId" = ${big}`
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
