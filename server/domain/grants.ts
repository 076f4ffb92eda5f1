import {
  hasPermission,
  PERMISSIONS,
  reachesAllCompanies,
  type Permission,
  type PermissionHolder,
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

export type RoleGrant = { userType: UserType; permissions: readonly string[] }

const isPermission = (text: string): text is Permission => PERMISSIONS.some((each) => each === text)

export const canGrantRole = (holder: PermissionHolder, role: RoleGrant): boolean =>
  grantsEverything(holder) ||
  (canGrantType(holder, role.userType) &&
    role.permissions.every((text) => isPermission(text) && canGrantPermission(holder, text)))
