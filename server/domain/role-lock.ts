import { canGrantRole, type RoleGrant } from './grants.ts'
import { reachesAllCompanies, type PermissionHolder } from './permissions.ts'

/** Why a role is not somebody's to change: a system role, their own, the house's, or one that gives more than they hold. */
export type RoleLock = 'isStatic' | 'own' | 'ofTheHouse' | 'stronger'

export type LockableRole = RoleGrant & { id: string; isStatic: boolean; companyId: string | null }

/** null: the role is theirs to change and delete, as far as the role itself says (security.md 3). */
export function roleLock(
  holder: PermissionHolder,
  ownRoleId: string | null,
  role: LockableRole,
): RoleLock | null {
  if (role.isStatic) return 'isStatic'
  if (role.id === ownRoleId) return 'own'
  if (reachesAllCompanies(holder)) return null
  if (role.companyId === null) return 'ofTheHouse'
  return canGrantRole(holder, role) ? null : 'stronger'
}
