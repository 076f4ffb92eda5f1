import { reachesAllCompanies } from '#domain/permissions'
import { parseReference } from '#domain/reference'
import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import { Prisma, type SubmissionStatus } from '../../generated/client.ts'
import type { Actor } from '../../auth/actor.ts'
import { daysBeginningWith, daysBetween, type Span } from '../../platform/database/date-prefix.ts'
import type { Database } from '../../platform/database/db.ts'
import { findDays, findSpans, widestSpan, type Days } from '../../platform/database/list-query.ts'
import type { Services } from '../../services.ts'
import { ownedBy } from './owned-by.ts'
import { deskNarrowedTo, narrowedTo } from './submission-narrowing.ts'
import { isDeskSort } from './submission-order.ts'
import { SEARCH_COLUMNS, type SearchColumn, type SearchInput } from '../submission.schema.ts'

/** A condition on rows named `s`. */
export type Condition = {
  from: Prisma.Sql
  sql: Prisma.Sql
  searched: boolean
  /** All submissions of this company match, or of all companies where it is ''. Null: some don't. */
  whole: string | null
  /** All submissions of all companies with one of these statuses match. */
  statuses?: SubmissionStatus[] | undefined
  /** Some match by their owners. */
  owned?: boolean
}

/** Row-level security already limits rows to the actor's company; repeating it lets that company's index be used. */
export async function toCondition(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  actor: Actor,
  { filter, sort }: Pick<SearchInput, 'filter' | 'sort'>,
  { byOwners = true } = {},
): Promise<Condition> {
  const onDesk = [...deskNarrowedTo(actor, filter), ...(await happenedBetween(db, actor, filter))]
  const asked = Prisma.join([scopeCondition(actor), ...narrowedTo(filter), ...onDesk], ' AND ')
  const q = filter?.q?.trim() ?? ''
  const needsDesk = onDesk.length > 0 || isDeskSort(sort)
  const isDeskEnough = q === '' && filter?.onHold === undefined && !sort?.some(([field]) => field === 'user')
  const from = !needsDesk ? ROWS : isDeskEnough ? DESK : withDesk(ROWS, Prisma.sql`f."legalHoldAt",`)
  const statuses = askedStatuses(actor, filter)
  if (q === '') return { from, sql: asked, searched: false, whole: wholeCompany(actor, filter), statuses }
  const columns: readonly SearchColumn[] = filter?.columns ?? SEARCH_COLUMNS
  const ids = columns.includes('formData') ? await findReferenced(db, actor, q) : []
  if (ids.length > 0)
    return { from, sql: Prisma.sql`${asked} AND s."id" = ANY(${ids}::text[])`, searched: true, whole: null }
  const days = await daysOf(db, actor, q)
  const owned = byOwners && columns.includes('formData') ? await ownedBy({ db, keys }, actor, q) : null
  const matches = columns.flatMap((column) => BY_COLUMN[column](q, days))
  if (owned) matches.push(owned)
  const found = matches.length > 0 ? Prisma.sql`(${Prisma.join(matches, ' OR ')})` : Prisma.sql`FALSE`
  const sql = Prisma.sql`${asked} AND ${found}`
  const isIndexed = reachesAllCompanies(actor) && days.size === 0 && TRIGRAM.test(q) && !isNarrowed(filter)
  const indexed = isIndexed ? await trigramSearch(db, actor, { q, columns, found, owned }) : null
  const rest = { searched: true, whole: null, owned: owned !== null }
  if (!indexed) return { from, sql, ...rest }
  return { from: needsDesk ? withDesk(indexed.from) : indexed.from, sql: indexed.sql, ...rest }
}

/** Submissions with this reference; texts that cannot be one cost no query. */
async function findReferenced(db: Database, actor: Actor, q: string): Promise<string[]> {
  const digits = parseReference(q)
  if (digits === null) return []
  const referenced = Prisma.sql`SELECT "id" FROM "SubmissionSearch" WHERE "reference" = ${digits}::text`
  const rows = await db.as(actor).query<{ id: string }>('submission-referenced', referenced)
  return rows.map(({ id }) => id)
}

export const ROWS = Prisma.sql`"FormSubmission"`

/** Narrow: sorting all its rows by any column takes less than 100 ms at 100,000. */
const DESK = Prisma.sql`"SubmissionDesk"`

const withDesk = (from: Prisma.Sql, more = Prisma.empty): Prisma.Sql => Prisma.sql`
  (SELECT f."id", f."companyId", f."createdAt", f."submittedBy", f."searchNames", f."searchUser", ${more}
    d."linkId", d."merchant", d."state", d."amountRequested", d."monthlySales", d."documentCount", d."status",
    d."statusKey", d."statusAt", d."ownerId", d."ownerName", d."teamId", d."decidedAt", d."fundedAt", d."updatedAt"
  FROM ${from} AS f JOIN "SubmissionDesk" d ON d."id" = f."id")`

/** The trigram index needs three letters or digits in a row. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u

/** With more rows of companies by name, reading all rows in order is faster. */
const MANY = 2000

type Searched = { q: string; columns: readonly SearchColumn[]; found: Prisma.Sql; owned: Prisma.Sql | null }

