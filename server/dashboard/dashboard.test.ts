import { expect, it } from 'vitest'
import { toDollars } from '#domain/catalogue/money'
import { isRecord } from '#domain/json'
import { DEFAULT_TIME_ZONE, dayInZone, startOfDay } from '#domain/time-zone'
import { Prisma } from '../generated/client.ts'
import { sumChanges } from '../jobs/sum-changes.ts'
import { sweep } from '../jobs/sweep.job.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
  signIn,
} from '../test/support/factories.ts'
import { openDesks } from '../test/support/desks.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'
import type { Dashboard } from './dashboard.schema.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

async function makeDesk(timeZone: string = DEFAULT_TIME_ZONE) {
  const company = await makeCompany(services, { timeZone })
  const user = await makeCompanyAdmin(services, company.id)
  return {
    company,
    user,
    token: await signIn(url, user.email),
    link: await makeLink(services, company.id, { userName: 'Ann' }),
  }
}
type Desk = Awaited<ReturnType<typeof makeDesk>>

let number = 0
type Changes = Prisma.SubmissionDeskUncheckedUpdateManyInput & {
  createdAt?: Date
  advanceAmount?: string
  signedAt?: Date
}

async function receive({ company, link }: Desk, changes: Changes = {}): Promise<string> {
  const { createdAt = new Date(), advanceAmount = '', signedAt, ...desk } = changes
  const id = `shown-${number++}`
  const place = { companyId: company.id, linkId: link.id }
  const none = Buffer.alloc(0)
  await services.db.system('test').write(async (client) => {
    await client.formSession.create({
      data: { id, ...place, wrappedKey: none, expiresAt: createdAt, submittedAt: createdAt, createdAt, signedAt: signedAt ?? null }, // prettier-ignore
    })
    await client.formSubmission.create({
      data: { id, ...place, formData: none, valuesDigest: none, createdAt },
    })
    const amounts = { advanceAmount, amountRequested: toDollars(advanceAmount) }
    await openDesks(client, { legalName: `Merchant ${id}`, ...amounts, ...desk })
  })
  return id
}

async function dashboard(token: string, query = ''): Promise<Dashboard> {
  const { status, body } = await call(url, 'GET', `/dashboard${query}`, { token })
  if (status !== 200 || !isRecord(body.data)) throw new Error(JSON.stringify(body))
  return body.data as Dashboard
}

const byStatus = ({ statuses }: Dashboard) =>
  Object.fromEntries(
    statuses.flatMap((row) => (row.count === 0 ? [] : [[row.status, [row.count, row.amount]]])),
  )
const stepsOf = ({ funnel }: Dashboard) => funnel.steps.map(({ step, count }) => [step, count])

