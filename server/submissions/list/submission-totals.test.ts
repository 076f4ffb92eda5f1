import { openDesks } from '../../test/support/desks.ts'
import { expect, it } from 'vitest'
import { Prisma } from '../../generated/client.ts'
import type { Tx } from '../../platform/database/db.ts'
import { figuresOf } from './figures.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'

const { url, services } = await startTestServer()
const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const [one, two] = [await makeCompany(services), await makeCompany(services)]
const links = new Map([
  [one.id, (await makeLink(services, one.id)).id],
  [two.id, (await makeLink(services, two.id)).id],
])

let number = 0
/** Received as many hours ago as there are rows, so that they are of several days. */
const insert = (companyId: string, rows: number) =>
  services.db.system('test').write((tx) => add(tx, companyId, rows), 60_000)

async function add(tx: Tx, companyId: string, rows: number) {
  const ids = Array.from({ length: rows }, () => `counted-${number++}`)
  await tx.formSession.createMany({
    data: ids.map((id) => ({
      id,
      companyId,
      linkId: links.get(companyId) ?? '',
      wrappedKey: Buffer.alloc(0),
      expiresAt: new Date(),
    })),
  })
  await tx.$executeRaw`
    INSERT INTO "FormSubmission" ("id", "linkId", "companyId", "formData", "valuesDigest", "createdAt")
    SELECT "id", "linkId", "companyId", '', '', timestamptz '2026-03-01' - row_number() OVER () * interval '1 hour'
    FROM "FormSession" WHERE "id" = ANY(${ids})`
  await openDesks(tx, { submittedBy: 'Bea' })
  return ids
}

const ALL = Prisma.sql`"measure" = 'all'`
const RECEIVED = Prisma.sql`"measure" = 'received'`

/** Every figure there should be, and every one that there is. */
async function figures() {
  return services.db.system('test').write(async (client) => {
    const counted = await client.$queryRaw`
      SELECT "companyId", COALESCE("day", '-infinity')::text AS "day", count(*)::int AS "count"
      FROM (SELECT "companyId", ("createdAt" AT TIME ZONE 'UTC')::date AS "day" FROM "FormSubmission") AS row
      GROUP BY GROUPING SETS (("companyId", "day"), ("companyId"), ("day"), ()) HAVING count(*) > 0 ORDER BY 1, 2`
    const kept = await client.$queryRaw`
      SELECT "companyId", "day"::text, sum("count")::int AS "count"
      FROM (
        SELECT NULL AS "companyId", "day", "count" FROM ${figuresOf({ companyKey: '' }, 'standing', ALL)}
        UNION ALL SELECT NULL, "day", "count" FROM ${figuresOf({ companyKey: '' }, 'received', RECEIVED)}
        UNION ALL SELECT "companyId", "day", "count" FROM ${figuresOf({ companyKey: null }, 'standing', ALL)}
        UNION ALL SELECT "companyId", "day", "count" FROM ${figuresOf({ companyKey: null }, 'received', RECEIVED)}
      ) AS figure
      GROUP BY 1, 2 HAVING sum("count") <> 0 ORDER BY 1, 2`
    return { counted, kept }
  })
}

async function expectExact() {
  const { counted, kept } = await figures()
  expect(kept).toEqual(counted)
}

async function total(token = admin, filter = {}) {
  const query = `range=[0,0]&filter=${encodeURIComponent(JSON.stringify(filter))}`
  return (await call(url, 'GET', `/form/submissions?${query}`, { token })).body.total
}

