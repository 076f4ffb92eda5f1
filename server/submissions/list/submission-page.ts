import { STATEMENT_TYPE } from '#domain/files'
import { reachesAllCompanies } from '#domain/permissions'
import type { Actor } from '../../auth/actor.ts'
import { findCursor, toPage, toSkipTake, type Asked, type Page } from '../../platform/database/cursor.ts'
import type { Database } from '../../platform/database/db.ts'
import { cutSql, keysOrder } from '../../platform/database/keyset-sql.ts'
import { Prisma, type PdfFailure, type PdfState, type SubmissionStatus } from '../../generated/client.ts'
import { TOTALS_OF_ALL_COMPANIES } from '../../dashboard/figures.ts'
import { groupedPage } from './grouped-page.ts'
import { ROWS, type Condition } from './submission-filter.ts'
import { directionSql, GROUPS, isDeskSort, isGroup, toSqlKeys, toValues } from './submission-order.ts'
import type { Field, Grouped, Order, Place } from './submission-order.ts'
import type { SearchInput } from '../submission.schema.ts'

type DeskColumns = {
  status: SubmissionStatus
  statusKey: string
  statusAt: Date
  reason: string | null
  ownerId: string | null
  ownerName: string
  amountRequested: number | null
  monthlySales: number | null
  documentCount: number
  statementMonths: string[]
  undatedStatements: number
  updatedAt: Date
  merchant: string
  deskState: string
}

export type ListedRow = DeskColumns & {
  id: string
  teamId: string | null
  teamName: string | null
  linkId: string
  slug: string
  deskSettings: unknown
  legalName: string
  dbaName: string
  state: string | null
  advanceAmount: string | null
  sales: string | null
  submittedBy: string
  createdAt: Date
  pdfState: PdfState
  pdfFailure: PdfFailure | null
  legalHoldAt: Date | null
  awaitsSignatureUntil: Date | null
  companyId: string
  nameOut: string
  timeZone: string
}

type PageInput = Asked & Pick<SearchInput, 'sort'>

/** Lists sorted by a group need a second query. */
export async function findPage(
  db: Database,
  actor: Actor,
  condition: Condition,
  asked: PageInput,
): Promise<Page<ListedRow>> {
  const [[field, order] = ['createdAt', 'DESC'] as const, ...others] = asked.sort ?? []
  const { from, take: size } = toSkipTake(asked.range)
  const isPlain = others.length === 0 && findCursor(asked) === null
  const isWhole = isPlain && field === 'createdAt' && condition.whole !== null
  const page = !isPlain
    ? keyedPage(condition, asked)
    : isGroup(field)
      ? await groupedPage(db, actor, condition, field, order, { from, size })
      : pageSql(condition, field, asked, { from, size })
  // Other statements vary, and are planned for their values.
  const name = isWhole ? wholeName(actor, condition, order) : ''
  const found = await db.as(actor).query<Found>(name, listedRows(page))
  const rows = found.flatMap((row) => (row.id === null ? [] : [row]))
  return toPage(asked, { rows, total: found[0]?.total ?? 0 }, (row) => toValues(asked.sort, row))
}

/** The SQL text varies only with these three values, so the prepared statement can be reused. */
const wholeName = (actor: Actor, { sql }: Condition, order: Order): string =>
  `submissions-${reachesAllCompanies(actor) ? 'all' : 'own'}-${sql.values.length}-${order}`

type Found = { total: number } & (ListedRow | { id: null })

