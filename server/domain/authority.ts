import { RANK } from './grants.ts'
import { reachesAllCompanies, type PermissionHolder, type UserType } from './permissions.ts'

/** Authority comes from columns, never from names. */
export type Subject = { isAdmin: boolean; role: { userType: UserType } | null }

export const isAdminUser = ({ isAdmin, role }: Subject): boolean => isAdmin || role?.userType === 'admin'

const toRank = (subject: Subject): number =>
  isAdminUser(subject) ? RANK.admin : RANK[subject.role?.userType ?? 'user']

export const canEditUser = (holder: PermissionHolder, subject: Subject): boolean =>
  reachesAllCompanies(holder) || !isAdminUser(subject)

/** Email address, password, role and active. */
export const canSetCredentials = (holder: PermissionHolder, subject: Subject): boolean =>
  reachesAllCompanies(holder) || toRank(subject) <= RANK[holder.userType]
