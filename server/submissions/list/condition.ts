import { reachesAllCompanies } from '#domain/permissions'
import { parseReference } from '#domain/reference'
import type { SubmissionStatus } from '#domain/submission-status'
import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import { Prisma } from '../../generated/client.ts'
import type { Actor } from '../../auth/actor.ts'
import type { Scope } from './figures.ts'
import { daysBeginningWith, daysBetween, type Span } from '../../platform/database/date-prefix.ts'
import type { Database, Scoped } from '../../platform/database/db.ts'
import { findDays, findSpans, widestSpan, type Days } from '../../platform/database/list-query.ts'
import type { Services } from '../../services.ts'
import { ownedBy } from './owned-by.ts'
import { DAYS, FILTERS } from './rows.ts'
import { SEARCH_COLUMNS, type SearchColumn, type SearchInput } from '../submission.schema.ts'

/** A condition on rows named `s`. */
export type Condition = {
  from: Prisma.Sql
  sql: Prisma.Sql
  /** who reads the rows, and the pattern that a search by index looks for */
  as: Scoped
  searched: boolean
  /** The figures count the rows that match: all of them, or those with a status. Null: they don't. */
  counted: (Scope & { statuses: readonly SubmissionStatus[] | null }) | null
  /** Some match by their owners. */
  owned?: boolean
}

type Filters = NonNullable<SearchInput['filter']>

export const DESK = Prisma.sql`"SubmissionDesk"`

/** Row-level security already limits rows to the actor's company; repeating it lets that company's index be used. */
export const scopeCondition = (actor: Actor): Prisma.Sql =>
  reachesAllCompanies(actor) ? Prisma.sql`TRUE` : Prisma.sql`s."companyId" = ${actor.companyId}::text`

export const toScope = (actor: Actor): Scope => ({
  companyKey: reachesAllCompanies(actor) ? '' : (actor.companyId ?? 'none'),
})

export async function toCondition(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  actor: Actor,
  filter: Filters = {},
  { byOwners = true } = {},
): Promise<Condition> {
  const asked = new Map(Object.entries(filter).filter(([, value]) => value !== undefined))
  const given = [
    scopeCondition(actor),
    ...FILTERS.flatMap(([name, { isMet }]) => (asked.has(name) ? [isMet(asked.get(name), actor)] : [])),
    ...(filter.id ? [Prisma.sql`s."id" = ANY(${filter.id}::text[])`] : []),
    ...(await withinDays(db, actor, asked)),
  ]
  const sql = Prisma.join(given, ' AND ')
  const q = filter.q?.trim() ?? ''
  const plain = { from: DESK, sql, as: actor, searched: q !== '', counted: null }
  if (q === '') return { ...plain, counted: toCounted(actor, filter, asked) }
  const columns: readonly SearchColumn[] = filter.columns ?? SEARCH_COLUMNS
  const reference = columns.includes('formData') ? parseReference(q) : null
  if (reference !== null) {
    const known = Prisma.sql`s."reference" = ${reference}::text`
    const found = await db
      .as(actor)
      .query('submission-referenced', Prisma.sql`SELECT FROM ${DESK} AS s WHERE ${known}`)
    if (found.length > 0) return { ...plain, sql: Prisma.sql`${sql} AND ${known}` }
  }
  const days = await daysOf(db, actor, q)
  const owned = byOwners && columns.includes('formData') ? await ownedBy({ db, keys }, actor, q) : null
  const matches = columns.flatMap((column) => BY_COLUMN[column](q, days))
  if (owned) matches.push(owned)
  const found = matches.length > 0 ? Prisma.sql`(${Prisma.join(matches, ' OR ')})` : Prisma.sql`FALSE`
  const searched = { ...plain, sql: Prisma.sql`${sql} AND ${found}`, owned: owned !== null }
  if (!reachesAllCompanies(actor) || days.size > 0 || !TRIGRAM.test(q)) return searched
  const companies = columns.includes('company') ? await companiesNamed(db, actor, q) : []
  if (companies.reduce((sum, { count }) => sum + count, 0) > MANY) return searched
  const ofCompanies = Prisma.sql`s."companyId" = ANY(${companies.map(({ id }) => id)}::text[])`
  const more = [...(companies.length > 0 ? [ofCompanies] : []), ...(owned ? [owned] : [])]
  const isExact = columns.includes('user') && columns.includes('formData')
  const as = { ...actor, pattern: patternOf(q) }
  return { ...searched, from: fromIndex(q, more), as, ...(isExact && { sql }) }
}

/** The trigram index needs three letters or digits in a row. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u
/** With more rows of companies by name, reading all rows in order is faster. */
const MANY = 2000

