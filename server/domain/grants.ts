import {
  hasPermission,
  PERMISSIONS,
  isNarrowed,
  reachesAllCompanies,
  ROLE_SCOPES,
  type Permission,
  type PermissionHolder,
  type RoleScope,
  type UserType,
} from './permissions.ts'

/** Users grant only permissions that they hold; API keys none of a user's type. */

export const RANK: Record<UserType, number> = { user: 0, company: 1, admin: 2 }

const isTypeString = (permission: Permission): boolean => permission.startsWith('userType:')

export const grantsEverything = (holder: PermissionHolder): boolean =>
  reachesAllCompanies(holder) && holder.limited !== true

export const canGrantPermission = (holder: PermissionHolder, permission: Permission): boolean =>
  grantsEverything(holder) || (!isTypeString(permission) && hasPermission(holder, permission))

export const isNoStrongerThan = (userType: UserType, most: UserType): boolean => RANK[userType] <= RANK[most]

export const canGrantType = (holder: PermissionHolder, userType: UserType): boolean =>
  grantsEverything(holder) || isNoStrongerThan(userType, holder.limited === true ? 'user' : holder.userType)

/** Ranks scopes from the narrowest. */
export const canGrantScope = (holder: PermissionHolder, scope: RoleScope): boolean =>
  !isNarrowed(holder) || ROLE_SCOPES.indexOf(scope) >= ROLE_SCOPES.indexOf(holder.scope ?? 'company')

/** `scope`: 'company' where it is left out */
export type RoleGrant = { userType: UserType; permissions: readonly string[]; scope?: RoleScope }

const isPermission = (text: string): text is Permission => PERMISSIONS.some((each) => each === text)

export const canGrantRole = (holder: PermissionHolder, role: RoleGrant): boolean =>
  grantsEverything(holder) ||
  (canGrantType(holder, role.userType) &&
    canGrantScope(holder, role.scope ?? 'company') &&
    role.permissions.every((text) => isPermission(text) && canGrantPermission(holder, text)))

/** Authority comes from columns, never from names. */
export type Subject = { isAdmin: boolean; role: { userType: UserType } | null }

export const isAdminUser = ({ isAdmin, role }: Subject): boolean => isAdmin || role?.userType === 'admin'

const toRank = (subject: Subject): number =>
  isAdminUser(subject) ? RANK.admin : RANK[subject.role?.userType ?? 'user']

export const canEditUser = (holder: PermissionHolder, subject: Subject): boolean =>
  grantsEverything(holder) || !isAdminUser(subject)

/** Email address, password, role and active: never by an API key. */
export const canSetCredentials = (holder: PermissionHolder, subject: Subject): boolean =>
  holder.limited !== true && (reachesAllCompanies(holder) || toRank(subject) <= RANK[holder.userType])

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
