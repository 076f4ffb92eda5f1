import { DEFAULT_DESK_SETTINGS, findStatus, parseDeskSettings } from '#domain/desk-settings'
import { SUBMISSION_STATUSES, type SubmissionStatus } from '#domain/submission-status'
import { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import type { AuditActor } from '../events/record-event.ts'
import { recordListing } from '../events/audit/record-reading.ts'
import { toCondition, DESK, scopeCondition } from '../submissions/list/condition.ts'
import { figuresOf, isStanding } from '../submissions/list/figures.ts'
import type { CountsInput, StatusCount, Arrivals } from './desk.schema.ts'
import type { Actor } from '../auth/actor.ts'

/** Counting by these tells of an applicant's answers or bank statements. */
const OF_ANSWERS = [
  'state', 'amountFrom', 'amountTo', 'salesFrom', 'salesTo', 'trueRevenueFrom', 'trueRevenueTo', 'averageDailyBalanceFrom',
  'averageDailyBalanceTo', 'nsfCountFrom', 'nsfCountTo', 'positionCountFrom', 'positionCountTo',
] as const // prettier-ignore

/** Counting a million rows would take a second. */
const OF_ALL = Prisma.sql`
  SELECT "measure" AS "status", "measure" AS "statusKey", sum("count")::int AS "count"
  FROM ${figuresOf({ companyKey: '' }, 'standing', isStanding(SUBMISSION_STATUSES))} GROUP BY 1`

type Counted = { status: SubmissionStatus; statusKey: string; count: number }

/** One company is counted by its own statuses in its order, several by the eight. The other filters apply. */
export async function countByStatus(
  services: Services,
  by: AuditActor,
  { filter }: CountsInput,
): Promise<StatusCount[]> {
  const { status: _status, statusKey: _key, ...narrowed } = filter ?? {}
  const { from, sql, as, searched, ...condition } = await toCondition(services, by.actor, narrowed)
  const rows = Prisma.sql`${from} AS s WHERE ${sql}`
  const { companyId = by.actor.companyId } = narrowed
  const settings = await readSettings(services, by, companyId)
  const isAll = condition.counted?.companyKey === ''
  const statement = isAll ? OF_ALL : settings ? byKey(rows, companyId) : byStatus(rows)
  const counted = await services.db.as(as).query<Counted>('', statement)
  if (searched || OF_ANSWERS.some((key) => narrowed[key] !== undefined))
    await recordListing(services, by, {
      act: 'submissions-listed',
      objectType: 'submission',
      query: { counted: filter },
      rows: new Map([[by.actor.companyId, 0]]),
      detail: { searched, counted: true },
    })
  const { statuses } = settings ?? DEFAULT_DESK_SETTINGS
  const counts = new Map(statuses.map((known) => [known.key, { ...known, count: 0 }]))
  for (const { count, ...stood } of counted)
    counts.set(stood.statusKey, { ...findStatus({ statuses }, stood), count })
  return [...counts.values()]
    .filter(({ retired, count }) => !retired || count > 0)
    .map(({ key, name, status, count }) => ({ key, name, status, count }))
}

/** Groups by the key, which the indexes have, and takes the status from one row: all rows of a key have the same. */
const byKey = (rows: Prisma.Sql, companyId: string | null): Prisma.Sql => Prisma.sql`
  SELECT found.*, (SELECT s."status" FROM ${DESK} AS s
    WHERE s."companyId" = ${companyId}::text AND s."statusKey" = found."statusKey" LIMIT 1) AS "status"
  FROM (SELECT s."statusKey", count(*)::int AS "count" FROM ${rows} GROUP BY 1) AS found`

const byStatus = (rows: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT "status", "status" AS "statusKey", "count"
  FROM (SELECT (${[...SUBMISSION_STATUSES]}::text[])[s."statusOrder" + 1] AS "status", count(*)::int AS "count"
    FROM ${rows} GROUP BY s."statusOrder") AS found`

async function readSettings({ db }: Services, { actor }: AuditActor, companyId: string | null) {
  if (companyId === null) return null
  const company = await db
    .as(actor)
    .write((tx) => tx.company.findUnique({ where: { id: companyId }, select: { deskSettings: true } }))
  return company && parseDeskSettings(company.deskSettings)
}

const MOST = 100

/** Reads a few entries of an index, as every open panel asks each 20 seconds. */
export async function countArrivals({ db }: Services, actor: Actor, since = ''): Promise<Arrivals> {
  const own = scopeCondition(actor)
  const after =
    since === ''
      ? Prisma.sql`FALSE`
      : Prisma.sql`s."createdAt" > ${new Date(Math.max(0, Date.parse(since)))}::timestamptz`
  const statement = Prisma.sql`SELECT
    (SELECT count(*)::int FROM (SELECT FROM ${DESK} AS s WHERE ${own} AND ${after} LIMIT ${MOST}) AS newer) AS "count",
    (SELECT s."createdAt" FROM ${DESK} AS s WHERE ${own} ORDER BY s."createdAt" DESC, s."id" DESC LIMIT 1) AS "newest"`
  const [found] = await db.as(actor).query<{ count: number; newest: Date | null }>('', statement)
  return { count: found?.count ?? 0, newest: found?.newest?.toISOString() ?? null }
}
