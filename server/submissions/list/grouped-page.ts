import type { Actor } from '../../auth/actor.ts'
import type { Database } from '../../platform/database/db.ts'
import { Prisma } from '../../generated/client.ts'
import { TOTALS_OF_ALL_COMPANIES } from '../../dashboard/figures.ts'
import { directionSql, GROUPS, WITHIN_GROUP, type Grouped, type Place } from './submission-order.ts'
import { companyCounts } from './submission-counts.ts'
import type { Condition } from './submission-filter.ts'

type Group = { keys: string[]; count: number; before: number; total: number }

/** Larger groups are read in their index's order, which is faster than sorting. */
const LARGE = 2000

/**
 * Counts rows by group, sorts the few groups and reads only those on the page: sorting all rows takes
 * several times as long.
 * @returns the page's statement
 */
export async function groupedPage(
  db: Database,
  actor: Actor,
  condition: Condition,
  field: Grouped,
  order: 'ASC' | 'DESC',
  { from, size }: Place,
): Promise<Prisma.Sql> {
  const groups = await db.as(actor).query<Group>('', touchedGroups(condition, field, order, { from, size }))
  const [first, ...others] = groups.filter(({ keys }) => keys.length > 0)
  const total = groups[0]?.total ?? 0
  const pageOf = (ids: Prisma.Sql) => Prisma.sql`SELECT ${total}::int AS "total", ARRAY(${ids}) AS "ids"`
  if (!first) return pageOf(Prisma.sql`SELECT NULL::text WHERE FALSE`)

  const { key, name, joined } = GROUPS[field]
  // The key stands first, as comparing it is cheaper than searching.
  const within = (keys: string[]) => Prisma.sql`${key} ${among(keys)} AND ${condition.sql}`
  const inIndexOrder = ({ keys }: Group, skip: number) => Prisma.sql`
    (SELECT s."id" FROM ${condition.from} AS s WHERE ${within(keys)}
      ORDER BY ${WITHIN_GROUP} OFFSET ${skip}::bigint LIMIT ${size}::bigint)`
  const sorted = (several: Group[], skip: number, take: number) => Prisma.sql`
    (SELECT s."id" FROM ${condition.from} AS s ${joined} WHERE ${within(several.flatMap(({ keys }) => keys))}
      ORDER BY ${name} ${directionSql(order)}, ${WITHIN_GROUP} OFFSET ${skip}::bigint LIMIT ${take}::bigint)`

  const skipped = from - first.before
  const left = size - (first.count - skipped)
  const parts = others.length === 0 || first.count > LARGE ? [inIndexOrder(first, skipped)] : []
  if (parts.length === 0) parts.push(sorted([first, ...others], skipped, size))
  else if (others.length > 0) parts.push(sorted(others, 0, left))
  return pageOf(Prisma.join(parts, ' UNION ALL '))
}

function touchedGroups(
  condition: Condition,
  field: Grouped,
  order: 'ASC' | 'DESC',
  { from, size }: Place,
): Prisma.Sql {
  return Prisma.sql`
    WITH groups AS (${groupCounts(field, condition)}
    ), placed AS (
      SELECT *, (sum("count") OVER (ORDER BY "name" ${directionSql(order)}) - "count")::int AS "before" FROM groups
    ), whole AS (
      SELECT coalesce(sum("count"), 0)::int AS "total" FROM groups
    )
    SELECT coalesce("keys", '{}') AS "keys", "count", "before", "total"
    FROM whole LEFT JOIN placed ON "before" < ${from + size}::bigint AND "before" + "count" > ${from}::bigint
    ORDER BY "before"`
}

function groupCounts(field: Grouped, condition: Condition): Prisma.Sql {
  if (field === 'status' && condition.whole === '')
    return Prisma.sql`
      SELECT "measure"::"SubmissionStatus" AS "name", ARRAY["measure"] AS "keys", "count" FROM ${TOTALS_OF_ALL_COMPANIES}`
  // Companies of one name are one group.
  if (field === 'company')
    return Prisma.sql`
      SELECT c."nameOut" AS "name", array_agg(c."id") AS "keys", sum("count")::int AS "count"
      FROM (${countsOf(condition)}) AS counted
      JOIN "Company" c ON c."id" = "companyId" GROUP BY 1 HAVING sum("count") > 0`
  return Prisma.sql`
    SELECT ${GROUPS[field].name} AS "name", ARRAY[${GROUPS[field].key}] AS "keys", count(*)::int AS "count"
    FROM ${condition.from} AS s WHERE ${condition.sql} GROUP BY ${field === 'link' ? GROUPS.link.key : GROUPS[field].name}`
}

const countsOf = ({ from, sql, whole }: Condition): Prisma.Sql =>
  whole === null
    ? Prisma.sql`SELECT s."companyId", count(*) AS "count" FROM ${from} AS s WHERE ${sql} GROUP BY 1`
    : companyCounts(whole === '' ? null : [whole])

/** One key is compared as such, so that the index keeps its order. */
const among = (keys: string[]): Prisma.Sql =>
  keys.length === 1 ? Prisma.sql`= ${keys[0]}::text` : Prisma.sql`= ANY(${keys}::text[])`
