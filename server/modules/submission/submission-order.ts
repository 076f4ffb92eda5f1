import { Prisma } from '../../generated/client.ts'
import type { SearchInput } from './submission.schema.ts'

type Sort = SearchInput['sort']

const NEWEST_FIRST = ['createdAt', 'DESC'] as const

/** The id settles ties, so that no row shows on two pages. */
export function orderSql(sort: Sort): Prisma.Sql {
  const [field, order] = sort ?? NEWEST_FIRST
  const direction = directionSql(order)
  if (field === 'createdAt') return Prisma.sql`s."createdAt" ${direction}, s."id" ${direction}`
  if (field === 'id') return Prisma.sql`s."id" ${direction}`
  const name = isGroup(field) ? GROUPS[field].name : Prisma.raw(`s."${field}"`)
  return Prisma.sql`${name} ${direction} NULLS LAST, ${WITHIN_GROUP}`
}

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
  link: {
    key: Prisma.sql`s."linkId"`,
    name: Prisma.sql`(SELECT l."slug" FROM "GeneratedLink" l WHERE l."id" = s."linkId")`,
    joined: Prisma.empty,
  },
} as const

export type Grouped = keyof typeof GROUPS
export const isGroup = (field: string): field is Grouped => Object.hasOwn(GROUPS, field)

const OF_SUBMISSION: readonly string[] = ['createdAt', 'id', 'company', 'user']
export const isDeskSort = (sort: Sort): boolean => sort !== undefined && !OF_SUBMISSION.includes(sort[0])

export type Place = { from: number; size: number }