it('shows the exact figures of a company, and nothing of another one', async () => {
  const [desk, other] = [await makeDesk(), await makeDesk()]
  const now = Date.now()
  const ago = (days: number) => new Date(now - days * DAY_MS)
  const owned = { ownerId: desk.user.id, ownerName: desk.user.name }
  const oldest = await receive(desk, {
    createdAt: ago(40),
    statusAt: ago(40),
    advanceAmount: '$10,000',
    trueRevenue: 50_000,
  })
  const mine = await receive(desk, { createdAt: ago(20), status: 'in_review', statusAt: ago(9), advanceAmount: '2,500.50', trueRevenue: 25_000, ...owned }) // prettier-ignore
  await receive(desk, {
    createdAt: ago(10),
    status: 'declined',
    statusAt: ago(4),
    decidedAt: ago(4),
    ...owned,
  })
  await receive(desk, { createdAt: ago(8), status: 'funded', trueRevenue: 30_000, statusAt: ago(0), decidedAt: ago(6), fundedAt: ago(0), advanceAmount: '7000' }) // prettier-ignore
  await receive(desk, { trueRevenue: 49_999.995 })
  await receive(other, { advanceAmount: '999' })

  const shown = await dashboard(desk.token)
  expect(shown.total).toBe(5)
  expect(shown.funnel.steps[3]).toEqual({ step: 'submitted', count: 4, medianSeconds: null })
  expect(shown.today).toMatchObject({
    day: dayInZone(new Date(), DEFAULT_TIME_ZONE),
    received: 1,
    decided: 0,
    funded: 1,
  })
  expect(byStatus(shown)).toEqual({
    new: [2, 10000],
    in_review: [1, 2500.5],
    funded: [1, 7000],
    declined: [1, 0],
  })
  expect(shown.revenue.map(({ from, count, amount }) => [from, count, amount])).toEqual([
    [0, 0, 0],
    [25_000, 2, 2500.5],
    [50_000, 1, 10_000],
    [100_000, 0, 0],
    [250_000, 0, 0],
  ])
  expect(shown.waiting.map(({ id, days }) => [id, days]).slice(0, 2)).toEqual([[oldest, 40], [mine, 9]]) // prettier-ignore
  expect(shown.waiting).toHaveLength(3)
  expect(shown.mine).toMatchObject({ count: 1, rows: [{ id: mine, merchant: `Merchant ${mine}`, owner: desk.user.name }] }) // prettier-ignore
  expect(shown.links).toEqual([{ id: desk.link.id, name: '', slug: desk.link.slug, user: 'Ann', company: desk.company.nameOut, count: 5 }]) // prettier-ignore
  const weeks = shown.weeks.map(({ received, decided, funded }) => [received, decided, funded])
  expect(weeks.reduce((sum, week) => sum.map((count, index) => count + (week[index] ?? 0)), [0, 0, 0])).toEqual([5, 2, 1]) // prettier-ignore
  expect(weeks).toHaveLength(12)
  expect(stepsOf(shown).slice(3)).toEqual([['submitted', 4], ['decided', 2], ['funded', 1]]) // prettier-ignore
  expect(stepsOf(await dashboard(desk.token, '?days=90')).slice(3)).toEqual([['submitted', 5], ['decided', 2], ['funded', 1]]) // prettier-ignore

  const provider = await dashboard(admin)
  expect(provider.total).toBe(6)
  expect(byStatus(provider).new).toEqual([3, 10999])
  expect(provider.links.map(({ id }) => id)).toEqual([desk.link.id, other.link.id])
  expect(stepsOf(await dashboard(admin, `?linkId=${desk.link.id}`))).toEqual(stepsOf(shown))
  expect((await dashboard(other.token)).total).toBe(1)
  expect((await call(url, 'GET', `/dashboard?linkId=${desk.link.id}`, { token: other.token })).status).toBe(
    404,
  )
})

it('tells the median time from step to step within a tenth', async () => {
  const desk = await makeDesk()
  for (const minutes of [1, 2, 30, 600, 9000]) {
    const createdAt = new Date(Date.now() - 8 * DAY_MS)
    const decidedAt = new Date(createdAt.getTime() + minutes * 60_000)
    const signedAt = new Date(createdAt.getTime() - minutes * 1000)
    await receive(desk, { createdAt, signedAt, status: 'declined', decidedAt })
  }
  const { steps } = (await dashboard(desk.token)).funnel
  const median = (name: string) => steps.find(({ step }) => step === name)?.medianSeconds ?? 0
  expect(Math.abs(median('decided') / (30 * 60) - 1)).toBeLessThan(0.1)
  expect(Math.abs(median('submitted') / 30 - 1)).toBeLessThan(0.1)
  expect(steps.find(({ step }) => step === 'funded')).toEqual({
    step: 'funded',
    count: 0,
    medianSeconds: null,
  })
})

it('follows an applicant from the opened link to the submit, and counts each visit once', async () => {
  const desk = await makeDesk()
  const { slug } = desk.link
  const [first, second] = [await openFormSession(url, slug), await openFormSession(url, slug)]
  await openFormSession(url, slug)
  const save = (formSubmissionId: string, values: object) =>
    call(url, 'PUT', '/form/session/draft', { body: { formSubmissionId, values, revision: Date.now() } })
  for (const values of [{ legalName: 'Golden Crust' }, { dbaName: 'Crust' }]) await save(first, values)
  const drawn = { signer1Signature: 'data:image/png;base64,iVBORw0KGgo=' }
  for (const values of [drawn, drawn]) expect((await save(second, values)).status).toBe(200)
  expect((await submitApplication(url, first, {}, slug)).status).toBe(200)
  await expect
    .poll(async () => stepsOf(await dashboard(desk.token)))
    .toEqual([['opened', 3], ['started', 2], ['signed', 2], ['submitted', 1], ['decided', 0], ['funded', 0]]) // prettier-ignore
})

