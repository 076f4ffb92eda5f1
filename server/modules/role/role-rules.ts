import { isNoStrongerThan, canGrantRole, type RoleGrant } from '#domain/grants'
import { roleLock } from '#domain/role-lock'
import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies, type UserType } from '#domain/permissions'
import type { Actor, Tx } from '../../auth/actor.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import { activeAdminsBut } from '../user/active-admins.ts'
import type { StoredRole } from './role-row.ts'

/** Who may make, change and delete which role (security.md 3, decisions section 5). */

const words = serverMessages.role

/** The roles that somebody sees, beneath row-level security: those of admins are the admins' own business. */
export const visibleTo = (actor: Actor): Prisma.RoleWhereInput =>
  reachesAllCompanies(actor) ? {} : { userType: { not: 'admin' } }

/** Whom a request says it acts as; what is left out or null narrows nothing. */
export type Acting = { userType?: UserType | null | undefined; companyIds: (string | null | undefined)[] }

/** @throws AppError not_found for a role beyond what the request narrows itself to */
export function checkNarrowed(role: StoredRole, { userType, companyIds }: Acting): void {
  const isBeyond =
    (userType != null && !isNoStrongerThan(role.userType, userType)) ||
    companyIds.some((companyId) => companyId != null && companyId !== role.companyId)
  if (isBeyond) throw new AppError('not_found')
}

/** Nobody gives what they do not hold. @throws AppError forbidden, invalid_input beyond the narrowed type */
export function checkGrant(actor: Actor, role: RoleGrant, userType: UserType | null | undefined): void {
  if (userType != null && !isNoStrongerThan(role.userType, userType))
    throw fieldError('userType', words.beyond)
  if (!canGrantRole(actor, role)) throw new AppError('forbidden', words.beyond)
}

/**
 * Refuses to leave the house without an admin who can sign in, where a role makes admins no more.
 *
 * @throws AppError conflict
 */
export async function checkAdminRemains(tx: Tx, role: StoredRole, userType: UserType): Promise<void> {
  if (role.userType !== 'admin' || userType === 'admin') return
  const others = await activeAdminsBut(tx, { roleId: role.id, isAdmin: false })
  if (others === 0) throw new AppError('conflict', words.lastAdmin, { fields: { userType: words.lastAdmin } })
}

/**
 * What holds for changing a role and for deleting it.
 *
 * @throws AppError forbidden: a system role, one's own, the house's, or one that gives more than the caller holds
 */
export async function checkChangeable(tx: Tx, actor: Actor, role: StoredRole): Promise<void> {
  const lock = roleLock(actor, actor.roleId, role)
  if (lock !== null) throw new AppError('forbidden', words[lock])
  if (reachesAllCompanies(actor)) return
  const stronger = await tx.user.count({ where: { roleId: role.id, isAdmin: true } })
  if (stronger > 0) throw new AppError('forbidden', words.stronger)
}

/**
 * Where a new role belongs: for admins the company that is named, else the house; for others their own company.
 *
 * @throws AppError invalid_input for another company, forbidden for somebody without one
 */
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
  // Row-level security hides every other company from whoever has one.
  const found = await tx.company.count({ where: { id: companyId } })
  if (found === 0) {
    throw fieldError(named.companyId ? 'companyId' : '_companyId', serverMessages.choice.company)
  }
  return companyId
}
