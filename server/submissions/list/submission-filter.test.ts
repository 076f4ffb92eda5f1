import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { parseCsv } from '../../test/support/csv.ts'
import { makeCompany } from '../../test/support/factories.ts'
import { startSubmissionListTests } from './submission-list.fixture.ts'

const { url, services, apply, companies, tokens, ids, admin, queryOf, list, SORTS } =
  await startSubmissionListTests()

const found = async (q: string, columns?: string[], token = admin) =>
  (await list({ filter: { q, ...(columns && { columns }) } }, token)).ids.toSorted()
const of = (...names: string[]) => names.map((name) => ids[name]).toSorted()

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
    await services.db
      .system('test')
      .write((client) =>
        client.company.update({ where: { id: renamed.id }, data: { nameOut: 'Newer Name' } }),
      )
    expect([await found('older name'), await found('newer name')]).toEqual([[], [id]])
    await services.db.system('test').write((client) => client.formSubmission.delete({ where: { id } }))
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
    await services.db.system('test').write((client) => client.formSubmission.delete({ where: { id } }))
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
