import { reachesAllCompanies } from '#domain/permissions'
import { findCursor, toPage, toSkipTake, type Asked, type CursorValue, type Page } from '../../platform/database/cursor.ts' // prettier-ignore
import type { Database } from '../../platform/database/db.ts'
import { keysOrder, pageOfIds, type SqlKey } from '../../platform/database/keyset-sql.ts'
import { figuresOf, totalOf } from './figures.ts'
import { Prisma } from '../../generated/client.ts'
import { DESK, type Condition } from './condition.ts'
import type { Listed } from './columns.ts'
import { listedRows, SORTS, type Sorts } from './rows.ts'

type PageInput = Asked & { sort?: Sorts | undefined }
type Order = Sorts[number][1]

export async function findPage(db: Database, condition: Condition, asked: PageInput): Promise<Page<Listed>> {
  const statement = Prisma.sql`${listedRows(pageSql(condition, asked), Prisma.sql`page."total",`)} ORDER BY listed."place"`
  const { as, counted } = condition
  const [field, order] = asked.sort?.[0] ?? NEWEST
  // Other statements vary, and are planned for their values.
  const isHot = counted?.statuses === null && field === 'createdAt' && !asked.sort?.[1] && !findCursor(asked)
  const name = `submissions-${reachesAllCompanies(as) ? 'all' : 'own'}-${statement.values.length}-${order}`
  const found = await db
    .as(as)
    .query<{ total: number } & (Listed | { id: null })>(isHot ? name : '', statement)
  const rows = found.flatMap((row) => (row.id === null ? [] : [row]))
  return toPage(asked, { rows, total: found[0]?.total ?? 0 }, (row) => toValues(asked.sort, row))
}

/** @returns one row of `total` and `ids` */
function pageSql(condition: Condition, asked: PageInput): Prisma.Sql {
  const { from, sql, searched, counted } = condition
  const cursor = findCursor(asked)
  const [keys, sorts] = [toKeys(asked.sort), settle(asked.sort).map(([field]) => SORTS[field])]
  const names = new Set(sorts.map(({ name }) => name))
  const matching = Prisma.sql`FROM ${from} AS s WHERE ${sql}`
  // What is searched is compared once for the count and the page, by columns that the covering indexes hold.
  const isCovered = sorts.every(({ column }) => COVERED.includes(column))
  const once = Prisma.sql`WITH found AS MATERIALIZED (
    SELECT s."id", s."createdAt", s."companyId", s."submittedBy" ${matching})`
  const found = isCovered
    ? Prisma.sql`FROM found AS s`
    : Prisma.sql`FROM found JOIN ${DESK} AS s ON s."id" = found."id"`
  const rows = searched ? found : Prisma.sql`FROM ${from} AS s`
  const total = counted ? totalOf(counted, counted.statuses) : Prisma.sql`(SELECT count(*)::int ${searched ? Prisma.sql`FROM found` : matching})` // prettier-ignore
  const joined = Prisma.sql`${rows} ${names.has('nameOut') ? Prisma.sql`JOIN "Company" c ON c."id" = s."companyId"` : Prisma.empty}
    ${names.has('slug') ? Prisma.sql`JOIN "GeneratedLink" l ON l."id" = s."linkId"` : Prisma.empty}`
  const ids =
    groupedIds(condition, asked) ??
    pageOfIds(asked, keys, Prisma.sql`${joined} WHERE ${searched ? Prisma.sql`TRUE` : sql}`)
  return Prisma.sql`${searched ? once : Prisma.empty} SELECT ${cursor ? Prisma.sql`${cursor.total}::int` : total} AS "total", ARRAY(${ids}) AS "ids"`
}

const COVERED = ['id', 'createdAt', 'companyId', 'submittedBy']

const NEWEST: Sorts[number] = ['createdAt', 'DESC']
/** Skipping this many rows one by one takes as long as adding up the days. */
const FAR = 1000

/** Rows that figures count together: by a day, or by the companies or links of one name. */
const GROUPS = {
  createdAt: {
    kind: 'received',
    which: Prisma.sql`"measure" = 'received'`,
    named: Prisma.sql`"day" AS "name", "day" AS "key"`,
    joined: Prisma.empty,
    isIn: Prisma.sql`s."createdAt" >= "keys"[1]::timestamp AT TIME ZONE 'UTC'
      AND s."createdAt" < ("keys"[1] + 1)::timestamp AT TIME ZONE 'UTC'`,
    isAmong: null,
  },
  company: {
    kind: 'standing',
    which: Prisma.sql`"measure" = 'all'`,
    named: Prisma.sql`c."nameOut" AS "name", "companyId" AS "key"`,
    joined: Prisma.sql`JOIN "Company" c ON c."id" = "companyId"`,
    isIn: Prisma.sql`s."companyId" = "keys"[1]`,
    isAmong: Prisma.sql`s."companyId" = ANY("keys")`,
  },
  link: {
    kind: 'links',
    which: Prisma.sql`"measure" = 'link'`,
    named: Prisma.sql`l."slug" AS "name", "linkId" AS "key"`,
    joined: Prisma.sql`JOIN "GeneratedLink" l ON l."id" = "linkId"`,
    isIn: Prisma.sql`s."linkId" = "keys"[1]`,
    isAmong: null,
  },
} as const

