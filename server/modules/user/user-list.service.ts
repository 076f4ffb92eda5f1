import { reachesAllCompanies } from '#domain/permissions'
import { readAsActor, withActor, type Actor, type Tx } from '../../auth/actor.ts'
import type { Page } from '../../database/cursor.ts'
import { readKeyedPage, toKeys } from '../../database/keyset.ts'
import {
  companyIn,
  contains,
  inDays,
  searchWhere,
  timesWhere,
  type SearchedBy,
} from '../../database/list-query.ts'
import { orNotFound } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { type ListInput, type SearchColumn, type UserRow } from './user.schema.ts'
import { toRow, rowSelect, type StoredUser } from './user-row.ts'

export const listUsers = ({ db }: Services, actor: Actor, input: ListInput): Promise<Page<UserRow>> =>
  readAsActor(db, actor, async (tx) => {
    const { id, roleId, teamId } = input.filter ?? {}
    // Row-level security narrows to it as well, but without an index.
    const companyId = input.filter?.companyId ?? (reachesAllCompanies(actor) ? undefined : actor.companyId)
    const search = await searchWhere(tx, input.filter, SEARCHED_BY)
    const also = await timesWhere(tx, input.filter, companyIn)
    const teams = teamId === undefined ? undefined : { some: { teamId } }
    const where = { id: { in: id }, companyId, roleId, teams, ...search, AND: also }
    const keys = toKeys(input.sort, { role: 'role.name', company: 'company.nameOut' })
    return readKeyedPage(
      input,
      keys,
      ({ beyond, ...cut }) =>
        tx.user.findMany({ where: { ...where, AND: [also, beyond] }, ...cut, select: rowSelect }),
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
