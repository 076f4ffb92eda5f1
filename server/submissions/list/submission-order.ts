import type { CursorValue } from '../../platform/database/cursor.ts'
import type { ColumnType } from '../../platform/database/keyset.ts'
import type { SqlKey } from '../../platform/database/keyset-sql.ts'
import { Prisma } from '../../generated/client.ts'
import type { SearchInput } from '../submission.schema.ts'

type Sort = SearchInput['sort']

export type Order = 'ASC' | 'DESC'
export type Field = NonNullable<Sort>[number][0]

export const directionSql = (order: 'ASC' | 'DESC'): Prisma.Sql =>
  order === 'ASC' ? Prisma.sql`ASC` : Prisma.sql`DESC`

export const WITHIN_GROUP = Prisma.sql`s."createdAt" DESC, s."id" DESC`

/** `key` tells groups apart in the list's indexes; rows are ordered by `name`. */
export const GROUPS = {
  company: {
    key: Prisma.sql`s."companyId"`,
    name: Prisma.sql`c."nameOut"`,
    joined: Prisma.sql`JOIN "Company" c ON c."id" = s."companyId"`,
  },
  user: { key: Prisma.sql`s."submittedBy"`, name: Prisma.sql`s."submittedBy"`, joined: Prisma.empty },
  owner: { key: Prisma.sql`s."ownerName"`, name: Prisma.sql`s."ownerName"`, joined: Prisma.empty },
  state: { key: Prisma.sql`s."state"`, name: Prisma.sql`s."state"`, joined: Prisma.empty },
  status: { key: Prisma.sql`s."status"::text`, name: Prisma.sql`s."status"`, joined: Prisma.empty },
  documentCount: {
    key: Prisma.sql`s."documentCount"::text`,
    name: Prisma.sql`s."documentCount"`,
    joined: Prisma.empty,
  },
  link: {
    key: Prisma.sql`s."linkId"`,
    name: Prisma.sql`(SELECT l."slug" FROM "GeneratedLink" l WHERE l."id" = s."linkId")`,
    joined: Prisma.empty,
  },
} as const

export type Grouped = keyof typeof GROUPS
export const isGroup = (field: string): field is Grouped => Object.hasOwn(GROUPS, field)

const OF_SUBMISSION: readonly string[] = ['createdAt', 'id', 'company', 'user']
export const isDeskSort = (sort: Sort): boolean =>
  sort?.some(([field]) => !OF_SUBMISSION.includes(field)) === true

const TYPES: Partial<Record<Field, ColumnType>> = {
  createdAt: 'time',
  statusAt: 'time',
  updatedAt: 'time',
  status: 'status',
  amountRequested: 'amount',
  monthlySales: 'amount',
  documentCount: 'integer',
}

const NEWEST: NonNullable<Sort> = [['createdAt', 'DESC']]

/** The id settles ties, so that no row shows on two pages. */
function settle(sort: Sort = NEWEST): NonNullable<Sort> {
  const created = sort.find(([field]) => field === 'createdAt')
  const newest = created ? [] : NEWEST
  return sort.some(([field]) => field === 'id') ? sort : [...sort, ...newest, ['id', created?.[1] ?? 'DESC']]
}

export const toSqlKeys = (sort: Sort): SqlKey[] =>
  settle(sort).map(([field, order]) => {
    const [type, isDescending] = [TYPES[field] ?? 'text', order === 'DESC']
    if (isGroup(field)) return { sql: GROUPS[field].name, type, isDescending }
    const column = Prisma.raw(`s."${field}"`)
    const sql =
      type === 'amount' ? Prisma.sql`coalesce(${column}::float8, ${noAmount(order)}::float8)` : column
    return { sql, type, isDescending }
  })

/** Rows without an amount come last. */
const noAmount = (order: Order): number => (order === 'ASC' ? 1e300 : -1e300)

export const toValues = (sort: Sort, row: Record<Column, CursorValue | Date>): CursorValue[] =>
  settle(sort).map(([field, order]) => {
    const value = row[isRenamed(field) ? COLUMNS[field] : field]
    return value instanceof Date ? value.toISOString() : (value ?? noAmount(order))
  })

/** Of a listed row, where they are not named as the field. */
const COLUMNS = { company: 'nameOut', user: 'submittedBy', owner: 'ownerName', state: 'deskState', link: 'slug' } as const // prettier-ignore
type Renamed = keyof typeof COLUMNS
type Column = Exclude<Field, Renamed> | (typeof COLUMNS)[Renamed]
const isRenamed = (field: Field): field is Renamed => Object.hasOwn(COLUMNS, field)

export type Place = { from: number; size: number }