it('counts rows that many write at once, and none of what is rolled back', async () => {
  const rounds = Array.from({ length: 40 }, async (_, index) => {
    const company = index % 3 === 0 ? two.id : one.id
    await insert(company, 1 + (index % 4))
    if (index % 5 === 0) {
      const undone = services.db.system('test').write(async (tx) => {
        await add(tx, company, 7)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
    }
  })
  await Promise.all(rounds)
  await expectExact()
  const [ofOne, ofTwo] = [
    await total(admin, { companyId: one.id }),
    await total(admin, { companyId: two.id }),
  ]
  expect([ofOne, ofTwo, await total()]).toEqual([65, 35, 100])
  const token = await signIn(url, (await makeCompanyAdmin(services, two.id)).email)
  expect([await total(token), await total(token, { companyId: one.id })]).toEqual([35, 0])
})

it('lets a submit pass while another transaction holds the figures of its company', async () => {
  const { slug } = await makeLink(services, one.id)
  const before = Number(await total())
  await services.db.system('test').write(async (tx) => {
    await add(tx, one.id, 1)
    const { status } = await submitApplication(url, await openFormSession(url, slug), {}, slug)
    expect([status, await total()]).toEqual([200, before + 1])
  })
  expect(await total()).toBe(before + 2)
  await expectExact()
})

it('follows rows that are deleted or get another day or company', async () => {
  const ids = await insert(one.id, 6)
  await services.db.system('test').write(async (client) => {
    await client.formSubmission.deleteMany({ where: { id: { in: ids.slice(0, 2) } } })
    await client.formSubmission.update({
      where: { id: ids[2] ?? '' },
      data: { createdAt: new Date('2020-01-01') },
    })
    await client.formSubmission.updateMany({
      where: { id: { in: ids.slice(3) } },
      data: { companyId: two.id },
    })
    await client.submissionDesk.updateMany({ where: { companyId: one.id }, data: { pdfState: 'ready' } })
  })
  await expectExact()
})

it('ends with its company', async () => {
  await services.db.system('test').write(async (client) => {
    await client.formSubmission.deleteMany({ where: { companyId: two.id } })
    await client.formSession.deleteMany({ where: { companyId: two.id } })
    await client.generatedLink.deleteMany({ where: { companyId: two.id } })
    await client.user.deleteMany({ where: { companyId: two.id } })
    await client.role.deleteMany({ where: { companyId: two.id } })
    await client.company.delete({ where: { id: two.id } })
    expect(await client.submissionFigure.count({ where: { companyId: two.id } })).toBe(0)
  })
  await expectExact()
})

it('finds pages far down, in both orders and across days', async () => {
  await insert(one.id, 3000)
  const list = async (order: string, from: number, size: number) => {
    const query = `sort=["createdAt","${order}"]&range=[${from},${from + size - 1}]`
    const { body } = await call(url, 'GET', `/form/submissions?${query}`, { token: admin })
    return (body.data as { id: string }[]).map(({ id }) => id)
  }
  for (const order of ['ASC', 'DESC']) {
    const rows = await services.db.system('test').write((client) =>
      client.formSubmission.findMany({
        select: { id: true },
        orderBy: [{ createdAt: order === 'ASC' ? 'asc' : 'desc' }, { id: order === 'ASC' ? 'asc' : 'desc' }],
      }),
    )
    const ids = rows.map(({ id }) => id)
    for (const from of [
      0,
      990,
      999,
      1000,
      1001,
      1500,
      2047,
      2048,
      ids.length - 10,
      ids.length - 1,
      ids.length,
    ])
      expect(await list(order, from, 10), `${order} ${from}`).toEqual(ids.slice(from, from + 10))
  }
})

it('has the same rows in a long list as in its parts, also as the noun', async () => {
  const { id: companyId } = await makeCompany(services)
  links.set(companyId, (await makeLink(services, companyId)).id)
  await insert(companyId, 230)
  const query = (from: number, to: number) =>
    new URLSearchParams({
      range: JSON.stringify([from, to]),
      filter: JSON.stringify({ companyId }),
    }).toString()
  const page = async (from: number, to: number) =>
    (await call(url, 'GET', `/form/submissions?${query(from, to)}`, { token: admin })).body
  const parts = await Promise.all([0, 40, 80, 120, 160, 200].map((from) => page(from, from + 39)))
  const rows = parts.flatMap(({ data }) => (Array.isArray(data) ? (data as unknown[]) : []))
  expect(rows).toHaveLength(230)
  const whole = await page(0, 229)
  expect(whole).toEqual({ status: 'success', data: rows, total: 230 })
  expect(Object.keys(whole)).toEqual(['status', 'data', 'total'])
  const headers = { authorization: `Bearer ${admin}` }
  const noun = await fetch(`${url}/api/v1/submissions?${query(0, 229)}`, { headers })
  expect(await noun.json()).toEqual(rows)
})
