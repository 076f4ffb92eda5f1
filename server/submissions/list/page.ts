import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import { fieldError } from '../../errors.ts'
import { findCursor, toPage, toSkipTake, type Asked, type CursorValue, type Page } from '../../platform/database/cursor.ts' // prettier-ignore
import type { Database, Scoped } from '../../platform/database/db.ts'
import { keysOrder, pageOfIds, type SqlKey } from '../../platform/database/keyset-sql.ts'
import { figuresOf, totalOf } from './figures.ts'
import { Prisma } from '../../generated/client.ts'
import { DESK, type Condition } from './condition.ts'
import { NAMES, type Listed } from './columns.ts'
import { listedRows, SORTS, type Sorts } from './rows.ts'

type PageInput = Asked & { sort?: Sorts | undefined }
type Order = Sorts[number][1]

/** Rows that are read and parsed at a time: those of a thousand would keep others waiting. */
const AT_ONCE = 100

export async function findPage(db: Database, narrowed: Condition, asked: PageInput): Promise<Page<Listed>> {
  // A text that all rows match is no search.
  const condition = narrowed.counted ? { ...narrowed, searched: false } : narrowed
  const find = toSkipTake(asked.range).take > AT_ONCE ? findInPieces : findAtOnce
  const page = await find(db, condition, asked)
  const { most } = condition
  if (!isCovered(condition, asked) && !findCursor(asked) && page.total > most)
    throw fieldError('sort', serverMessages.narrower.sorted(most))
  return toPage(asked, page, (row) => toValues(condition.as, asked.sort, row))
}

type Found = { rows: Listed[]; total: number }
/** A page without rows still tells its total. */
type OrNone = Listed | { id: null }

const found = (rows: OrNone[]): Listed[] => rows.flatMap((row) => (row.id === null ? [] : [row]))

async function findAtOnce(db: Database, condition: Condition, asked: PageInput): Promise<Found> {
  const statement = Prisma.sql`${listedRows(pageSql(condition, asked), Prisma.sql`page."total",`)} ORDER BY listed."place"`
  const { as, counted } = condition
  const [field, order] = asked.sort?.[0] ?? NEWEST
  // Other statements vary, and are planned for their values.
  const isHot = counted?.statuses === null && field === 'createdAt' && !asked.sort?.[1] && !findCursor(asked)
  const name = `submissions-${reachesAllCompanies(as) ? 'all' : 'own'}-${statement.values.length}-${order}`
  const rows = await db.as(as).query<{ total: number } & OrNone>(isHot ? name : '', statement)
  return { rows: found(rows), total: rows[0]?.total ?? 0 }
}

async function findInPieces(db: Database, condition: Condition, asked: PageInput): Promise<Found> {
  const door = db.as(condition.as)
  const [page] = await door.query<{ total: number; ids: string[] }>('', pageSql(condition, asked))
  const { total, ids } = page ?? { total: 0, ids: [] }
  const rows: Listed[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const piece = Prisma.sql`SELECT ${ids.slice(from, from + AT_ONCE)}::text[] AS "ids"`
    const read = await door.query<OrNone>(
      'submissions-of-ids',
      Prisma.sql`${listedRows(piece)} ORDER BY listed."place"`,
    )
    rows.push(...found(read))
  }
  return { rows, total }
}

/** @returns one row of `total` and `ids` */
function pageSql(condition: Condition, asked: PageInput): Prisma.Sql {
  const { as, from, sql, searched, counted, most } = condition
  const cursor = findCursor(asked)
  const keys = toKeys(as, asked.sort)
  const sorts = settle(as, asked.sort).map(([field]) => SORTS[field])
  const names = new Set(sorts.map(({ name }) => name))
  const matching = Prisma.sql`FROM ${from} AS s WHERE ${sql}`
  const joins = Prisma.sql`${names.has('nameOut') ? Prisma.sql`JOIN "Company" c ON c."id" = s."companyId"` : Prisma.empty}
    ${names.has('linkLabel') ? Prisma.sql`JOIN "GeneratedLink" l ON l."id" = s."linkId"` : Prisma.empty}`
  const limit = cursor ? Prisma.empty : Prisma.sql`LIMIT ${most + 1}::bigint`
  const rows = isCovered(condition, asked)
    ? Prisma.sql`FROM ${from} AS s ${joins} WHERE ${sql}`
    : Prisma.sql`FROM (SELECT s."id" ${matching} ${limit}) AS found JOIN ${DESK} AS s ON s."id" = found."id" ${joins} WHERE TRUE`
  const groups = cursor ? null : findGroups(condition, asked)
  if (searched && groups)
    return Prisma.sql`WITH counted AS MATERIALIZED (${groups.counts})
      SELECT (SELECT coalesce(sum("count"), 0)::int FROM counted) AS "total",
        ARRAY(${groupedIds(condition, asked, { ...groups, counts: Prisma.sql`TABLE counted` })}) AS "ids"`
  if (searched && !cursor) return placedIds(rows, keys, asked)
  const total = counted ? totalOf(counted, counted.statuses) : Prisma.sql`(SELECT count(*)::int ${matching})`
  const ids = groups ? groupedIds(condition, asked, groups) : pageOfIds(asked, keys, rows)
  const walked = cursor ? null : walkedIds(condition, asked)
  const place = toSkipTake(asked.range)
  // Reads some of all rows until the page is full; the other way reads all that match.
  if (walked && counted)
    return Prisma.sql`WITH counted AS MATERIALIZED (SELECT ${total} AS "total", ${totalOf(counted, null)} AS "all")
      SELECT "total", CASE WHEN "total"::float8 ^ 2 > ${place.from + place.take}::float8 * "all"
        THEN ARRAY(${walked}) ELSE ARRAY(${ids}) END AS "ids" FROM counted`
  return Prisma.sql`SELECT ${cursor ? Prisma.sql`${cursor.total}::int` : total} AS "total", ARRAY(${ids}) AS "ids"`
}

