import { withActor, type Actor, type Tx } from '../../auth/actor.ts'
import {
  companyIn,
  contains,
  inDays,
  searchWhere,
  toSkipTake,
  type Page,
  type SearchedBy,
} from '../../database/list-query.ts'
import { AppError } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { SEARCH_COLUMNS, type ListInput, type SearchColumn, type UserRow } from './user.schema.ts'
import { toRow, rowSelect, type StoredUser } from './user-row.ts'

export async function listUsers({ db }: Services, actor: Actor, input: ListInput): Promise<Page<UserRow>> {
  const { from, skip, take } = toSkipTake(input.range)
  const { id, companyId, roleId, teamId } = input.filter ?? {}
  return withActor(db, actor, async (tx) => {
    const where: Prisma.UserWhereInput = {
      id: { in: id },
      companyId,
      roleId,
      teams: teamId === undefined ? undefined : { some: { teamId } },
      ...(await searchWhere(tx, input.filter, SEARCHED_BY, SEARCH_COLUMNS)),
    }
    const total = await tx.user.count({ where })
    const rows = await tx.user.findMany({
      where,
      orderBy: toOrderBy(input.sort),
      skip,
      take,
      select: rowSelect,
    })
    return { rows: rows.map(toRow), total, from }
  })
}

export const getUser = ({ db }: Services, actor: Actor, id: string): Promise<UserRow> =>
  withActor(db, actor, async (tx) => toRow(await storedUser(tx, id)))

export async function storedUser(tx: Tx, id: string): Promise<StoredUser> {
  const row = await tx.user.findUnique({ where: { id }, select: rowSelect })
  if (!row) throw new AppError('not_found')
  return row
}

const SEARCHED_BY: SearchedBy<SearchColumn, Prisma.UserWhereInput> = {
  name: (q) => [{ name: contains(q) }],
  email: (q) => [{ email: contains(q) }],
  role: (q) => [{ role: { name: contains(q) } }],
  company: (q) => [{ company: { nameOut: contains(q) } }],
  lastSignInAt: (_q, days) => inDays(days, (lastSignInAt) => ({ lastSignInAt }), companyIn),
  updatedAt: (_q, days) => inDays(days, (updatedAt) => ({ updatedAt }), companyIn),
}

function toOrderBy(sort: ListInput['sort']): Prisma.UserOrderByWithRelationInput[] {
  const [field, order] = sort ?? [null, 'DESC']
  const direction = order === 'ASC' ? 'asc' : 'desc'
  switch (field) {
    case null:
      return [{ createdAt: 'desc' }, { id: 'desc' }]
    case 'role':
      return [{ role: { name: direction } }, { id: 'desc' }]
    case 'company':
      return [{ company: { nameOut: direction } }, { id: 'desc' }]
    case 'lastSignInAt':
      return [{ lastSignInAt: { sort: direction, nulls: 'last' } }, { id: 'desc' }]
    default:
      return [{ [field]: direction }, { id: 'desc' }]
  }
}
