import {
  hasPermission,
  PERMISSIONS,
  reachesAllCompanies,
  type Permission,
  type PermissionHolder,
  type UserType,
} from './permissions.ts'

/** Nobody grants what they do not hold (decisions section 5, security.md 3). */

/** The types by what they reach. */
export const RANK: Record<UserType, number> = { user: 0, company: 1, admin: 2 }

const isTypeString = (permission: Permission): boolean => permission.startsWith('userType:')

/** May this person put the permission into a role? The `userType:` strings are the admins' to give. */
export const canGrantPermission = (holder: PermissionHolder, permission: Permission): boolean =>
  reachesAllCompanies(holder) || (!isTypeString(permission) && hasPermission(holder, permission))

/** Is a type at most as strong as another? */
export const isNoStrongerThan = (userType: UserType, most: UserType): boolean => RANK[userType] <= RANK[most]

/** May this person make somebody of this type? At most of their own. */
export const canGrantType = (holder: PermissionHolder, userType: UserType): boolean =>
  reachesAllCompanies(holder) || isNoStrongerThan(userType, holder.userType)

/** What a role gives to whoever has it. */
export type RoleGrant = { userType: UserType; permissions: readonly string[] }

const isPermission = (text: string): text is Permission => PERMISSIONS.some((each) => each === text)

/** May this person give the role as it stands, to a user or by writing it? Strings that nobody knows are nobody's. */
export const canGrantRole = (holder: PermissionHolder, role: RoleGrant): boolean =>
  reachesAllCompanies(holder) ||
  (canGrantType(holder, role.userType) &&
    role.permissions.every((text) => isPermission(text) && canGrantPermission(holder, text)))
