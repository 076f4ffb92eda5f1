import { RANK } from './grants.ts'
import { reachesAllCompanies, type PermissionHolder, type UserType } from './permissions.ts'

/** Who may change whom (decisions section 5, security.md 5). Whose rows somebody reaches at all is the server's to scope. */

/** A user as authority over them is judged: by columns, never by names. */
export type Subject = { isAdmin: boolean; role: { userType: UserType } | null }

export const isAdminUser = ({ isAdmin, role }: Subject): boolean => isAdmin || role?.userType === 'admin'

const toRank = (subject: Subject): number =>
  isAdminUser(subject) ? RANK.admin : RANK[subject.role?.userType ?? 'user']

/** May this person change the user's record? Admins are the admins' to change. */
export const canEditUser = (holder: PermissionHolder, subject: Subject): boolean =>
  reachesAllCompanies(holder) || !isAdminUser(subject)

/** What decides who somebody is here (email, password, role, active) is for those of the same rank or a higher one. */
export const canSetCredentials = (holder: PermissionHolder, subject: Subject): boolean =>
  reachesAllCompanies(holder) || toRank(subject) <= RANK[holder.userType]
