import { LIMITS } from '#domain/limits'
import { daysBeginningWith } from './date-prefix.ts'

/** What list calls have in common: a search over named columns, and a stretch of rows. */

/** A search: `q` in some of the list's columns, by default in all. */
export type Search<Column extends string> = { q?: string | undefined; columns?: Column[] | undefined }

/** What each column of a list is searched by; several conditions are alternatives. */
export type SearchedBy<Column extends string, Where> = Record<Column, (q: string) => Where[]>

/** The rows that hold the text in one of the columns; `{}`, all of them, for an empty text. */
export function searchWhere<Column extends string, Where>(
  filter: Search<Column> | undefined,
  searchedBy: SearchedBy<Column, Where>,
  all: readonly Column[],
): { OR?: Where[] } {
  const q = filter?.q?.trim() ?? ''
  if (q === '') return {}
  return { OR: (filter?.columns ?? all).flatMap((column) => searchedBy[column](q)) }
}

/** Case does not matter, and the wildcards of LIKE, to which Prisma hands the text as it is, are text. */
export const contains = (q: string) => ({
  contains: q.replace(/[\\%_]/g, '\\$&'),
  mode: 'insensitive' as const,
})

/** A date column's condition, as alternatives: the days whose YYYY-MM-DD begins with the text, or none. */
export const dateBeginsWith = (q: string) => {
  const days = daysBeginningWith(q)
  return days ? [days] : []
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