it('counts by the day of the company, also after it moves to another time zone', async () => {
  const desk = await makeDesk('Asia/Tokyo')
  const today = dayInZone(new Date(), 'Asia/Tokyo')
  const midnight = startOfDay(new Date(today), 'Asia/Tokyo').getTime()
  await receive(desk, { createdAt: new Date(midnight) })
  await receive(desk, {
    createdAt: new Date(midnight - 1),
    status: 'approved',
    decidedAt: new Date(midnight),
  })
  expect((await dashboard(desk.token)).today).toEqual({ day: today, received: 1, decided: 1, funded: 0 })
  await services.db
    .system('test')
    .write((client) =>
      client.company.update({ where: { id: desk.company.id }, data: { timeZone: 'Pacific/Kiritimati' } }),
    )
  const moved = dayInZone(new Date(midnight), 'Pacific/Kiritimati')
  await expectExact()
  expect((await dashboard(desk.token)).weeks.some(({ from, to }) => from <= moved && moved <= to)).toBe(true)
  expect((await dashboard(desk.token)).total).toBe(2)
})

/** Figures of each company, summed and not. */
const EACH = Prisma.sql`(
  SELECT "companyId", "linkId", "day", "measure", "count", "amount" FROM "SubmissionFigure" WHERE "companyId" IS NOT NULL
  UNION ALL SELECT "companyId", "linkId", "day", "measure", "count", "amount"
  FROM unnest('{standing,links,steps}'::text[]) AS kind, intake_changed_figures(kind, NULL)) AS each`

/** Every figure there should be, and every one that there is, before and after they are summed. */
async function expectExact() {
  await expectExactNow()
  await sumChanges(services.db)
  await expectExactNow()
}

async function expectExactNow() {
  await services.db.system('test').write(async (client) => {
    const counted = await client.$queryRaw`
      SELECT d."companyId", CASE "day" WHEN '-infinity' THEN '' ELSE "linkId" END AS "linkId", "day"::text, "measure", count(*)::int AS "count", sum("amount")::float8 AS "amount"
      FROM "SubmissionDesk" d JOIN "Company" c ON c."id" = d."companyId", LATERAL (VALUES
        (date '-infinity', d."status"::text, coalesce(d."amountRequested", 0)),
        ((d."createdAt" AT TIME ZONE c."timeZone")::date, 'submitted', 0),
        ((d."decidedAt" AT TIME ZONE c."timeZone")::date, 'decided', 0),
        ((d."fundedAt" AT TIME ZONE c."timeZone")::date, 'funded', 0)) AS part ("day", "measure", "amount")
      WHERE "day" IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`
    const kept = await client.$queryRaw`
      SELECT "companyId", "linkId", "day"::text, "measure", sum("count")::int AS "count", sum("amount")::float8 AS "amount"
      FROM ${EACH} WHERE "measure" NOT IN ('opened', 'started', 'signed', 'all', 'link', 'received')
      GROUP BY 1, 2, 3, 4 HAVING sum("count") <> 0 ORDER BY 1, 2, 3, 4`
    expect(kept).toEqual(counted)
    const [all] = await client.$queryRaw<{ differs: number }[]>`
      SELECT count(*)::int AS "differs" FROM (
        SELECT "day", "measure", "bucket" FROM "SubmissionFigure" WHERE "day" > '-infinity' GROUP BY 1, 2, 3
        HAVING sum("count") FILTER (WHERE "companyId" IS NULL) <> sum("count") FILTER (WHERE "companyId" IS NOT NULL)) AS day`
    expect(all).toEqual({ differs: 0 })
  })
  await expectSumsOfAll()
}

/** What the provider is shown is the sum of all companies' figures. */
async function expectSumsOfAll() {
  const { statuses, links } = await dashboard(admin)
  await services.db.system('test').write(async (client) => {
    const standing = await client.$queryRaw`
      SELECT "measure" AS "status", sum("count")::int AS "count", sum("amount")::float8 AS "amount"
      FROM ${EACH} WHERE "day" = '-infinity' AND "measure" NOT IN ('all', 'link') GROUP BY 1 HAVING sum("count") <> 0 ORDER BY 1`
    const shown = statuses.flatMap(({ name: _name, ...row }) => (row.count === 0 ? [] : [row]))
    expect(shown.sort((one, other) => (one.status < other.status ? -1 : 1))).toEqual(standing)
    const top = await client.$queryRaw`
      SELECT "linkId" AS "id", sum("count")::int AS "count" FROM ${EACH} WHERE "measure" = 'link'
      GROUP BY 1 HAVING sum("count") > 0 ORDER BY 2 DESC, 1 LIMIT 10`
    expect(links.map(({ id, count }) => ({ id, count }))).toEqual(top)
  })
}

