import {
  hasPermission,
  isNarrowed,
  reachesAllCompanies,
  type Permission,
  type PermissionHolder,
} from './permissions.ts'

/** One table for the server's guards and the panel's buttons. Row-level security decides whose rows. */
type Rule = (holder: PermissionHolder) => boolean

const holdsAnyOf =
  (...permissions: readonly [Permission, ...Permission[]]): Rule =>
  (holder) =>
    permissions.some((permission) => hasPermission(holder, permission))

const isCompanyType: Rule = (holder) => holder.userType === 'company'

const withForms =
  (permission: Permission): Rule =>
  (holder) =>
    hasPermission(holder, 'page:forms') && hasPermission(holder, permission)

const leadsSubmissions: Rule = (holder) =>
  holdsAnyOf('page:forms')(holder) && (reachesAllCompanies(holder) || isCompanyType(holder))

export const ACTIONS = {
  'company.list': holdsAnyOf('page:companies', 'company:read'),
  'company.create': reachesAllCompanies,
  'company.update': (holder) => holdsAnyOf('company:update')(holder) || isCompanyType(holder),
  'company.delete': (holder) =>
    (holdsAnyOf('company:delete')(holder) || isCompanyType(holder)) && !isNarrowed(holder),
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
  'team.delete': holdsAnyOf('team:delete'),
  'funder.list': holdsAnyOf('page:funders', 'funder:read'),
  'funder.create': holdsAnyOf('funder:create'),
  'funder.update': holdsAnyOf('funder:update'),
  'funder.delete': holdsAnyOf('funder:delete'),
  'funder.fit': (holder) =>
    holdsAnyOf('page:forms')(holder) && holdsAnyOf('page:funders', 'funder:read', 'package:send')(holder),
  'funder.report': holdsAnyOf('page:funders'),
  'copy.trace': holdsAnyOf('page:funders'),
  'package.send': withForms('package:send'),
  'offer.update': withForms('offer:update'),
  'offer.choose': (holder) => withForms('offer:update')(holder) && hasPermission(holder, 'submission:decide'),
  'submission.list': holdsAnyOf('page:forms'),
  'submission.create': holdsAnyOf('submission:create'),
  'submission.update': withForms('submission:update'),
  'submission.decide': withForms('submission:decide'),
  'submission.reveal': withForms('submission:reveal'),
  'submission.export': withForms('submission:export'),
  'submission.delete': withForms('submission:delete'),
  'submission.hold': leadsSubmissions,
  'submission.end-links': leadsSubmissions,
  'registration.list': leadsSubmissions,
  /** Saved views, presence. */
  'workspace.use': holdsAnyOf('page:forms'),
  /** API keys and single sign-on. */
  'integration.manage': (holder) => reachesAllCompanies(holder) || isCompanyType(holder),
  'webhook.manage': (holder) => reachesAllCompanies(holder) || isCompanyType(holder),
  'audit.list': reachesAllCompanies,
  'link.list': () => true,
  'link.create': () => true,
  'link.update': () => true,
  'link.delete': (holder) => reachesAllCompanies(holder) || isCompanyType(holder),
} as const satisfies Record<string, Rule>

export type Action = keyof typeof ACTIONS

/** The permission that an API key needs besides, where the rule asks for the user's type; null: closed to keys. */
const NEEDED_BY_KEYS: Partial<Record<Action, Permission | null>> = {
  'company.create': 'company:create', 'company.update': 'company:update', 'company.delete': 'company:delete',
  'submission.hold': 'submission:decide', 'submission.end-links': 'submission:update',
  'link.list': 'page:links', 'link.create': 'page:links', 'link.update': 'page:links',
  'link.delete': 'page:links',   'webhook.manage': 'company:update', 'submission.delete': null, 'integration.manage': null, 'audit.list': null, 'workspace.use': null,
} // prettier-ignore

export function canPerform(holder: PermissionHolder, action: Action): boolean {
  const needed = holder.limited === true ? NEEDED_BY_KEYS[action] : undefined
  if (needed === null || (needed && !hasPermission(holder, needed))) return false
  return ACTIONS[action](holder)
}
