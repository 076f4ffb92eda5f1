import { canGrantRole, grantsEverything, type RoleGrant } from './grants.ts'
import type { PermissionHolder } from './permissions.ts'

/**
 * Why a role can't be changed: a system role, the caller's own, shared by all companies, or stronger than
 * the caller.
 */
export type RoleLock = 'isStatic' | 'own' | 'ofTheHouse' | 'stronger'

export type LockableRole = RoleGrant & { id: string; isStatic: boolean; companyId: string | null }

export function roleLock(
  holder: PermissionHolder,
  ownRoleId: string | null,
  role: LockableRole,
): RoleLock | null {
  if (role.isStatic) return 'isStatic'
  if (role.id === ownRoleId) return 'own'
  if (grantsEverything(holder)) return null
  if (role.companyId === null) return 'ofTheHouse'
  return canGrantRole(holder, role) ? null : 'stronger'
}
