import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import type { Prisma } from '../../generated/client.ts'
import { toSkipTake, type Page } from './cursor.ts'
import { daysBeginningWith, daysBetween, type Span } from './date-prefix.ts'
import { keysOrder, toKeys, type Sort } from './keyset.ts'

export type { Page }

type Search<Column extends string> = { q?: string | undefined; columns?: Column[] | undefined }

export type SearchedBy<Column extends string, Where> = Record<Column, (q: string, days: Days) => Where[]>

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

/** Escapes the wildcards of LIKE, which Prisma passes on. */
export const contains = (q: string) => ({
  contains: q.replace(/[\\%_]/g, '\\$&'),
  mode: 'insensitive' as const,
})

export type Days = ReadonlyMap<string, Span>

export const findDays = (tx: Prisma.TransactionClient, text: string): Promise<Days> =>
  findSpans(tx, (timeZone) => daysBeginningWith(text, timeZone))

export async function findSpans(
  tx: Prisma.TransactionClient,
  toSpan: (timeZone: string) => Span | null,
): Promise<Days> {
  const spans = new Map<string, Span>()
  if (toSpan(DEFAULT_TIME_ZONE) === null) return spans
  const companies = await tx.company.groupBy({ by: ['timeZone'] })
  for (const timeZone of [DEFAULT_TIME_ZONE, ...companies.map((company) => company.timeZone)]) {
    const span = toSpan(timeZone)
    if (span) spans.set(timeZone, { gte: since1970(span.gte), lt: since1970(span.lt) })
  }
  return spans
}

/** No row is older, and PostgreSQL knows no year 0. */
const since1970 = (date: Date): Date => new Date(Math.max(date.getTime(), 0))

export function widestSpan(days: Days): Span {
  const spans = [...days.values()]
  return {
    gte: new Date(Math.min(...spans.map(({ gte }) => gte.getTime()))),
    lt: new Date(Math.max(...spans.map(({ lt }) => lt.getTime()))),
  }
}

export function inDays<At, OfZones>(
  days: Days,
  at: (span: Span) => At,
  ofZones: (timeZones: string[]) => OfZones,
) {
  if (days.size === 0) return []
  const groups = groupBySpan(days)
  const others = groups.flatMap(({ timeZones }) => (timeZones.includes(DEFAULT_TIME_ZONE) ? [] : timeZones))
  const zones = groups.map(({ span, timeZones }) => ({
    AND: [at(span), timeZones.includes(DEFAULT_TIME_ZONE) ? { NOT: ofZones(others) } : ofZones(timeZones)],
  }))
  return [{ AND: [at(widestSpan(days)), ...(others.length > 0 ? [{ OR: zones }] : [])] }]
}

/** Each group is a condition that the database plans and tests, and hundreds of zones have few offsets. */
function groupBySpan(days: Days): { span: Span; timeZones: string[] }[] {
  const groups = new Map<string, { span: Span; timeZones: string[] }>()
  for (const [timeZone, span] of days) {
    const key = `${span.gte.getTime()} ${span.lt.getTime()}`
    const group = groups.get(key) ?? { span, timeZones: [] }
    group.timeZones.push(timeZone)
    groups.set(key, group)
  }
  return [...groups.values()]
}

export const companyIn = (timeZones: string[]) => ({ company: { timeZone: { in: timeZones } } })

export type Times = Partial<Record<'createdFrom' | 'createdTo' | 'updatedSince', string | undefined>>

/** Days are those of the row's company. */
export async function timesWhere<OfZones>(
  tx: Prisma.TransactionClient,
  { createdFrom, createdTo, updatedSince }: Times = {},
  ofZones: (timeZones: string[]) => OfZones,
): Promise<object> {
  const isAsked = createdFrom !== undefined || createdTo !== undefined
  const days = isAsked ? await findSpans(tx, (zone) => daysBetween(createdFrom, createdTo, zone)) : new Map()
  return {
    AND: inDays(days, (createdAt) => ({ createdAt }), ofZones),
    ...(updatedSince !== undefined && { updatedAt: { gte: since1970(new Date(updatedSince)) } }),
  }
}

export const toOrderBy = <Field extends string>(sort: Sort<Field> | undefined): object[] =>
  keysOrder(toKeys(sort))

type Cut = { skip: number; take: number }

/** Without cursors, for lists that stay short. */
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
