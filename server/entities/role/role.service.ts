import { isDeepStrictEqual } from 'node:util'
import { serverMessages } from '#domain/messages/server'
import { requireConfirmed } from '../../auth/guards.ts'
import type { Page } from '../../platform/database/cursor.ts'
import { isReferredTo } from '../../platform/database/database-error.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { AuditActor } from '../../events/record-event.ts'
import { checkFresh, checkReadOnly } from '../record-as-read.ts'
import { inOrder, readOnly, role, roles } from './role.ts'
import type { CreateInput, DeleteInput, ListInput, RoleRow, StoredRole, UpdateInput } from './role.ts'
import { checkAdminRemains, checkChangeable, checkGrant, checkNarrowed, companyOfNew } from './role-rules.ts'

export const listRoles = (services: Services, by: AuditActor, input: ListInput): Promise<Page<RoleRow>> =>
  roles.list(services, by, input, { userType: input.userType, companyId: input.companyId })

export const createRole = ({ db }: Services, by: AuditActor, input: CreateInput): Promise<RoleRow> =>
  db.as(by.actor).write(async (tx) => {
    const { name, userType = 'user', scope = 'company', companyId: named, _companyId } = input
    const permissions = inOrder(input.permissions ?? [])
    const companyId = await companyOfNew(tx, by.actor, { companyId: named, _companyId })
    checkGrant(by.actor, { userType, permissions, scope }, input._userType)
    const row = await tx.role.create({
      data: { name, userType, permissions, scope, companyId },
      select: role.select,
    })
    await roles.record(tx, by, 'role-created', [null, row])
    return role.toRow(row)
  })

/** The caller must be allowed to grant the role both as it was and as it becomes. */
export async function updateRole(services: Services, by: AuditActor, input: UpdateInput): Promise<RoleRow> {
  await checkReadOnly(readOnly, input, () => roles.get(services, by, input))
  return services.db.as(by.actor).write(async (tx) => {
    const before = await roles.lock(tx, by.actor, input.id)
    checkNarrowed(before, { userType: input._userType, companyIds: [input.companyId, input._companyId] })
    await checkChangeable(tx, by.actor, before)
    checkFresh(before, input.updatedAt)
    const merged = {
      name: input.name,
      userType: input.userType ?? before.userType,
      permissions: inOrder(input.permissions ?? before.permissions),
      scope: input.scope ?? before.scope,
    }
    checkGrant(by.actor, merged, input._userType)
    await checkAdminRemains(tx, before, merged.userType)
    if (grantsDiffer(before, merged)) requireConfirmed(by.actor)
    const row = await roles.update(tx, before, merged)
    await roles.record(tx, by, 'role-updated', [before, row])
    return role.toRow(row)
  })
}

export async function deleteRole({ db }: Services, by: AuditActor, input: DeleteInput): Promise<RoleRow> {
  try {
    return await db.as(by.actor).write(async (tx) => {
      const row = await roles.lock(tx, by.actor, input.id)
      checkNarrowed(row, { userType: input.userType, companyIds: [input.companyId] })
      await checkChangeable(tx, by.actor, row)
      checkFresh(row, input.updatedAt)
      if (row._count.users > 0) throw new AppError('conflict', serverMessages.role.inUse(row._count.users))
      await tx.role.delete({ where: { id: row.id } })
      await roles.record(tx, by, 'role-deleted', [row, null])
      return role.toRow(row)
    })
  } catch (error) {
    // A user whom the caller can't see has it.
    if (isReferredTo(error)) throw new AppError('conflict', serverMessages.role.inUse(1))
    throw error
  }
}

const grantsDiffer = (
  before: StoredRole,
  after: Pick<StoredRole, 'userType' | 'permissions' | 'scope'>,
): boolean =>
  before.userType !== after.userType ||
  before.scope !== after.scope ||
  !isDeepStrictEqual(inOrder(before.permissions), after.permissions)
