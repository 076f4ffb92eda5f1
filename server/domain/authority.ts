import { grantsEverything, RANK } from './grants.ts'
import { reachesAllCompanies, type PermissionHolder, type UserType } from './permissions.ts'

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
