import { z } from 'zod'
import type { Tx } from '../../platform/database/db.ts'
import { Prisma } from '../../generated/client.ts'
import { TIMES } from '../../trpc/inputs.ts'
import { COLUMNS, NAMES, type Column, type Filter, type Listed, type Sort } from './columns.ts'

type Columns = typeof COLUMNS
type With<Key extends string> = {
  [N in keyof Columns]: Columns[N] extends Record<Key, unknown> ? N : never
}[keyof Columns]
type Part<Key extends string> = Columns[With<Key>] extends infer C
  ? C extends Record<Key, infer Value>
    ? Value
    : never
  : never
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Each) => void
  ? Each
  : never
type Named = All<Part<'filters'>>
type Between<Prefix extends string, T> = Record<`${Prefix}${'From' | 'To'}`, T>
type RowShape = {
  [N in With<'show'>]: Columns[N] extends { show: { type: infer T extends z.ZodType } } ? T : never
}
type FilterShape = {
  [F in keyof Named]: Named[F] extends { schema: infer T extends z.ZodType } ? z.ZodOptional<T> : never
} & Between<Part<'range'>, z.ZodOptional<z.ZodNumber>> &
  Between<Part<'days'>, typeof TIMES.createdFrom>

/** The types of objects that are made of entries cannot be inferred. */
function made<T>(entries: (readonly [string, unknown])[]): T
function made(entries: (readonly [string, unknown])[]): unknown {
  return Object.fromEntries(entries)
}

const columns = Object.entries<Column>(COLUMNS)
const shown = columns.flatMap(([name, { show }]) => (show ? [[name, show] as const] : []))

export const submissionRow = z.object(made<RowShape>(shown.map(([name, { type }]) => [name, type])))
export type SubmissionRow = z.infer<typeof submissionRow>
export const rowExample = made<SubmissionRow>(shown.map(([name, { example }]) => [name, example]))
export function toRow(row: Listed): SubmissionRow
export function toRow(row: Listed): object {
  const values: Record<string, unknown> = {}
  // Entries would be made for each value of a thousand rows.
  // eslint-disable-next-line intake/no-string-index -- written to a new object alone, under names of columns
  for (const [name, { read }] of shown) values[name] = read(row)
  return values
}

type SortField = With<'sort'>
export type Sorts = [field: SortField, order: 'ASC' | 'DESC'][]
export const SORTS = made<Record<SortField, Sort>>(columns.flatMap(([name, { sort }]) => (sort ? [[name, sort]] : []))) // prettier-ignore
type Sorted = Exclude<SortField, 'id' | 'createdAt'>
const isSorted = (name: string): name is Sorted =>
  Object.hasOwn(SORTS, name) && name !== 'id' && name !== 'createdAt'
/** But for `id`, which every list takes; the default first. */
export const SORT_FIELDS: ['createdAt', ...Sorted[]] = [
  'createdAt',
  ...columns.map(([name]) => name).filter(isSorted),
]

const bound = (name: string, sign: '>=' | '<=', type?: Sort['type']): Filter => ({
  schema: z
    .number()
    .min(-1e12)
    .max(1e12)
    .meta({ description: `${name}: ${sign === '>=' ? 'at least' : 'at most'}` }),
  isMet: (value) =>
    // PostgreSQL uses an index of integers only where the limit is an integer, too.
    type === 'integer'
      ? Prisma.sql`${Prisma.raw(`s."${name}" ${sign} ${sign === '>=' ? 'ceil' : 'floor'}`)}(${value}::float8)::bigint`
      : Prisma.sql`${Prisma.raw(`s."${name}" ${sign}`)} ${value}::float8`,
})

const filters = columns.flatMap(([name, { filters = {}, range, sort }]) => [
  ...Object.entries(filters),
  ...(range === undefined
    ? []
    : ([[`${range}From`, bound(name, '>=', sort?.type)], [`${range}To`, bound(name, '<=', sort?.type)]] as const)), // prettier-ignore
])
export const FILTERS: ReadonlyMap<string, Filter> = new Map(filters)
/** What begins the names of the two filters by a number. */
export const RANGES = columns.flatMap(([, { range = [] }]) => range)
/** Columns that are filtered by days, by what begins the names of their filters. */
export const DAYS = columns.flatMap(([name, { days }]) => (days === undefined ? [] : [[days, name] as const]))
export const SUBMISSION_FILTERS = made<FilterShape>([
  ...filters.map(([name, { schema }]) => [name, schema.optional()] as const),
  ...DAYS.flatMap(([days]) =>
    ['From', 'To'].map((end) => {
      const description = `${end === 'From' ? 'The first' : 'The last'} day of ${days}At, where the row's company is`
      return [`${days}${end}`, TIMES.createdFrom.meta({ description })] as const
    }),
  ),
])

const UNLISTED: string[] = ['ownerHashes']
const listed = Object.values(Prisma.SubmissionDeskScalarFieldEnum).filter((name) => !UNLISTED.includes(name))

/** @param page one or more rows with `ids`, and what `more` selects of them */
export const listedRows = (page: Prisma.Sql, more = Prisma.empty): Prisma.Sql => Prisma.sql`
  SELECT ${more} ${Prisma.raw(listed.map((name) => `s."${name}"`).join(', '))}, s."merchant", s."statusOrder",
    c."nameOut", c."timeZone", c."deskSettings", t."name" AS "teamName", l."slug", l."name" AS "linkName", ${NAMES.linkLabel} AS "linkLabel"
  FROM (${page}) AS page
  LEFT JOIN LATERAL unnest(page."ids") WITH ORDINALITY AS listed ("id", "place") ON TRUE
  LEFT JOIN "SubmissionDesk" s ON s."id" = listed."id"
  LEFT JOIN "Company" c ON c."id" = s."companyId"
  LEFT JOIN "Team" t ON t."id" = s."teamId"
  LEFT JOIN "GeneratedLink" l ON l."id" = s."linkId"`

/** @returns null for a submission that the transaction does not see */
export async function findRow(tx: Tx, id: string): Promise<Listed | null> {
  const [row] = await tx.$queryRaw<Listed[]>(listedRows(Prisma.sql`SELECT ARRAY[${id}::text] AS "ids"`))
  return row?.id == null ? null : row
}
