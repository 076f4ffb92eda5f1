import { isDeepStrictEqual } from 'node:util'
import { serverMessages } from '#domain/messages/server'
import { USER_TYPES } from '#domain/permissions'
import { withActor, type Actor, type Tx } from '../../auth/actor.ts'
import { requireConfirmed } from '../../auth/guards.ts'
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
import { lockRow } from '../../database/lock-row.ts'
import { isReferredTo } from '../../database/database-error.ts'
import { AppError, orNotFound } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordChange, type AuditActor } from '../audit/record-change.ts'
import { checkFresh } from '../fresh.ts'
import { checkReadOnly, keepLastEdit } from '../record-as-read.ts'
import {
  READ_ONLY,
  type CreateInput,
  type DeleteInput,
  type ListInput,
  type RoleRow,
  type SearchColumn,
  type UpdateInput,
} from './role.schema.ts'
import { inOrder, toRow, rowSelect, snapshot, type StoredRole } from './role-row.ts'
import {
  checkAdminRemains,
  checkChangeable,
  checkGrant,
  checkNarrowed,
  companyOfNew,
  visibleTo,
} from './role-rules.ts'

export const listRoles = ({ db }: Services, actor: Actor, input: ListInput): Promise<Page<RoleRow>> =>
  withActor(db, actor, async (tx) => {
    const { filter, userType, companyId } = input
    const search = await searchWhere(tx, filter, SEARCHED_BY)
    const narrowed = { id: { in: filter?.id }, companyId: filter?.companyId }
    const times = await timesWhere(tx, filter, companyIn)
    const all = [visibleTo(actor), { userType, companyId }, narrowed, times]
    const where = { AND: all, ...search }
    const keys = toKeys(input.sort, { company: 'company.nameOut' })
    return readKeyedPage(
      input,
      keys,
      ({ beyond, ...cut }) =>
        tx.role.findMany({ where: { ...where, AND: [...all, beyond] }, ...cut, select: rowSelect }),
      () => tx.role.count({ where }),
      toRow,
    )
  })

export const getRole = ({ db }: Services, actor: Actor, id: string): Promise<RoleRow> =>
  withActor(db, actor, async (tx) => toRow(await stored(tx, actor, id)))

export const createRole = ({ db }: Services, by: AuditActor, input: CreateInput): Promise<RoleRow> =>
  withActor(db, by.actor, async (tx) => {
    const { name, userType = 'user', companyId: named, _companyId } = input
    const permissions = inOrder(input.permissions ?? [])
    const companyId = await companyOfNew(tx, by.actor, { companyId: named, _companyId })
    checkGrant(by.actor, { userType, permissions }, input._userType)
    const row = await tx.role.create({ data: { name, userType, permissions, companyId }, select: rowSelect })
    await recordChange(tx, by, 'role-created', row, null, snapshot(row))
    return toRow(row)
  })

/** The caller must be allowed to grant the role both as it was and as it becomes. */
export async function updateRole(services: Services, by: AuditActor, input: UpdateInput): Promise<RoleRow> {
  await checkReadOnly(READ_ONLY, input, () => getRole(services, by.actor, input.id))
  return withActor(services.db, by.actor, async (tx) => {
    await lockRow(tx, 'Role', input.id)
    const before = await stored(tx, by.actor, input.id)
    checkNarrowed(before, { userType: input._userType, companyIds: [input.companyId, input._companyId] })
    await checkChangeable(tx, by.actor, before)
    checkFresh(before, input.updatedAt)
    const merged = {
      name: input.name,
      userType: input.userType ?? before.userType,
      permissions: inOrder(input.permissions ?? before.permissions),
    }
    checkGrant(by.actor, merged, input._userType)
    await checkAdminRemains(tx, before, merged.userType)
    if (grantsDiffer(before, merged)) requireConfirmed(by.actor)
    const update = (data: Prisma.RoleUpdateInput) =>
      tx.role.update({ where: { id: before.id }, data, select: rowSelect })
    const row = await keepLastEdit(before, await update(merged), snapshot, update)
    await recordChange(tx, by, 'role-updated', row, snapshot(before), snapshot(row))
    return toRow(row)
  })
}

export async function deleteRole({ db }: Services, by: AuditActor, input: DeleteInput): Promise<RoleRow> {
  try {
    return await withActor(db, by.actor, async (tx) => {
      await lockRow(tx, 'Role', input.id)
      const row = await stored(tx, by.actor, input.id)
      checkNarrowed(row, { userType: input.userType, companyIds: [input.companyId] })
      await checkChangeable(tx, by.actor, row)
      checkFresh(row, input.updatedAt)
      if (row._count.users > 0) throw new AppError('conflict', serverMessages.role.inUse(row._count.users))
      await tx.role.delete({ where: { id: row.id } })
      await recordChange(tx, by, 'role-deleted', row, snapshot(row), null)
      return toRow(row)
    })
  } catch (error) {
    // A user whom the caller can't see has it.
    if (isReferredTo(error)) throw new AppError('conflict', serverMessages.role.inUse(1))
    throw error
  }
}

const grantsDiffer = (before: StoredRole, after: Pick<StoredRole, 'userType' | 'permissions'>): boolean =>
  before.userType !== after.userType || !isDeepStrictEqual(inOrder(before.permissions), after.permissions)

const stored = async (tx: Tx, actor: Actor, id: string): Promise<StoredRole> =>
  orNotFound(await tx.role.findFirst({ where: { id, ...visibleTo(actor) }, select: rowSelect }))

const SEARCHED_BY: SearchedBy<SearchColumn, Prisma.RoleWhereInput> = {
  name: (q) => [{ name: contains(q) }],
  userType: (q) => [{ userType: { in: USER_TYPES.filter((type) => type.includes(q.toLowerCase())) } }],
  company: (q) => [{ company: { nameOut: contains(q) } }],
  updatedAt: (_q, days) => inDays(days, (updatedAt) => ({ updatedAt }), companyIn),
}
