import { describe, expect, it } from 'vitest'
import type { Actor } from '../../auth/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { makeUser, signIn } from '../../test/support/factories.ts'
import { startSubmissionListTests } from './submission-list.fixture.ts'

const { url, services, companies, tokens, ids, list } = await startSubmissionListTests()

const actorOf = async (token: string): Promise<Actor> => {
  const actor = await services.sessions.findActor(token)
  if (!actor) throw new Error('signed out')
  return actor
}
type Found = { id: string; companyId: string }
/** As a search does, whose transaction ends with it. */
async function search(tx: Tx, pattern: string) {
  await tx.$executeRaw`SELECT set_config('intake.pattern', ${pattern}, true)`
  const found = await tx.$queryRaw<Found[]>`SELECT "id", "companyId" FROM "SubmissionSearch"`
  await tx.$executeRaw`SELECT set_config('intake.pattern', '', true)`
  return found
}
const found = async (q: string, columns?: string[]) =>
  (await list({ filter: { q, ...(columns && { columns }) } })).ids.toSorted()
const of = (...names: string[]) => names.map((name) => ids[name]).toSorted()

describe('the search table', () => {
  it('gives a company its own rows alone, whatever the pattern, and nothing without a scope', async () => {
    const own = await actorOf(tokens.north)
    for (const pattern of ['%', '%more%', `%' OR TRUE --%`, '']) {
      const rows = await services.db.as(own).write((tx) => search(tx, pattern))
      expect(new Set(rows.map(({ companyId }) => companyId)).has(companies.south)).toBe(false)
    }
    expect(await services.db.as(own).write((tx) => search(tx, '%'))).toHaveLength(2)
    const nobody = await actorOf(await signIn(url, (await makeUser(services)).email))
    expect(await services.db.as(nobody).write((tx) => search(tx, '%'))).toEqual([])
    expect(await services.db.connections.tenant.client().$transaction((tx) => search(tx, '%'))).toEqual([])
  })

  it('takes no write of a company, not of its own rows either', async () => {
    const own = await actorOf(tokens.north)
    const remove = services.db.as(own).write((tx) => tx.$executeRaw`DELETE FROM "SubmissionSearch"`)
    expect(await remove).toBe(0)
    expect(
      await services.db
        .as(own)
        .write((tx) => tx.$executeRaw`UPDATE "SubmissionSearch" SET "legalName" = '' WHERE "id" > ''`),
    ).toBe(0)
  })

  it('keeps a pattern no longer than its search, and shows nothing without one', async () => {
    await services.db.system('test').write(async (tx) => {
      expect(await search(tx, '%more%')).toHaveLength(5)
      expect(await tx.$queryRaw`SELECT FROM "SubmissionSearch"`).toEqual([])
      expect(await tx.submissionDesk.count()).toBe(9)
    })
  })

  it('finds rows by its index, which row-level security would not let LIKE use by itself', async () => {
    await services.db.system('test').write(async (tx) => {
      await tx.$executeRaw`SELECT set_config('intake.pattern', '%bakery%', true), set_config('enable_seqscan', 'off', true)`
      const plan = await tx.$queryRaw`EXPLAIN SELECT * FROM "SubmissionSearch"`
      expect(JSON.stringify(plan)).toMatch(
        /Bitmap Index Scan on \\"SubmissionSearch_searchNames_searchUser_ownerHashes_idx\\"/,
      )
    })
  })

  it('has what the submissions have, after any write', async () => {
    const differing = () =>
      services.db.system('test').write(
        (client) => client.$queryRaw`
          SELECT "id" FROM "FormSubmission" FULL JOIN "SubmissionDesk" USING ("id", "companyId", "linkId", "createdAt")
          WHERE "FormSubmission"."formData" IS NULL OR "SubmissionDesk"."merchant" IS NULL`,
      )
    expect(await differing()).toEqual([])
    const undone = services.db.system('test').write(async (tx) => {
      await tx.submissionDesk.update({
        where: { id: ids.plain ?? '' },
        data: { legalName: 'Other', submittedBy: 'Eve' },
      })
      await tx.formSubmission.updateMany({ data: { createdAt: new Date(), companyId: companies.twin } })
      await tx.formSubmission.deleteMany({ where: { id: { in: [ids.wild ?? '', ids.more0 ?? ''] } } })
      const rows = await search(tx, '%')
      expect(rows).toHaveLength(7)
      expect(await search(tx, '%other%')).toMatchObject([{ id: ids.plain, companyId: companies.twin }])
      expect(await search(tx, '%eve%')).toHaveLength(1)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await differing()).toEqual([])
  })
})

describe("an admin's search", () => {
  it('finds each row once, though names, users and companies match', async () => {
    expect(await found('south')).toEqual(of('wild', 'accents', 'more0', 'more1', 'more2', 'more3', 'more4'))
    expect(await found('bank', ['company', 'formData'])).toEqual(await found('south', ['company']))
    expect(await found('tools', ['user', 'company'])).toEqual([])
    expect(await found('tools')).toEqual(of('wild', 'plain'))
    expect(await found('ann', ['formData'])).toEqual([])
    expect(await found('ann', ['user', 'formData'])).toEqual(
      of('cyrillic', 'wild', 'more0', 'more2', 'more3'),
    )
  })
})
