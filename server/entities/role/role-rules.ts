import { isNoStrongerThan, canGrantRole, grantsEverything, type RoleGrant, roleLock } from '#domain/grants'
import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies, type UserType } from '#domain/permissions'
import type { Actor } from '../../auth/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { AppError, fieldError } from '../../errors.ts'
import { activeAdminsBut } from '../user/user-rules.ts'
import type { StoredRole } from './role.ts'

const words = serverMessages.role

type Acting = { userType?: UserType | null | undefined; companyIds: (string | null | undefined)[] }

export function checkNarrowed(role: StoredRole, { userType, companyIds }: Acting): void {
  const isBeyond =
    (userType != null && !isNoStrongerThan(role.userType, userType)) ||
    companyIds.some((companyId) => companyId != null && companyId !== role.companyId)
  if (isBeyond) throw new AppError('not_found')
}

export function checkGrant(actor: Actor, role: RoleGrant, userType: UserType | null | undefined): void {
  if (userType != null && !isNoStrongerThan(role.userType, userType))
    throw fieldError('userType', words.beyond)
  if (!canGrantRole(actor, role)) throw new AppError('forbidden', words.beyond)
}

export async function checkAdminRemains(tx: Tx, role: StoredRole, userType: UserType): Promise<void> {
  if (role.userType !== 'admin' || userType === 'admin') return
  const others = await activeAdminsBut(tx, { roleId: role.id, isAdmin: false })
  if (others === 0) throw new AppError('conflict', words.lastAdmin, { fields: { userType: words.lastAdmin } })
}

/**
 * @throws AppError forbidden: a system role, one's own, one shared by all companies, or one stronger than
 *   the caller
 */
export async function checkChangeable(tx: Tx, actor: Actor, role: StoredRole): Promise<void> {
  const lock = roleLock(actor, actor.roleId, role)
  if (lock !== null) throw new AppError('forbidden', words[lock])
  if (grantsEverything(actor)) return
  const stronger = await tx.user.count({ where: { roleId: role.id, isAdmin: true } })
  if (stronger > 0) throw new AppError('forbidden', words.stronger)
}

/** For admins the named company, else shared by all; for others their own company. */
export async function companyOfNew(
  tx: Tx,
  actor: Actor,
  named: Partial<Record<'companyId' | '_companyId', string | null | undefined>>,
): Promise<string | null> {
  const own = reachesAllCompanies(actor) ? null : actor.companyId
  if (own === null && !reachesAllCompanies(actor)) throw new AppError('forbidden')
  const companyId = named.companyId ?? named._companyId ?? own
  for (const [field, value] of Object.entries(named)) {
    if (value != null && value !== companyId) throw fieldError(field, serverMessages.choice.company)
  }
  if (companyId === null) return null
  const found = await tx.company.count({ where: { id: companyId } })
  if (found === 0) {
    throw fieldError(named.companyId ? 'companyId' : '_companyId', serverMessages.choice.company)
  }
  return companyId
}