/**
 * Skips whole groups by their counts, and rows of the first one by an index. Null: for pages that are to be read in order.
 */
function groupedIds({ sql, counted }: Condition, asked: PageInput): Prisma.Sql | null {
  const [[field, order] = NEWEST, ...others] = asked.sort ?? []
  const { from, take: size } = toSkipTake(asked.range)
  if (counted?.statuses !== null || others.length > 0 || findCursor(asked)) return null
  if (field !== 'company' && field !== 'link' && !(field === 'createdAt' && from >= FAR)) return null
  const { kind, which, named, joined, isIn, isAmong } = GROUPS[field]
  const each = field !== 'createdAt' && counted.companyKey === '' ? null : counted.companyKey
  const [way, within] = field === 'createdAt' ? [order, toKeys([[field, order]])] : [order, toKeys(undefined)]
  const direction = Prisma.raw(way)
  const [skipped, end] = [Prisma.sql`${from}::bigint`, Prisma.sql`${from + size}::bigint`]
  const rows = (count: Prisma.Sql) => Prisma.sql`
    (SELECT s."id", s."createdAt" FROM ${DESK} AS s WHERE ${count} AND ${sql}
      ORDER BY ${keysOrder(within)} OFFSET "skip" LIMIT "take")`
  return Prisma.sql`
    SELECT s."id" FROM (
      SELECT "name", "keys", greatest(${skipped} - "before", 0) AS "skip",
        least("count", ${end} - "before") - greatest(${skipped} - "before", 0) AS "take"
      FROM (
        SELECT "name", array_agg("key") AS "keys", sum("count") AS "count",
          sum(sum("count")) OVER (ORDER BY "name" ${direction}) - sum("count") AS "before"
        FROM (
          SELECT ${named}, sum("count") AS "count" FROM ${figuresOf({ companyKey: each }, kind, which)} ${joined} GROUP BY 1, 2
        ) AS counted WHERE "count" > 0 GROUP BY 1
      ) AS placed WHERE "before" < ${end} AND "before" + "count" > ${skipped}
    ) AS touched CROSS JOIN LATERAL (
      ${isAmong === null ? rows(isIn) : Prisma.sql`${rows(Prisma.sql`cardinality("keys") = 1 AND ${isIn}`)} UNION ALL ${rows(Prisma.sql`cardinality("keys") > 1 AND ${isAmong}`)}`}
    ) AS s ORDER BY "name" ${direction}, ${keysOrder(within)}`
}

/** The id settles ties, so that no row shows on two pages. */
function settle(sort: Sorts = [NEWEST]): Sorts {
  const created = sort.find(([field]) => field === 'createdAt')
  const newest: Sorts = created ? [] : [NEWEST]
  return sort.some(([field]) => field === 'id') ? sort : [...sort, ...newest, ['id', created?.[1] ?? 'DESC']]
}

/** Rows without a value come last. */
const noValue = (order: Order): number => (order === 'ASC' ? 1e300 : -1e300)

const toKeys = (sort: Sorts | undefined): SqlKey[] =>
  settle(sort).map(([field, order], index) => {
    const { column, type, name, isNullable = false } = SORTS[field]
    const sql = Prisma.raw(name ? `${name === 'nameOut' ? 'c' : 'l'}."${name}"` : `s."${column}"`)
    const isFirst = index === 0
    const known = isNullable && !isFirst ? Prisma.sql`coalesce(${sql}, ${noValue(order)}::float8)` : sql
    return { sql: known, type, isDescending: order === 'DESC', isNullable: isNullable && isFirst }
  })

export const toValues = (sort: Sorts | undefined, row: Listed): CursorValue[] =>
  settle(sort).map(([field, order], index) => {
    const { column, name } = SORTS[field]
    const value = row[name ?? column]
    if (value instanceof Date) return value.toISOString()
    if (value === null) return index === 0 ? null : noValue(order)
    return typeof value === 'number' ? value : String(value)
  })
