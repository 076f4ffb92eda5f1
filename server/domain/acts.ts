import { can, reachesAllCompanies, type Permission, type PermissionHolder } from './permissions.ts'

/** Who may do what with an entity: the one table behind the server's guards and the panel's buttons. */
type Rule = (holder: PermissionHolder) => boolean

const anyOf =
  (...permissions: readonly [Permission, ...Permission[]]): Rule =>
  (holder) =>
    permissions.some((permission) => can(holder, permission))

const isCompanyType: Rule = (holder) => holder.userType === 'company'

/**
 * Spec section 6's gating and decisions section 5. Whose rows somebody reaches is the server's to scope: whoever is
 * confined to a company finds no other company's row to update or delete.
 */
export const ACTS = {
  'company.list': anyOf('page:companies', 'company:read'),
  'company.create': reachesAllCompanies,
  'company.update': (holder) => anyOf('company:update')(holder) || isCompanyType(holder),
  'company.delete': (holder) => anyOf('company:delete')(holder) || isCompanyType(holder),
  'company.choose-lead': anyOf('page:users'),
  'user.list': anyOf('page:users', 'user:read'),
  'user.create': anyOf('user:create', 'action:create'),
  'user.update': anyOf('user:update', 'action:edit'),
  'role.list': anyOf('page:roles', 'role:read'),
  'role.create': anyOf('role:create', 'action:create'),
  'role.update': anyOf('role:update', 'action:edit'),
  'role.delete': anyOf('role:delete', 'action:delete'),
  'team.list': anyOf('page:teams', 'team:read'),
  'team.create': anyOf('team:create'),
  'team.update': anyOf('team:update'),
  'submission.list': anyOf('page:forms'),
  'submission.hold': (holder) =>
    anyOf('page:forms')(holder) && (reachesAllCompanies(holder) || isCompanyType(holder)),
  /** the whole log; what concerns applications is read by whoever reads those */
  'audit.list': reachesAllCompanies,
  'link.list': () => true,
  'link.create': () => true,
  'link.delete': (holder) => reachesAllCompanies(holder) || isCompanyType(holder),
} as const satisfies Record<string, Rule>

export type Act = keyof typeof ACTS

export const may = (holder: PermissionHolder, act: Act): boolean => ACTS[act](holder)