/** Counts the rows and picks the page in one pass, which keeps and sorts no rows where an index has their order. */
function placedIds(rows: Prisma.Sql, keys: SqlKey[], asked: PageInput): Prisma.Sql {
  const { from, take } = toSkipTake(asked.range)
  const last = keys[0]?.isNullable ? Prisma.sql`${keys[0].sql} IS NULL,` : Prisma.empty
  const order = Prisma.sql`${last} ${keysOrder(keys)}`
  // ORDER BY within array_agg would sort all matching rows again, not only those of the page.
  return Prisma.sql`SELECT count(*)::int AS "total",
    coalesce(array_agg("id") FILTER (WHERE "place" > ${from}::bigint AND "place" <= ${from + take}::bigint), '{}') AS "ids"
    FROM (SELECT s."id", row_number() OVER (ORDER BY ${order}) AS "place" ${rows} ORDER BY ${order}) AS placed`
}

const COVERED = ['id', 'createdAt', 'companyId', 'submittedBy']
/** A search reads its texts from an index that has them, and only these columns beside them. For others it reads the found rows. */
const isCovered = ({ as, searched }: Condition, { sort }: PageInput): boolean =>
  !searched || settle(as, sort).every(([field]) => COVERED.includes(SORTS[field].column))

const NEWEST: Sorts[number] = ['createdAt', 'DESC']
/** Skipping this many rows one by one takes as long as adding up the days. */
const FAR = 1000

/** Rows that are counted together: by figures, of a day or of the companies or links of one name, or in a search. */
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
    all: Prisma.sql`SELECT c."nameOut" AS "name", c."id" AS "key" FROM "Company" c`,
    kind: 'standing',
    which: Prisma.sql`"measure" = 'all'`,
    named: Prisma.sql`c."nameOut" AS "name", "companyId" AS "key"`,
    joined: Prisma.sql`JOIN "Company" c ON c."id" = "companyId"`,
    isIn: Prisma.sql`s."companyId" = "keys"[1]`,
    isAmong: Prisma.sql`s."companyId" = ANY("keys")`,
  },
  link: {
    all: Prisma.sql`SELECT ${NAMES.linkLabel} AS "name", l."id" AS "key" FROM "GeneratedLink" l`,
    kind: 'links',
    which: Prisma.sql`"measure" = 'link'`,
    named: Prisma.sql`${NAMES.linkLabel} AS "name", "linkId" AS "key"`,
    joined: Prisma.sql`JOIN "GeneratedLink" l ON l."id" = "linkId"`,
    isIn: Prisma.sql`s."linkId" = "keys"[1]`,
    isAmong: Prisma.sql`s."linkId" = ANY("keys")`,
  },
  user: {
    named: Prisma.sql`s."submittedBy" AS "name", s."submittedBy" AS "key"`,
    joined: Prisma.empty,
    isIn: Prisma.sql`s."submittedBy" = "keys"[1]`,
    isAmong: null,
  },
} as const

type Groups = { group: (typeof GROUPS)[keyof typeof GROUPS]; counts: Prisma.Sql }

/** Null: for pages that are to be read in order. */
function findGroups({ as, from, sql, searched, counted }: Condition, asked: PageInput): Groups | null {
  const [[field] = NEWEST, ...others] = asked.sort ?? []
  if (others.length > 0) return null
  if (searched) {
    if (field !== 'user' && (field !== 'company' || !reachesAllCompanies(as))) return null
    const { named, joined } = GROUPS[field]
    const counts = Prisma.sql`SELECT ${named}, count(*) AS "count" FROM ${from} AS s ${joined} WHERE ${sql} GROUP BY 1, 2`
    return { group: GROUPS[field], counts }
  }
  if (counted?.statuses !== null) return null
  const isFar = toSkipTake(asked.range).from >= FAR
  if (field !== 'company' && field !== 'link' && (field !== 'createdAt' || !isFar)) return null
  const { kind, which, named, joined } = GROUPS[field]
  const companyKey = field !== 'createdAt' && counted.companyKey === '' ? null : counted.companyKey
  const figures = figuresOf({ companyKey }, kind, which)
  const counts = Prisma.sql`SELECT ${named}, sum("count") AS "count" FROM ${figures} ${joined} GROUP BY 1, 2`
  return { group: GROUPS[field], counts }
}