it('stays exact while many move submissions at once, undo moves and remove submissions', async () => {
  const desks = [await makeDesk(), await makeDesk()]
  const statuses = ['in_review', 'approved', 'declined', 'with_funder'] as const
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const desk = desks[index % 2] ?? desks[0]
      if (!desk) return
      const id = await receive(desk, {
        advanceAmount: String(index),
        createdAt: new Date(Date.now() - index * HOUR_MS),
      })
      for (const status of statuses.slice(0, 1 + (index % 4)))
        await services.db
          .system('test')
          .write((client) =>
            client.submissionDesk.update({ where: { id }, data: { status, decidedAt: new Date() } }),
          )
      if (index % 5 === 0)
        await services.db.system('test').write((client) => client.formSubmission.delete({ where: { id } }))
    }),
  )
  await expectExact()
  const [one] = desks
  expect((await dashboard(one?.token ?? '')).total).toBe(16)
})

it('names no submissions to users who may not list them', async () => {
  const desk = await makeDesk()
  await receive(desk)
  const role = await makeRole(services, { permissions: ['page:main'], companyId: desk.company.id })
  const user = await makeUser(services, { companyId: desk.company.id, roleId: role.id })
  const shown = await dashboard(await signIn(url, user.email))
  expect([shown.total, shown.waiting, shown.mine.rows]).toEqual([1, [], []])
})

it('agrees with the lists that its figures lead to, for a company and for the provider', async () => {
  const desk = await makeDesk('Asia/Tokyo')
  const statuses = ['new', 'in_review', 'approved', 'funded', 'declined'] as const
  for (let index = 0; index < 25; index++) {
    const at = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
    const status = statuses[index % statuses.length] ?? 'new'
    const isDecided = status !== 'new' && status !== 'in_review'
    await receive(desk, {
      createdAt: at(index * 9),
      status,
      ...(index % 2 === 0 && { ownerId: desk.user.id }),
      ...(isDecided && { decidedAt: at(index * 4) }),
      ...(status === 'funded' && { fundedAt: at(index) }),
    })
  }
  for (const token of [desk.token, admin]) {
    const { today, weeks, statuses: standing, links, mine, funnel } = await dashboard(token)
    const total = async (filter: object) => {
      const query = `range=[0,0]&filter=${encodeURIComponent(JSON.stringify(filter))}`
      return (await call(url, 'GET', `/form/submissions?${query}`, { token })).body.total
    }
    for (const { from, to, ...done } of [{ from: today.day, to: today.day, ...today }, ...weeks]) {
      expect(await total({ createdFrom: from, createdTo: to }), from).toBe(done.received)
      expect(await total({ decidedFrom: from, decidedTo: to }), from).toBe(done.decided)
      expect(await total({ fundedFrom: from, fundedTo: to }), from).toBe(done.funded)
    }
    for (const { status, count } of standing) expect(await total({ status: [status] }), status).toBe(count)
    for (const { id, count } of links) expect(await total({ linkId: id })).toBe(count)
    expect(await total({ ownerId: 'me', status: ['new', 'in_review'] })).toBe(mine.count)
    const [, , , submitted, decided, funded] = funnel.steps.map(({ count }) => count)
    expect(await total({ createdFrom: funnel.from })).toBe(submitted)
    expect(await total({ decidedFrom: funnel.from })).toBe(decided)
    expect(await total({ fundedFrom: funnel.from })).toBe(funded)
  }
})

it('forgets days that no dashboard shows any more, and adds up what stands', async () => {
  const desk = await makeDesk()
  await receive(desk, { createdAt: new Date(Date.now() - 200 * DAY_MS) })
  await receive(desk)
  const where = { companyId: desk.company.id, measure: { in: ['submitted', 'new'] } }
  const count = () => services.db.system('test').write((client) => client.submissionFigure.count({ where }))
  await sumChanges(services.db)
  expect(await count()).toBe(2)
  await services.db
    .system('test')
    .write(
      (client) =>
        client.$executeRaw`UPDATE "SubmissionFigure" SET "day" = "day" - 101 WHERE "day" > '-infinity'`,
    )
  await Promise.all([sweep(services), sweep(services)])
  expect(await count()).toBe(1)
  await expectSumsOfAll()
  expect((await dashboard(desk.token)).total).toBe(2)
  await receive(desk)
  await expectSumsOfAll()
  await services.db
    .system('test')
    .write((client) => client.formSubmission.deleteMany({ where: { linkId: desk.link.id } }))
  await expectSumsOfAll()
  expect((await dashboard(desk.token)).total).toBe(0)
})
