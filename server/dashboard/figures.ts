import { FUNNEL_STEPS, SUBMISSION_STATUSES } from '#domain/submission-status'
import { findStatus, type DeskSettings } from '#domain/desk-settings'
import type { Tx } from '../platform/database/db.ts'
import { Prisma } from '../generated/client.ts'
import type { Dashboard } from './dashboard.schema.ts'

/** Figures of a company, or '' for those of all. */
export type Scope = { companyKey: string; linkId?: string }

const WEEKS = 12
const DAY_MS = 24 * 60 * 60 * 1000

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

type Done = Omit<Dashboard['today'], 'day'>

/** @param today YYYY-MM-DD */
export async function readDays(
  tx: Tx,
  { companyKey }: Scope,
  today: string,
): Promise<Pick<Dashboard, 'today' | 'weeks'>> {
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  const first = addDays(monday, -7 * (WEEKS - 1))
  const found = await tx.$queryRaw<({ day: string } & Done)[]>`
    SELECT "day"::text, ${sumOf('submitted')} AS "received", ${sumOf('decided')} AS "decided",
      ${sumOf('funded')} AS "funded"
    FROM "DeskFigure" WHERE "companyKey" = ${companyKey} AND "day" >= ${first}::date AND "day" < 'infinity'
    GROUP BY "day"`
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

type Counted = { measure: string; bucket: number; count: number }

export async function readFunnel(
  tx: Tx,
  { companyKey, linkId }: Scope,
  from: string,
): Promise<Dashboard['funnel']> {
  const ofLink = linkId === undefined ? Prisma.empty : Prisma.sql`AND "linkId" = ${linkId}`
  const found = await tx.$queryRaw<Counted[]>`
    SELECT "measure", "bucket", sum("count")::int AS "count" FROM "DeskFigure"
    WHERE "companyKey" = ${companyKey} AND "day" >= ${from}::date AND "day" < 'infinity' ${ofLink}
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

/** Of all companies' submissions, `measure` being a status. */
export const TOTALS_OF_ALL_COMPANIES = Prisma.sql`(
  SELECT substr("measure", 5) AS "measure", sum("count")::int AS "count", sum("amount") AS "amount" FROM "DeskFigure"
  WHERE "companyKey" = '' AND "day" = 'infinity' AND "linkId" = '' GROUP BY 1) AS standing`

const standing = ({ companyKey }: Scope): Prisma.Sql =>
  companyKey === ''
    ? TOTALS_OF_ALL_COMPANIES
    : Prisma.sql`"DeskFigure" WHERE "day" = '-infinity' AND "companyKey" = ${companyKey}`

export async function readStatuses(
  tx: Tx,
  scope: Scope,
  settings: DeskSettings,
): Promise<Dashboard['statuses']> {
  const found = await tx.$queryRaw<{ status: string; count: number; amount: number }[]>`
    SELECT "measure" AS "status", sum("count")::int AS "count", sum("amount")::float8 AS "amount"
    FROM ${standing(scope)} GROUP BY "measure"`
  return SUBMISSION_STATUSES.map((status) => {
    const { count = 0, amount = 0 } = found.find((row) => row.status === status) ?? {}
    return { status, name: findStatus(settings, { status, statusKey: status }).name, count, amount }
  })
}

const ofLinks = (companyKey: string): Prisma.Sql => Prisma.sql`
  SELECT "linkId", "count" FROM "DeskFigure" WHERE "companyKey" = ${companyKey} AND "day" = '-infinity'`

const OF_ALL_LINKS = Prisma.sql`SELECT "linkId", "count" FROM "DeskFigure" WHERE "day" = 'infinity' AND "linkId" > ''`

/** Those with the most when they were last added up, and all that have changed since. */
const TOP_OF_ALL_LINKS = Prisma.sql`
  WITH added AS MATERIALIZED (${OF_ALL_LINKS} AND "bucket" = -1)
  SELECT * FROM added UNION ALL (
    (${OF_ALL_LINKS} AND "bucket" = 0 ORDER BY "count" DESC, "linkId" LIMIT 10 + (SELECT count(*) FROM added))
    UNION ${OF_ALL_LINKS} AND "bucket" = 0 AND "companyKey" = '' AND "linkId" = ANY(ARRAY(SELECT "linkId" FROM added)))`

export const readLinks = (tx: Tx, { companyKey }: Scope): Promise<Dashboard['links']> =>
  tx.$queryRaw<Dashboard['links']>`
    SELECT l."id", l."slug", l."userName" AS "user", c."nameOut" AS "company", top."count" FROM (
      SELECT "linkId", sum("count")::int AS "count"
      FROM (${companyKey === '' ? TOP_OF_ALL_LINKS : ofLinks(companyKey)}) AS link
      GROUP BY "linkId" HAVING sum("count") > 0 ORDER BY 2 DESC, 1 LIMIT 10
    ) AS top JOIN "GeneratedLink" l ON l."id" = top."linkId" JOIN "Company" c ON c."id" = l."companyId"
    ORDER BY top."count" DESC, l."id"`
