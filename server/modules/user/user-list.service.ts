import { withActor, type Actor, type Tx } from '../../auth/actor.ts'
import {
  companyIn,
  contains,
  inDays,
  readPage,
  searchWhere,
  toOrderBy,
  type Page,
  type SearchedBy,
} from '../../database/list-query.ts'
import { orNotFound } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { type ListInput, type SearchColumn, type UserRow } from './user.schema.ts'
import { toRow, rowSelect, type StoredUser } from './user-row.ts'

export const listUsers = ({ db }: Services, actor: Actor, input: ListInput): Promise<Page<UserRow>> =>
  withActor(db, actor, async (tx) => {
    const { id, companyId, roleId, teamId } = input.filter ?? {}
    const search = await searchWhere(tx, input.filter, SEARCHED_BY)
    const teams = teamId === undefined ? undefined : { some: { teamId } }
    const where = { id: { in: id }, companyId, roleId, teams, ...search }
    const orderBy: Prisma.UserOrderByWithRelationInput[] = toOrderBy(input.sort, {
      role: (name) => [{ role: { name } }],
      company: (nameOut) => [{ company: { nameOut } }],
      lastSignInAt: (sort) => [{ lastSignInAt: { sort, nulls: 'last' } }],
    })
    return readPage(
      input.range,
      (cut) => tx.user.findMany({ where, orderBy, ...cut, select: rowSelect }),
      () => tx.user.count({ where }),
      toRow,
    )
  })

export const getUser = ({ db }: Services, actor: Actor, id: string): Promise<UserRow> =>
  withActor(db, actor, async (tx) => toRow(await storedUser(tx, id)))

export const storedUser = async (tx: Tx, id: string): Promise<StoredUser> =>
  orNotFound(await tx.user.findUnique({ where: { id }, select: rowSelect }))

const SEARCHED_BY: SearchedBy<SearchColumn, Prisma.UserWhereInput> = {
  name: (q) => [{ name: contains(q) }],
  email: (q) => [{ email: contains(q) }],
  role: (q) => [{ role: { name: contains(q) } }],
  company: (q) => [{ company: { nameOut: contains(q) } }],
  lastSignInAt: (_q, days) => inDays(days, (lastSignInAt) => ({ lastSignInAt }), companyIn),
  updatedAt: (_q, days) => inDays(days, (updatedAt) => ({ updatedAt }), companyIn),
}
