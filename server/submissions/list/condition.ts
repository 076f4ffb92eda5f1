import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import { parseReference } from '#domain/reference'
import type { SubmissionStatus } from '#domain/submission-status'
import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import { Prisma } from '../../generated/client.ts'
import type { Actor } from '../../auth/actor.ts'
import { fieldError } from '../../errors.ts'
import type { Scope } from './figures.ts'
import { daysBeginningWith, daysBetween, type Span } from '../../platform/database/date-prefix.ts'
import type { Database, Scoped } from '../../platform/database/db.ts'
import { findDays, findSpans, widestSpan, type Days } from '../../platform/database/list-query.ts'
import type { Services } from '../../services.ts'
import { ownedBy } from './owned-by.ts'
import { DAYS, FILTERS, RANGES } from './rows.ts'
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
  /** of what a search finds, how many rows are sorted by other columns than its index has */
  most: number
  /** Some match by their owners. */
  owned?: boolean
}

type Needs = Pick<Services, 'db' | 'keys' | 'readLimits'>
type Filters = NonNullable<SearchInput['filter']>

export const DESK = Prisma.sql`"SubmissionDesk"`

/** Row-level security already limits rows to the actor's company; repeating it lets that company's index be used. */
export const scopeCondition = (actor: Actor): Prisma.Sql =>
  reachesAllCompanies(actor) ? Prisma.sql`TRUE` : Prisma.sql`s."companyId" = ${actor.companyId}::text`

export const toScope = (actor: Actor): Scope => ({
  companyKey: reachesAllCompanies(actor) ? '' : (actor.companyId ?? 'none'),
})

export async function toCondition(
  services: Needs,
  actor: Actor,
  filter: Filters = {},
  { byOwners = true } = {},
): Promise<Condition> {
  const { db, readLimits } = services
  const asked = new Map(Object.entries(filter).filter(([, value]) => value !== undefined))
  // The index of each range has these two columns.
  const free = [
    scopeCondition(actor),
    ...toMet(actor, asked, ['companyId']),
    ...(await withinDays(db, actor, asked, ['created'])),
  ]
  const ranges = RANGES.map((range) => toMet(actor, asked, [`${range}From`, `${range}To`]))
  const isOther = (name: string) => name !== 'companyId' && !RANGES.some((range) => name.startsWith(range))
  const others = [
    ...toMet(actor, asked, [...FILTERS.keys()].filter(isOther)),
    ...(filter.id ? [Prisma.sql`s."id" = ANY(${filter.id}::text[])`] : []),
    ...(await withinDays(db, actor, asked, ['decided', 'funded'])),
  ]
  const parts = [...others.map((each) => [each]), ...ranges.filter((range) => range.length > 0)]
  if (parts.length > Math.max(others.length, 1)) await requireNarrow(services, actor, free, parts)
  const sql = Prisma.join([...free, ...parts.flat()], ' AND ')
  const q = filter.q?.trim() ?? ''
  const most = readLimits.submissions
  const plain = { from: DESK, sql, as: actor, searched: q !== '', counted: null, most }
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
  const isOwnName = !reachesAllCompanies(actor) && columns.includes('company')
  if (isOwnName && (await companiesNamed(db, actor, q)).length > 0)
    return { ...plain, counted: toCounted(actor, filter, asked) }
  const days = await daysOf(db, actor, q)
  const owned =
    byOwners && columns.includes('formData') ? await ownedBy(services, actor, q, filter.companyId) : null
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

const toMet = (actor: Actor, asked: Map<string, unknown>, names: string[]): Prisma.Sql[] =>
  names.flatMap((name) => (asked.has(name) ? (FILTERS.get(name)?.isMet(asked.get(name), actor) ?? []) : []))

/** No index has two columns that a range and another filter compare, so the rows that meet one of them are read. */
async function requireNarrow(
  { db, readLimits: { submissions: most } }: Needs,
  actor: Actor,
  free: Prisma.Sql[],
  parts: Prisma.Sql[][],
): Promise<void> {
  for (const part of parts) {
    const matching = Prisma.sql`FROM ${DESK} AS s WHERE ${Prisma.join([...free, ...part], ' AND ')}`
    const counting = Prisma.sql`SELECT count(*)::int FROM (SELECT ${matching} LIMIT ${most + 1}::bigint) AS found`
    const [found] = await db.as(actor).query<{ count: number }>('', counting)
    if ((found?.count ?? 0) <= most) return
  }
  throw fieldError('filter', serverMessages.narrower.ranged(most))
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
async function withinDays(
  db: Database,
  actor: Actor,
  asked: Map<string, unknown>,
  prefixes: string[],
): Promise<Prisma.Sql[]> {
  const day = (name: string) => {
    const value = asked.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const columns = DAYS.filter(([prefix]) => prefixes.includes(prefix))
  const spans = columns.map(([prefix, column]) => [column, day(`${prefix}From`), day(`${prefix}To`)] as const)
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
