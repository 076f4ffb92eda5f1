import { hasPermission, reachesAllCompanies, type Permission, type PermissionHolder } from './permissions.ts'

/**
 * Who may do what with an entity: one table for the server's guards and the panel's buttons. Row-level
 * security decides whose rows.
 */
type Rule = (holder: PermissionHolder) => boolean

const holdsAnyOf =
  (...permissions: readonly [Permission, ...Permission[]]): Rule =>
  (holder) =>
    permissions.some((permission) => hasPermission(holder, permission))

const isCompanyType: Rule = (holder) => holder.userType === 'company'

const leadsSubmissions: Rule = (holder) =>
  holdsAnyOf('page:forms')(holder) && (reachesAllCompanies(holder) || isCompanyType(holder))

export const ACTIONS = {
  'company.list': holdsAnyOf('page:companies', 'company:read'),
  'company.create': reachesAllCompanies,
  'company.update': (holder) => holdsAnyOf('company:update')(holder) || isCompanyType(holder),
  'company.delete': (holder) => holdsAnyOf('company:delete')(holder) || isCompanyType(holder),
  'company.choose-lead': holdsAnyOf('page:users'),
  'user.list': holdsAnyOf('page:users', 'user:read'),
  'user.create': holdsAnyOf('user:create', 'action:create'),
  'user.update': holdsAnyOf('user:update', 'action:edit'),
  'role.list': holdsAnyOf('page:roles', 'role:read'),
  'role.create': holdsAnyOf('role:create', 'action:create'),
  'role.update': holdsAnyOf('role:update', 'action:edit'),
  'role.delete': holdsAnyOf('role:delete', 'action:delete'),
  'team.list': holdsAnyOf('page:teams', 'team:read'),
  'team.create': holdsAnyOf('team:create'),
  'team.update': holdsAnyOf('team:update'),
  'submission.list': holdsAnyOf('page:forms'),
  'submission.update': (holder) =>
    holdsAnyOf('page:forms')(holder) && holdsAnyOf('submission:update')(holder),
  'submission.decide': (holder) =>
    holdsAnyOf('page:forms')(holder) && holdsAnyOf('submission:decide')(holder),
  'submission.hold': leadsSubmissions,
  'submission.end-links': leadsSubmissions,
  'registration.list': leadsSubmissions,
  'audit.list': reachesAllCompanies,
  'link.list': () => true,
  'link.create': () => true,
  'link.delete': (holder) => reachesAllCompanies(holder) || isCompanyType(holder),
} as const satisfies Record<string, Rule>

export type Action = keyof typeof ACTIONS

export const canPerform = (holder: PermissionHolder, act: Action): boolean => ACTIONS[act](holder)