/** Skips whole groups by their counts, and rows of the first one by an index. */
function groupedIds(condition: Condition, asked: PageInput, { group, counts }: Groups): Prisma.Sql {
  const { as, from: source, sql } = condition
  const { isIn, isAmong } = group
  const [field, way] = asked.sort?.[0] ?? NEWEST
  const { from, take: size } = toSkipTake(asked.range)
  const within = toKeys(as, field === 'createdAt' ? [[field, way]] : undefined)
  const direction = Prisma.raw(way)
  const [skipped, end] = [Prisma.sql`${from}::bigint`, Prisma.sql`${from + size}::bigint`]
  const rows = (count: Prisma.Sql) => Prisma.sql`
    (SELECT s."id", s."createdAt" FROM ${source} AS s WHERE ${count} AND ${sql}
      ORDER BY ${keysOrder(within)} OFFSET "skip" LIMIT "take")`
  return Prisma.sql`
    SELECT s."id" FROM (
      SELECT "name", "keys", greatest(${skipped} - "before", 0) AS "skip",
        least("count", ${end} - "before") - greatest(${skipped} - "before", 0) AS "take"
      FROM (
        SELECT "name", array_agg("key") AS "keys", sum("count") AS "count",
          sum(sum("count")) OVER (ORDER BY "name" ${direction}) - sum("count") AS "before"
        FROM (${counts}) AS counted WHERE "count" > 0 GROUP BY 1
      ) AS placed WHERE "before" < ${end} AND "before" + "count" > ${skipped}
    ) AS touched CROSS JOIN LATERAL (
      ${isAmong === null ? rows(isIn) : Prisma.sql`${rows(Prisma.sql`cardinality("keys") = 1 AND ${isIn}`)} UNION ALL ${rows(Prisma.sql`cardinality("keys") > 1 AND ${isAmong}`)}`}
    ) AS s ORDER BY "name" ${direction}, ${keysOrder(within)}`
}

/** Those of some statuses, which no figures count by the companies or links of one name: from name to name until the page is full. */
function walkedIds({ as, from: source, sql, counted }: Condition, asked: PageInput): Prisma.Sql | null {
  const [[field, way] = NEWEST, ...others] = asked.sort ?? []
  if (others.length > 0 || (field !== 'company' && field !== 'link') || counted?.statuses == null) return null
  if (reachesAllCompanies(as) !== (counted.companyKey === '')) return null
  const { all, isIn, isAmong } = GROUPS[field]
  const { from, take } = toSkipTake(asked.range)
  const within = keysOrder(toKeys(as, undefined))
  const direction = Prisma.raw(way)
  const rows = (which: Prisma.Sql) => Prisma.sql`
    (SELECT s."id", s."createdAt" FROM ${source} AS s WHERE ${which} AND ${sql} ORDER BY ${within} LIMIT ${from + take}::bigint)`
  return Prisma.sql`
    SELECT s."id" FROM (
      SELECT "name", array_agg("key") AS "keys" FROM (${all}) AS named GROUP BY 1 ORDER BY 1 ${direction}
    ) AS walked CROSS JOIN LATERAL (
      ${rows(Prisma.sql`cardinality("keys") = 1 AND ${isIn}`)} UNION ALL ${rows(Prisma.sql`cardinality("keys") > 1 AND ${isAmong}`)}
    ) AS s ORDER BY "name" ${direction}, ${within} OFFSET ${from}::bigint LIMIT ${take}::bigint`
}

/** The id settles ties, so that no row shows on two pages. All rows of one company's user have the same company. */
function settle(as: Scoped, given: Sorts = [NEWEST]): Sorts {
  const sort = reachesAllCompanies(as) ? given : given.filter(([field]) => field !== 'company')
  const created = sort.find(([field]) => field === 'createdAt')
  const newest: Sorts = created ? [] : [NEWEST]
  return sort.some(([field]) => field === 'id') ? sort : [...sort, ...newest, ['id', created?.[1] ?? 'DESC']]
}

/** Rows without a value come last. */
const noValue = (order: Order): number => (order === 'ASC' ? 1e300 : -1e300)

const toKeys = (as: Scoped, sort: Sorts | undefined): SqlKey[] =>
  settle(as, sort).map(([field, order], index) => {
    const { column, type, name, isNullable = false } = SORTS[field]
    const sql = name ? NAMES[name] : Prisma.raw(`s."${column}"`)
    const isFirst = index === 0
    const known = isNullable && !isFirst ? Prisma.sql`coalesce(${sql}, ${noValue(order)}::float8)` : sql
    return { sql: known, type, isDescending: order === 'DESC', isNullable: isNullable && isFirst }
  })

export const toValues = (as: Scoped, sort: Sorts | undefined, row: Listed): CursorValue[] =>
  settle(as, sort).map(([field, order], index) => {
    const { column, name } = SORTS[field]
    const value = row[name ?? column]
    if (value instanceof Date) return value.toISOString()
    if (value === null) return index === 0 ? null : noValue(order)
    return typeof value === 'number' ? value : String(value)
  })
