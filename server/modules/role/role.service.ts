import { isDeepStrictEqual } from 'node:util'
import { serverMessages } from '#domain/messages/server'
import { USER_TYPES } from '#domain/permissions'
import { withActor, type Actor, type Tx } from '../../auth/actor.ts'
import { requireConfirmed } from '../../auth/guards.ts'
import {
  companyIn,
  contains,
  inDays,
  searchWhere,
  toSkipTake,
  type Page,
  type SearchedBy,
} from '../../database/list-query.ts'
import { lockRow } from '../../database/lock-row.ts'
import { isReferredTo } from '../../database/database-error.ts'
import { AppError } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordChange, type AuditActor } from '../audit/record-change.ts'
import { checkFresh } from '../fresh.ts'
import { checkReadOnly, keepLastEdit } from '../record-as-read.ts'
import {
  READ_ONLY,
  SEARCH_COLUMNS,
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

export async function listRoles({ db }: Services, actor: Actor, input: ListInput): Promise<Page<RoleRow>> {
  const { from, skip, take } = toSkipTake(input.range)
  const { userType, companyId } = input
  return withActor(db, actor, async (tx) => {
    const where: Prisma.RoleWhereInput = {
      AND: [
        visibleTo(actor),
        { userType, companyId },
        { id: { in: input.filter?.id }, companyId: input.filter?.companyId },
      ],
      ...(await searchWhere(tx, input.filter, SEARCHED_BY, SEARCH_COLUMNS)),
    }
    const total = await tx.role.count({ where })
    const rows = await tx.role.findMany({
      where,
      orderBy: toOrderBy(input.sort),
      skip,
      take,
      select: rowSelect,
    })
    return { rows: rows.map(toRow), total, from }
  })
}

export const getRole = ({ db }: Services, actor: Actor, id: string): Promise<RoleRow> =>
  withActor(db, actor, async (tx) => toRow(await stored(tx, actor, id)))

export const createRole = ({ db }: Services, by: AuditActor, input: CreateInput): Promise<RoleRow> =>
  withActor(db, by.actor, async (tx) => {
    const { name, userType = 'user', companyId: named, _companyId } = input
    const permissions = inOrder(input.permissions ?? [])
    const companyId = await companyOfNew(tx, by.actor, { companyId: named, _companyId })
    checkGrant(by.actor, { userType, permissions }, input._userType)
    const row = await tx.role.create({ data: { name, userType, permissions, companyId }, select: rowSelect })
    await record(tx, by, 'role-created', null, row)
    return toRow(row)
  })

/** Role of the caller's company or none: row-level security hides other companies. */
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
    await record(tx, by, 'role-updated', before, row)
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
      if (row._count.users > 0) throw new AppError('conflict', serverMessages.role.inUse(row._count.users))
      await tx.role.delete({ where: { id: row.id } })
      await record(tx, by, 'role-deleted', row, null)
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

async function stored(tx: Tx, actor: Actor, id: string): Promise<StoredRole> {
  const row = await tx.role.findFirst({ where: { id, ...visibleTo(actor) }, select: rowSelect })
  if (!row) throw new AppError('not_found')
  return row
}

async function record(
  tx: Tx,
  by: AuditActor,
  act: 'role-created' | 'role-updated' | 'role-deleted',
  before: StoredRole | null,
  after: StoredRole | null,
): Promise<void> {
  const role = after ?? before
  await recordChange(tx, by, {
    act,
    objectType: 'role',
    objectId: role?.id ?? '',
    companyId: role?.companyId ?? null,
    before: before && snapshot(before),
    after: after && snapshot(after),
  })
}

const SEARCHED_BY: SearchedBy<SearchColumn, Prisma.RoleWhereInput> = {
  name: (q) => [{ name: contains(q) }],
  userType: (q) => [{ userType: { in: USER_TYPES.filter((type) => type.includes(q.toLowerCase())) } }],
  company: (q) => [{ company: { nameOut: contains(q) } }],
  updatedAt: (_q, days) => inDays(days, (updatedAt) => ({ updatedAt }), companyIn),
}

function toOrderBy(sort: ListInput['sort']): Prisma.RoleOrderByWithRelationInput[] {
  const [field, order] = sort ?? [null, 'DESC']
  const direction = order === 'ASC' ? 'asc' : 'desc'
  switch (field) {
    case null:
      return [{ createdAt: 'desc' }, { id: 'desc' }]
    case 'company':
      return [{ company: { nameOut: direction } }, { id: 'desc' }]
    default:
      return [{ [field]: direction }, { id: 'desc' }]
  }
}
