import { addDays } from '#domain/business-days'
import { REVENUE_BANDS } from '#domain/cash-flow'
import { FUNNEL_STEPS, SUBMISSION_STATUSES } from '#domain/submission-status'
import { findStatus, type DeskSettings } from '#domain/desk-settings'
import type { Tx } from '../platform/database/db.ts'
import { IS_OPEN } from '../submissions/list/columns.ts'
import { figuresOf, isStanding, type Scope } from '../submissions/list/figures.ts'
import { Prisma } from '../generated/client.ts'
import type { Dashboard } from './dashboard.schema.ts'

export type OfLink = Scope & { linkId?: string }

const stepsOf = (scope: Scope, from: string): Prisma.Sql =>
  figuresOf(scope, 'steps', Prisma.sql`"measure" = ANY(${FUNNEL_STEPS}::text[]) AND "day" >= ${from}::date`)

const WEEKS = 12

type Done = Omit<Dashboard['today'], 'day'>

/** @param today YYYY-MM-DD */
export async function readDays(
  tx: Tx,
  scope: Scope,
  today: string,
): Promise<Pick<Dashboard, 'today' | 'weeks'>> {
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  const first = addDays(monday, -7 * (WEEKS - 1))
  const found = await tx.$queryRaw<({ day: string } & Done)[]>`
    SELECT "day"::text, ${sumOf('submitted')} AS "received", ${sumOf('decided')} AS "decided",
      ${sumOf('funded')} AS "funded"
    FROM ${stepsOf(scope, first)} GROUP BY "day"`
  const sum = (from: string, to: string): Done => {
    const days = found.filter(({ day }) => day >= from && day <= to)
    const add = (name: keyof Done) => days.reduce((total, row) => total + row[name], 0)
    return { received: add('received'), decided: add('decided'), funded: add('funded') }
  }
  const weeks = Array.from({ length: WEEKS }, (_, index) => {
    const from = addDays(first, 7 * index)
    const to = addDays(from, 6)
    return { from, to, ...sum(from, to) }
  })
  return { today: { day: today, ...sum(today, today) }, weeks }
}

const sumOf = (measure: string): Prisma.Sql =>
  Prisma.sql`coalesce(sum("count") FILTER (WHERE "measure" = ${measure}), 0)::int`

/** @param whose a condition on rows named `s` */
export async function readRevenue(tx: Tx, whose: Prisma.Sql): Promise<Dashboard['revenue']> {
  const [, ...bounds] = REVENUE_BANDS
  const found = await tx.$queryRaw<{ band: number; count: number; amount: number }[]>`
    SELECT width_bucket(s."trueRevenue", ${bounds}::float8[]) AS "band", count(*)::int AS "count",
      coalesce(sum(s."amountRequested"), 0)::float8 AS "amount"
    FROM "SubmissionDesk" s WHERE ${IS_OPEN} AND s."trueRevenue" IS NOT NULL AND ${whose} GROUP BY 1`
  return REVENUE_BANDS.map((from, index) => {
    const { count = 0, amount = 0 } = found.find(({ band }) => band === index) ?? {}
    return { from, to: REVENUE_BANDS[index + 1] ?? null, count, amount }
  })
}

type Counted = { measure: string; bucket: number; count: number }

export async function readFunnel(tx: Tx, scope: OfLink, from: string): Promise<Dashboard['funnel']> {
  const { linkId } = scope
  const ofLink = linkId === undefined ? Prisma.empty : Prisma.sql`WHERE "linkId" = ${linkId}`
  const found = await tx.$queryRaw<Counted[]>`
    SELECT "measure", "bucket", sum("count")::int AS "count" FROM ${stepsOf(scope, from)} ${ofLink}
    GROUP BY "measure", "bucket" ORDER BY "bucket"`
  const steps = FUNNEL_STEPS.map((step) => {
    const counted = found.filter(({ measure }) => measure === step)
    const count = counted.reduce((total, row) => total + row.count, 0)
    return { step, count, medianSeconds: medianSeconds(counted) }
  })
  return { from, steps }
}

/** The middle of the bucket that half of the known durations lie within; see `intake_bucket`. */
function medianSeconds(counted: readonly Counted[]): number | null {
  const known = counted.filter(({ bucket }) => bucket >= 0)
  const half = known.reduce((total, { count }) => total + count, 0) / 2
  let passed = 0
  const middle = known.find(({ count }) => (passed += count) >= half && count > 0)
  return middle ? Math.round(2 ** ((middle.bucket + 0.5) / 4) - 1) : null
}

/** How much more than was requested was funded, where that is known. @param whose a condition on rows named `s` */
async function fundedBeyond(tx: Tx, whose: Prisma.Sql): Promise<number> {
  const [sum] = await tx.$queryRaw<{ amount: number }[]>`
    SELECT coalesce(sum(f."amount" - coalesce(s."amountRequested", 0)), 0)::float8 AS "amount"
    FROM "Funding" f JOIN "SubmissionDesk" s ON s."id" = f."submissionId"
    WHERE s."status" = 'funded' AND ${whose}`
  return sum?.amount ?? 0
}

export async function readStatuses(
  tx: Tx,
  scope: Scope,
  settings: DeskSettings,
  whose: Prisma.Sql,
): Promise<Dashboard['statuses']> {
  const beyond = await fundedBeyond(tx, whose)
  const found = await tx.$queryRaw<{ status: string; count: number; amount: number }[]>`
    SELECT "measure" AS "status", sum("count")::int AS "count", sum("amount")::float8 AS "amount"
    FROM ${figuresOf(scope, 'standing', isStanding(SUBMISSION_STATUSES))} GROUP BY "measure"`
  return SUBMISSION_STATUSES.map((status) => {
    const { count = 0, amount = 0 } = found.find((row) => row.status === status) ?? {}
    const { name } = findStatus(settings, { status, statusKey: status })
    return { status, name, count, amount: status === 'funded' ? amount + beyond : amount }
  })
}

const LINKS = Prisma.sql`SELECT "linkId", "count" FROM "SubmissionFigure" WHERE "measure" = 'link'`
const CHANGED = Prisma.sql`SELECT "linkId", "count" FROM intake_changed_figures('links', NULL)`

/** Those with the most when they were last summed, and all that have changed since. */
const TOP_LINKS = Prisma.sql`
  WITH changed AS MATERIALIZED (${CHANGED})
  SELECT * FROM changed UNION ALL (
    (${LINKS} ORDER BY "count" DESC, "linkId" LIMIT 10 + (SELECT count(*) FROM changed))
    UNION ${LINKS} AND "linkId" = ANY(ARRAY(SELECT "linkId" FROM changed)))`

export const readLinks = (tx: Tx): Promise<Dashboard['links']> =>
  tx.$queryRaw<Dashboard['links']>`
    SELECT l."id", l."name", l."slug", l."userName" AS "user", c."nameOut" AS "company", top."count" FROM (
      SELECT "linkId", sum("count")::int AS "count"
      FROM (${TOP_LINKS}) AS link
      GROUP BY "linkId" HAVING sum("count") > 0 ORDER BY 2 DESC, 1 LIMIT 10
    ) AS top JOIN "GeneratedLink" l ON l."id" = top."linkId" JOIN "Company" c ON c."id" = l."companyId"
    ORDER BY top."count" DESC, l."id"`