/**
 * Over all companies only: a search of one company's own rows takes no longer for what others have. Takes all rows that
 * either text matches, which the index can't tell apart, and `more`.
 */
const fromIndex = (q: string, more: Prisma.Sql[]): Prisma.Sql =>
  more.length === 0
    ? Prisma.sql`"SubmissionSearch"`
    : Prisma.sql`(SELECT * FROM "SubmissionSearch" UNION ALL SELECT * FROM ${DESK} AS s WHERE (${Prisma.join(more, ' OR ')})
      AND NOT (s."searchNames" LIKE ${anywhere(q)} OR s."searchUser" LIKE ${anywhere(q)}))`

const companiesNamed = (db: Database, actor: Actor, q: string): Promise<{ id: string; count: number }[]> =>
  db.as(actor).query(
    'companies-named',
    Prisma.sql`
      SELECT c."id", (SELECT coalesce(sum("count"), 0)::int FROM "SubmissionFigure"
        WHERE "companyKey" = c."id" AND "day" = '-infinity' AND "measure" = 'all') AS "count"
      FROM "Company" c WHERE lower(c."nameOut") LIKE (SELECT ${anywhere(q)})`,
  )

const COUNTED = ['companyId', 'status', 'q', 'columns']

function toCounted(actor: Actor, { companyId, status }: Filters, asked: Map<string, unknown>) {
  if ([...asked.keys()].some((name) => !COUNTED.includes(name))) return null
  const { companyKey } = toScope(actor)
  if (companyId !== undefined && companyKey !== '' && companyId !== companyKey) return null
  return { companyKey: companyId ?? companyKey, statuses: status === undefined ? null : [status].flat() }
}

/** Most texts begin no date, and need no companies' time zones. */
const daysOf = async (db: Database, actor: Actor, q: string): Promise<Days> =>
  daysBeginningWith(q, DEFAULT_TIME_ZONE) === null ? new Map() : db.as(actor).write((tx) => findDays(tx, q))

/** From the first day to the last one, in the zone of each row's company. */
async function withinDays(db: Database, actor: Actor, asked: Map<string, unknown>): Promise<Prisma.Sql[]> {
  const day = (name: string) => {
    const value = asked.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const spans = DAYS.map(([prefix, column]) => [column, day(`${prefix}From`), day(`${prefix}To`)] as const)
  const wanted = spans.filter(([, from, to]) => from !== undefined || to !== undefined)
  if (wanted.length === 0) return []
  return db
    .as(actor)
    .write((tx) =>
      Promise.all(
        wanted.map(async ([column, from, to]) =>
          within(column, await findSpans(tx, (zone) => daysBetween(from, to, zone))),
        ),
      ),
    )
}

/** A tax ID or SSN is never matched here: together with `id` that would reveal the hidden digits of a masked one. */
const BY_COLUMN: Record<SearchColumn, (q: string, days: Days) => Prisma.Sql[]> = {
  company: (q) => [
    Prisma.sql`s."companyId" IN (SELECT "id" FROM "Company" WHERE lower("nameOut") LIKE ${anywhere(q)})`,
  ],
  user: (q) => [Prisma.sql`s."searchUser" LIKE ${anywhere(q)}`],
  formData: (q) => [Prisma.sql`s."searchNames" LIKE ${anywhere(q)}`],
  createdAt: (_q, days) => (days.size === 0 ? [] : [within('createdAt', days)]),
}

/** The widest span lets the index be read; within it, the row's company tells which days count. */
function within(name: string, days: Days): Prisma.Sql {
  const column = Prisma.raw(`s."${name}"`)
  const isIn = ({ gte, lt }: Span) => Prisma.sql`${column} >= ${moment(gte)} AND ${column} < ${moment(lt)}`
  const widest = isIn(widestSpan(days))
  if (days.size === 1) return widest
  const zones = [...days].map(
    ([timeZone, span]) => Prisma.sql`${isIn(span)}
      AND s."companyId" IN (SELECT "id" FROM "Company" WHERE "timeZone" = ${timeZone}::text)`,
  )
  return Prisma.sql`(${widest} AND (${Prisma.join(zones, ' OR ')}))`
}

const patternOf = (q: string): string => `%${q.replace(/[\\%_]/g, '\\$&')}%`
/** The database lower-cases both sides, so that they agree. */
const anywhere = (q: string): Prisma.Sql => Prisma.sql`lower(${patternOf(q)}::text)`

/** As a number: PostgreSQL reads no year 0, and JavaScript writes years after 9999 differently. */
const moment = (date: Date): Prisma.Sql =>
  Prisma.sql`to_timestamp(${date.getTime() / 1000}::double precision)`