/** @param page one row of `total` and `ids`; the index that holds these has no other columns of the rows */
const listedRows = (page: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT page."total", s."id", s."legalName", s."dbaName", s."state", s."advanceAmount", s."sales", s."submittedBy",
    s."createdAt", s."pdfState", s."pdfFailure", s."legalHoldAt", s."awaitsSignatureUntil", s."companyId", c."nameOut", c."timeZone", c."deskSettings",
    d."status", d."statusKey", d."statusAt", d."reason", d."ownerId", d."ownerName", d."teamId", t."name" AS "teamName",
    d."amountRequested"::float8 AS "amountRequested", d."monthlySales"::float8 AS "monthlySales", d."documentCount",
    d."statementMonths", (
      SELECT count(*)::int FROM "Document" u WHERE u."formSessionId" = s."id" AND u."documentType" = ${STATEMENT_TYPE}::text AND u."statementMonth" IS NULL
    ) AS "undatedStatements", d."updatedAt", d."merchant", d."state" AS "deskState", s."linkId", l."slug"
  FROM (${page}) AS page
  LEFT JOIN LATERAL unnest(page."ids") WITH ORDINALITY AS listed ("id", "place") ON TRUE
  LEFT JOIN "FormSubmission" s ON s."id" = listed."id"
  LEFT JOIN "Company" c ON c."id" = s."companyId"
  LEFT JOIN "SubmissionDesk" d ON d."id" = s."id"
  LEFT JOIN "Team" t ON t."id" = d."teamId"
  LEFT JOIN "GeneratedLink" l ON l."id" = s."linkId"
  ORDER BY listed."place"`

function pageSql(
  condition: Condition,
  field: Exclude<Field, Grouped>,
  asked: PageInput,
  place: Place,
): Prisma.Sql {
  if (field === 'createdAt' && condition.whole !== null)
    return wholePage(condition.sql, condition.whole, asked.sort?.[0]?.[1] ?? 'DESC', place)
  if (!condition.searched) return keyedPage(condition, asked)
  const inOrder = keysOrder(toSqlKeys(asked.sort))
  if (isDeskSort(asked.sort)) return foundPage(condition, inOrder, place, Prisma.raw(`, s."${field}"`))
  return (condition.from === ROWS ? searchedPage : foundPage)(condition, inOrder, place)
}

/** Skipping this many rows one by one takes as long as adding up the days. */
const FAR = 1000

/** Reads the total, and skips to the day of the page, by the sums that triggers keep. */
function wholePage(
  condition: Prisma.Sql,
  company: string,
  order: 'ASC' | 'DESC',
  { from, size }: Place,
): Prisma.Sql {
  const [edge, within] = BOUNDS[order]
  return Prisma.sql`
    WITH "start" AS MATERIALIZED (
      SELECT ${edge} AS "moment", "before" FROM (
        SELECT "day", (sum(sum("count")) OVER (ORDER BY "day" ${directionSql(order)}) - sum("count"))::bigint AS "before"
        FROM "SubmissionCount"
        WHERE "companyKey" = ${company}::text AND "day" > '-infinity' AND ${from}::bigint >= ${FAR}::bigint
        GROUP BY "day") AS days
      WHERE "before" <= ${from}::bigint ORDER BY "before" DESC LIMIT 1
    )
    SELECT ${totalOf(company)} AS "total",
      ARRAY(SELECT s."id" FROM "FormSubmission" s WHERE ${condition} AND ${within}
        ORDER BY ${keysOrder(toSqlKeys([['createdAt', order]]))}
        OFFSET ${from}::bigint - coalesce((SELECT "before" FROM "start"), 0) LIMIT ${size}::bigint) AS "ids"`
}

const totalOf = (company: string): Prisma.Sql => Prisma.sql`
  (SELECT coalesce(sum("count"), 0)::int FROM "SubmissionCount"
    WHERE "companyKey" = ${company}::text AND "day" = '-infinity')`

const BOUNDS = {
  ASC: [
    Prisma.sql`"day"::timestamp AT TIME ZONE 'UTC'`,
    Prisma.sql`s."createdAt" >= (SELECT coalesce(max("moment"), '-infinity') FROM "start")`,
  ],
  DESC: [
    Prisma.sql`("day" + 1)::timestamp AT TIME ZONE 'UTC'`,
    Prisma.sql`s."createdAt" < (SELECT coalesce(max("moment"), 'infinity') FROM "start")`,
  ],
} as const

/** In any order, and at a cursor, where nothing is counted. */
function keyedPage(condition: Condition, asked: PageInput): Prisma.Sql {
  const { from: rows, sql } = condition
  const { beyond, inOrder, total } = cutSql(asked, toSqlKeys(asked.sort))
  const isByCompany = asked.sort?.some(([field]) => field === 'company')
  return Prisma.sql`
    SELECT ${total === null ? matching(condition) : Prisma.sql`${total}::int`} AS "total",
      ARRAY(SELECT s."id" FROM ${rows} AS s ${isByCompany ? GROUPS.company.joined : Prisma.empty}
        WHERE ${sql} AND ${beyond} ${inOrder}) AS "ids"`
}

function matching({ from, sql, whole, statuses }: Condition): Prisma.Sql {
  if (whole !== null) return totalOf(whole)
  return statuses
    ? Prisma.sql`(SELECT coalesce(sum("count"), 0)::int FROM ${TOTALS_OF_ALL_COMPANIES} WHERE "measure" = ANY(${statuses}::text[]))`
    : Prisma.sql`(SELECT count(*)::int FROM ${from} AS s WHERE ${sql})`
}

/** Searches once for both the count and the page, in the order of an index. */
const searchedPage = (
  { from: rows, sql }: Condition,
  inOrder: Prisma.Sql,
  { from, size }: Place,
): Prisma.Sql => Prisma.sql`
  SELECT count(*)::int AS "total",
    coalesce(array_agg("id") FILTER (WHERE "place" > ${from}::bigint AND "place" <= ${from + size}::bigint), '{}') AS "ids"
  FROM (SELECT s."id", row_number() OVER (ORDER BY ${inOrder}) AS "place" FROM ${rows} AS s WHERE ${sql}) AS found`

/** Sorts the ids alone, for rows that come in no order. @param sorted the column that they are sorted by */
const foundPage = (
  { from: rows, sql }: Condition,
  inOrder: Prisma.Sql,
  { from, size }: Place,
  sorted = Prisma.empty,
): Prisma.Sql => Prisma.sql`
  WITH s AS MATERIALIZED (SELECT s."id", s."createdAt"${sorted} FROM ${rows} AS s WHERE ${sql})
  SELECT (SELECT count(*)::int FROM s) AS "total",
    ARRAY(SELECT s."id" FROM s ORDER BY ${inOrder} OFFSET ${from}::bigint LIMIT ${size}::bigint) AS "ids"`