/**
 * Over all companies only: a search of one company's own rows takes no longer for what others have. Takes all rows that
 * either text matches, which the index can't tell apart, and those of companies and of owners.
 */
async function trigramSearch(
  db: Database,
  actor: Actor,
  { q, columns, found, owned }: Searched,
): Promise<Pick<Condition, 'from' | 'sql'> | null> {
  const companies = columns.includes('company') ? await companiesNamed(db, actor, q) : []
  if (companies.reduce((sum, { count }) => sum + count, 0) > MANY) return null
  const pattern = anywhere(q)
  const ofCompanies = Prisma.sql`s."companyId" = ANY(${companies.map(({ id }) => id)}::text[])`
  const more = (matching: Prisma.Sql) => Prisma.sql`
    UNION ALL SELECT s."id", s."companyId", s."createdAt", s."submittedBy", s."searchNames", s."searchUser"
    FROM "FormSubmission" s WHERE ${matching}
      AND NOT (s."searchNames" LIKE ${pattern} OR s."searchUser" LIKE ${pattern})`
  const isExact = columns.includes('user') && columns.includes('formData')
  return {
    from: Prisma.sql`(SELECT * FROM intake_search(${pattern})
      ${companies.length > 0 ? more(ofCompanies) : Prisma.empty}
      ${owned ? more(Prisma.sql`${owned} AND NOT ${ofCompanies}`) : Prisma.empty})`,
    sql: isExact ? Prisma.sql`TRUE` : found,
  }
}

const companiesNamed = (db: Database, actor: Actor, q: string): Promise<{ id: string; count: number }[]> =>
  db.as(actor).query(
    'companies-named',
    Prisma.sql`
      SELECT c."id", (SELECT coalesce(sum("count"), 0)::int FROM "SubmissionCount"
        WHERE "companyKey" = c."id" AND "day" = '-infinity') AS "count"
      FROM "Company" c WHERE lower(c."nameOut") LIKE (SELECT ${anywhere(q)})`,
  )

function wholeCompany(actor: Actor, filter: SearchInput['filter']): string | null {
  const { companyId, ...others } = filter ?? {}
  if (isNarrowed(others)) return null
  return companyId ?? (reachesAllCompanies(actor) ? '' : (actor.companyId ?? ''))
}

const askedStatuses = (actor: Actor, { status, ...others }: NonNullable<SearchInput['filter']> = {}) =>
  status === undefined || isNarrowed(others) || !reachesAllCompanies(actor) ? undefined : [status].flat()

/** Most texts begin no date, and need no companies' time zones. */
const daysOf = async (db: Database, actor: Actor, q: string): Promise<Days> =>
  daysBeginningWith(q, DEFAULT_TIME_ZONE) === null ? new Map() : db.as(actor).write((tx) => findDays(tx, q))

export const scopeCondition = (actor: Actor): Prisma.Sql =>
  reachesAllCompanies(actor) ? Prisma.sql`TRUE` : Prisma.sql`s."companyId" = ${actor.companyId}::text`

/** By anything but a text. */
const isNarrowed = (filter: SearchInput['filter']): boolean => {
  const { q: _q, columns: _columns, ...others } = filter ?? {}
  return Object.values(others).some((value) => value !== undefined)
}

const HAPPENED = ['created', 'decided', 'funded'] as const

/** From the first day to the last one, in the zone of each row's company. */
async function happenedBetween(
  db: Database,
  actor: Actor,
  filter: SearchInput['filter'],
): Promise<Prisma.Sql[]> {
  const asked = HAPPENED.flatMap((what) => {
    const [from, to] = [filter?.[`${what}From`], filter?.[`${what}To`]]
    return from === undefined && to === undefined ? [] : [{ what, from, to }]
  })
  if (asked.length === 0) return []
  return db
    .as(actor)
    .write((tx) =>
      Promise.all(
        asked.map(async ({ what, from, to }) =>
          within(what, await findSpans(tx, (zone) => daysBetween(from, to, zone))),
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
  createdAt: (_q, days) => (days.size === 0 ? [] : [within('created', days)]),
}

/** The widest span lets the index be read; within it, the row's company tells which days count. */
function within(what: (typeof HAPPENED)[number], days: Days): Prisma.Sql {
  const column = Prisma.raw(`s."${what}At"`)
  const isIn = ({ gte, lt }: Span) => Prisma.sql`${column} >= ${moment(gte)} AND ${column} < ${moment(lt)}`
  const widest = isIn(widestSpan(days))
  if (days.size === 1) return widest
  const zones = [...days].map(
    ([timeZone, span]) => Prisma.sql`${isIn(span)}
      AND s."companyId" IN (SELECT "id" FROM "Company" WHERE "timeZone" = ${timeZone}::text)`,
  )
  return Prisma.sql`(${widest} AND (${Prisma.join(zones, ' OR ')}))`
}

/** The database lower-cases both sides, so that they agree. */
const anywhere = (q: string): Prisma.Sql => Prisma.sql`lower(${`%${q.replace(/[\\%_]/g, '\\$&')}%`}::text)`

/** As a number: PostgreSQL reads no year 0, and JavaScript writes years after 9999 differently. */
const moment = (date: Date): Prisma.Sql =>
  Prisma.sql`to_timestamp(${date.getTime() / 1000}::double precision)`
