import { LIMITS } from '#domain/limits'
import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import type { Prisma } from '../generated/client.ts'
import { daysBeginningWith, type Span } from './date-prefix.ts'

/** What list calls have in common: a search over named columns, and a stretch of rows. */

/** A search: `q` in some of the list's columns, by default in all. */
export type Search<Column extends string> = { q?: string | undefined; columns?: Column[] | undefined }

/** What each column of a list is searched by; several conditions are alternatives. */
export type SearchedBy<Column extends string, Where> = Record<Column, (q: string, days: Days) => Where[]>

/** The rows that hold the text in one of the columns; `{}`, all of them, for an empty text. */
export async function searchWhere<Column extends string, Where>(
  tx: Prisma.TransactionClient,
  filter: Search<Column> | undefined,
  searchedBy: SearchedBy<Column, Where>,
): Promise<{ OR?: Where[] }> {
  const q = filter?.q?.trim() ?? ''
  if (q === '') return {}
  const days = await findDays(tx, q)
  const columns = filter?.columns ?? keysOf(searchedBy)
  return { OR: columns.flatMap((column) => searchedBy[column](q, days)) }
}

const keysOf = <Key extends string>(record: Record<Key, unknown>): Key[] => {
  const keys: Key[] = []
  for (const key in record) keys.push(key)
  return keys
}

/** Case does not matter, and the wildcards of LIKE, to which Prisma hands the text as it is, are text. */
export const contains = (q: string) => ({
  contains: q.replace(/[\\%_]/g, '\\$&'),
  mode: 'insensitive' as const,
})

/** When days are, by time zone; empty for a text that names no day. */
export type Days = ReadonlyMap<string, Span>

/** The days whose YYYY-MM-DD begins with the text. */
export const findDays = (tx: Prisma.TransactionClient, text: string): Promise<Days> =>
  findSpans(tx, (timeZone) => daysBeginningWith(text, timeZone))

/** A span in the time zone of each company in the transaction's scope, and in the default one for rows of no company. */
export async function findSpans(
  tx: Prisma.TransactionClient,
  toSpan: (timeZone: string) => Span | null,
): Promise<Days> {
  const spans = new Map<string, Span>()
  if (toSpan(DEFAULT_TIME_ZONE) === null) return spans
  const companies = await tx.company.groupBy({ by: ['timeZone'] })
  for (const timeZone of [DEFAULT_TIME_ZONE, ...companies.map((company) => company.timeZone)]) {
    const span = toSpan(timeZone)
    if (span) spans.set(timeZone, span)
  }
  return spans
}

/** The span from the first of these days to the last, in whatever zone: for the index to read. */
export function widestSpan(days: Days): Span {
  const spans = [...days.values()]
  return {
    gte: new Date(Math.min(...spans.map(({ gte }) => gte.getTime()))),
    lt: new Date(Math.max(...spans.map(({ lt }) => lt.getTime()))),
  }
}

/**
 * A date column's condition, as alternatives: the moment is within the days in the time zone of the row's company.
 *
 * @param at the column's condition
 * @param ofZones the condition that the row's company is in one of these zones
 */
export function inDays<At, OfZones>(
  days: Days,
  at: (span: Span) => At,
  ofZones: (timeZones: string[]) => OfZones,
) {
  if (days.size === 0) return []
  const others = [...days.keys()].filter((timeZone) => timeZone !== DEFAULT_TIME_ZONE)
  const zones = [...days].map(([timeZone, span]) => ({
    AND: [
      at(span),
      // Rows of no company, too.
      timeZone === DEFAULT_TIME_ZONE ? { NOT: ofZones(others) } : ofZones([timeZone]),
    ],
  }))
  return [{ AND: [at(widestSpan(days)), ...(others.length > 0 ? [{ OR: zones }] : [])] }]
}

/** The row's company is in one of these time zones. */
export const companyIn = (timeZones: string[]) => ({ company: { timeZone: { in: timeZones } } })

type Direction = 'asc' | 'desc'

/** What a list is ordered by; `special`: fields that are not columns of their own. The id settles ties. */
export function toOrderBy<Field extends string, OrderBy>(
  sort: [Field, 'ASC' | 'DESC'] | undefined,
  special: Partial<Record<NoInfer<Field>, (direction: Direction) => OrderBy[]>> = {},
): (OrderBy | Record<string, Direction>)[] {
  const newestFirst: Direction = 'desc'
  if (sort === undefined) return [{ createdAt: newestFirst }, { id: newestFirst }]
  const [field, order] = sort
  const direction: Direction = order === 'ASC' ? 'asc' : 'desc'
  return [...(special[field]?.(direction) ?? [{ [field]: direction }]), { id: newestFirst }]
}

/** The rows a `range` asks for; without one the first 1,000. `from`: the first one's place. */
export function toSkipTake(range: [number, number] | undefined): {
  from: number
  skip: number
  take: number
} {
  const [from, to] = range ?? [0, LIMITS.listRows - 1]
  return { from, skip: from, take: to - from + 1 }
}

/** A stretch of a list and the count of all that its filter matches; `from` is the first row's place. */
export type Page<Row> = { rows: Row[]; total: number; from: number }

type Cut = { skip: number; take: number }

/** Reads the rows that a `range` asks for, and counts all of them. */
export async function readPage<Stored, Row>(
  range: [number, number] | undefined,
  find: (cut: Cut) => Promise<Stored[]>,
  count: () => Promise<number>,
  toRow: (stored: Stored) => Row,
): Promise<Page<Row>> {
  const { from, ...cut } = toSkipTake(range)
  const stored = await find(cut)
  return { rows: stored.map((each) => toRow(each)), total: await count(), from }
}
