import { openDesks } from '../../test/support/desks.ts'
import { describe, expect, it } from 'vitest'
import { dayInZone, DEFAULT_TIME_ZONE } from '#domain/time-zone'
import { parseCsv } from '../../test/support/csv.ts'
import { startSubmissionTests } from '../submission.fixture.ts'

const { url, services, admin, alpha, beta } = await startSubmissionTests()

describe('the export', () => {
  const exported = async (token: string, query = '') => {
    const answer = await fetch(`${url}/api/form/export${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { answer, text: await answer.text() }
  }

  it("is named after the day in the company's time zone", async () => {
    const setZone = (timeZone: string) =>
      services.db
        .system('test')
        .write((client) => client.company.update({ where: { id: alpha.company.id }, data: { timeZone } }))
    // 25 hours apart, so never on the same day.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      await setZone(timeZone)
      const { answer } = await exported(alpha.token)
      const day = dayInZone(new Date(), timeZone)
      expect(answer.headers.get('content-disposition')).toContain(`filename="submissions-${day}.csv"`)
    }
    await setZone(DEFAULT_TIME_ZONE)
  })

  it('holds what the search shows, masked and harmless to a spreadsheet', async () => {
    const { answer, text } = await exported(alpha.token)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="submissions-\d{4}-\d\d-\d\d\.csv"/,
    )
    expect(text).not.toMatch(/123-45-6789|321 54 9876|base64/)
    const [head = [], ...rows] = parseCsv(text)
    const column = (heading: string) => rows.map((row) => row[head.indexOf(heading)])
    expect(column('Legal business name')).toEqual(["'=cmd|calc", 'Birch_Tools', 'Ash 100% Bakery'])
    expect(column('DBA name')[0]).toBe('Quote "n" comma,')
    expect(column('Partner 1: SSN')[1]).toBe('***-**-9876')
    expect(column('Submitted By')[0]).toBe('Alpha Capital Broker')
    expect(column('Status')).toEqual(['New', 'New', 'New'])
    expect(column('Reference')[0]).toMatch(/^[\dA-F]{4}-[\dA-F]{4}$/)
    expect(column('ID')[0]?.slice(-4).toUpperCase()).toBe(column('Reference')[0]?.slice(-4))
    expect(new Set(head).size).toBe(head.length)

    const searched = await exported(alpha.token, `?filter=${encodeURIComponent('{"q":"birch"}')}`)
    expect(parseCsv(searched.text)).toHaveLength(2)
  })

  it('leaves connections to others, however many one caller asks for', async () => {
    const waiting = () =>
      services.db.system('test').write(
        (client) => client.$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    const exports: Promise<unknown>[] = []
    await services.db.system('test').write(async (tx) => {
      await tx.$executeRaw`LOCK TABLE "FormSubmission" IN ACCESS EXCLUSIVE MODE`
      exports.push(...Array.from({ length: 12 }, () => exported(alpha.token)))
      await expect.poll(async () => (await waiting()).length).toBeGreaterThan(1)
      const signal = AbortSignal.timeout(10_000)
      const headers = { authorization: `Bearer ${beta.token}` }
      expect((await fetch(`${url}/api/team/get`, { headers, signal })).status).toBe(200)
      expect(await waiting()).toHaveLength(2)
    })
    expect(await Promise.all(exports)).toHaveLength(12)
  })

  it('is written down in the log of each company whose rows went out', async () => {
    await exported(admin)
    const entries = await services.db.system('test').write((client) =>
      client.auditEntry.findMany({
        where: { act: 'submissions-exported', actorName: 'Administrator' },
        select: { companyId: true, detail: true },
      }),
    )
    const told = new Map(entries.map(({ companyId, detail }) => [companyId, detail]))
    expect(told.get(alpha.company.id)).toEqual({ rows: 3, searched: false })
    expect(told.get(beta.company.id)).toEqual({ rows: 1, searched: false })
    expect(told.has(null)).toBe(false)
  })

  it.each([
    ['createdAt', 'DESC'],
    ['merchant', 'ASC'],
    ['company', 'ASC'],
  ])('holds each of more rows than are read at a time, by %s %s', async (field, order) => {
    await copyRows(600)
    const { text } = await exported(
      alpha.token,
      `?sort=${encodeURIComponent(JSON.stringify([field, order]))}`,
    )
    const [, ...rows] = parseCsv(text)
    const { count } = await services.db.system('test').write(async (client) => ({
      count: await client.formSubmission.count({ where: { companyId: alpha.company.id } }),
    }))
    expect(count).toBeGreaterThan(600)
    expect(rows).toHaveLength(count)
    // Copies are told apart by the time alone, which is in the third column.
    expect(new Set(rows.map(([, , at]) => at)).size).toBe(count)
  })

  /** Copies cannot be opened, and each has a line all the same. */
  const copyRows = (rows: number) =>
    services.db.system('test').write(async (client) => {
      if ((await client.formSubmission.count()) > rows) return
      await client.$executeRaw`
        WITH sessions AS (INSERT INTO "FormSession" ("id", "linkId", "companyId", "wrappedKey", "expiresAt", "updatedAt")
          SELECT gen_random_uuid(), "linkId", "companyId", "wrappedKey", "expiresAt", "updatedAt"
          FROM "FormSession", generate_series(1, ${rows}::int) WHERE "id" = ${alpha.ids[0]} RETURNING "id")
        INSERT INTO "FormSubmission" ("id", "companyId", "linkId", "formData", "valuesDigest", "createdAt")
        SELECT s."id", f."companyId", f."linkId", f."formData", f."valuesDigest",
          f."createdAt" - row_number() OVER () * interval '1 minute'
        FROM "FormSubmission" f, sessions s WHERE f."id" = ${alpha.ids[0]}`
      await openDesks(client)
    })
})
