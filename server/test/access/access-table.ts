import type { PageKey } from '#domain/pages'
import { PERMISSIONS, USER_TYPES, type Permission, type UserType } from '#domain/permissions'

/**
 * Who has access to what, written by hand. The panel and the server are both compared with it, so that neither can
 * copy the other's mistake.
 */

/** Gated actions; each is a button of the panel and a call of the server. */
export const GATES = [
  'company.create',
  'company.update',
  'company.delete',
  'user.create',
  'user.update',
  'role.create',
  'role.update',
  'role.delete',
  'team.create',
  'team.update',
  'team.delete',
  'funder.create',
  'funder.update',
  'funder.delete',
  'link.delete',
] as const
export type Gate = (typeof GATES)[number]

/** `lists`: pages whose list may be read over REST though the page is closed. */
export type Access = { pages: readonly PageKey[]; lists: readonly PageKey[]; gates: readonly Gate[] }

/** A user of one type whose role holds one permission, none or all of them. */
export type AccessCase = { userType: UserType; holds: Permission | 'none' | 'all' }

export const CASES: readonly AccessCase[] = USER_TYPES.flatMap((userType) =>
  (['none', ...PERMISSIONS, 'all'] as const).map((holds) => ({ userType, holds })),
)

/** Every page and gate is given by one of them and kept from another, by the type and by a permission. */
const SAMPLED: Record<UserType, readonly AccessCase['holds'][]> = {
  admin: ['none'],
  company: ['none', 'page:roles', 'all'],
  user: [
    'none',
    'page:forms',
    'page:companies',
    'page:teams',
    'page:funders',
    'role:read',
    'user:create',
    'action:edit',
    'all',
  ],
}
export const SAMPLES = CASES.filter(({ userType, holds }) => SAMPLED[userType].includes(holds))

const DASHBOARD: readonly AccessCase['holds'][] = ['page:main', 'userType:admin', 'userType:company', 'all']

/** The dashboard is never the first page after signing in, so PAGES does not list it. */
export const opensDashboard = ({ userType, holds }: AccessCase): boolean =>
  userType === 'admin' || DASHBOARD.includes(holds)

export const permissionsOf = ({ holds }: AccessCase): Permission[] =>
  holds === 'none' ? [] : holds === 'all' ? [...PERMISSIONS] : [holds]

const ALL_PAGES: readonly PageKey[] = [
  'forms',
  'companies',
  'teams',
  'users',
  'roles',
  'links',
  'funders',
  'registrations',
  'api-keys',
  'webhooks',
  'audit',
]
const EVERYTHING: Access = { pages: ALL_PAGES, lists: [], gates: GATES }

/** Everybody's, who is signed in. */
const FREE: readonly PageKey[] = ['links']

const access = (pages: PageKey[], gates: Gate[] = [], lists: PageKey[] = []): Access => ({
  pages,
  gates,
  lists,
})

/** What all strings together give: it takes a type to create companies and to delete links. */
const EVERY_STRING = access(
  without(ALL_PAGES, 'roles', 'registrations', 'api-keys', 'webhooks', 'audit'),
  without(GATES, 'company.create', 'link.delete'),
  ['roles', 'audit'],
)

/** The strings of section 6, and what each gives to somebody of the type user. */
const GIVES: Record<Permission, Access> = {
  'page:users': access(['users']),
  'page:companies': access(['companies']),
  // The page is closed to the type `user`; the list itself is not.
  'page:roles': access([], [], ['roles']),
  'page:teams': access(['teams']),
  // Of the log, what concerns applications.
  'page:forms': access(['forms'], [], ['audit']),
  'page:links': access([]),
  'page:attachments': access([]),
  'page:main': access([]),
  'page:funders': access(['funders']),
  'user:create': access([], ['user.create']),
  'user:read': access([], [], ['users']),
  'user:update': access([], ['user.update']),
  'user:delete': access([]),
  'company:create': access([]),
  'company:read': access([], [], ['companies']),
  'company:update': access([], ['company.update']),
  'company:delete': access([], ['company.delete']),
  'role:create': access([], ['role.create']),
  'role:read': access([], [], ['roles']),
  'role:update': access([], ['role.update']),
  'role:delete': access([], ['role.delete']),
  'team:create': access([], ['team.create']),
  'team:read': access([], [], ['teams']),
  'team:update': access([], ['team.update']),
  'team:delete': access([], ['team.delete']),
  'funder:create': access([], ['funder.create']),
  'funder:read': access([], [], ['funders']),
  'funder:update': access([], ['funder.update']),
  'funder:delete': access([], ['funder.delete']),
  'submission:create': access([]),
  'submission:update': access([]),
  'submission:decide': access([]),
  'submission:reveal': access([]),
  'submission:export': access([]),
  'submission:delete': access([]),
  'package:send': access([]),
  'offer:update': access([]),
  'action:create': access([], ['user.create', 'role.create']),
  'action:edit': access([], ['user.update', 'role.update']),
  'action:delete': access([], ['role.delete']),
  'userType:admin': EVERY_STRING,
  'userType:company': EVERY_STRING,
}

/** The strings that show the type company the receipts of its submissions. */
const REGISTRATIONS_PAGE: readonly AccessCase['holds'][] = [
  'page:forms',
  'userType:admin',
  'userType:company',
  'all',
]

/** What the type company has by itself: its own company and its links. */
const OF_COMPANY_TYPE: readonly Gate[] = ['company.update', 'company.delete', 'link.delete']

/** The strings that give more to the type company, which role management is not closed to. */
const ROLES_PAGE: readonly AccessCase['holds'][] = ['page:roles', 'userType:admin', 'userType:company', 'all']

export function accessOf({ userType, holds }: AccessCase): Access {
  if (userType === 'admin') return EVERYTHING
  const given = holds === 'none' ? access([]) : GIVES[holds === 'all' ? 'userType:admin' : holds]
  const pages = [...FREE, ...given.pages]
  if (userType === 'user') return { ...given, pages: inOrder(ALL_PAGES, pages) }
  pages.push('api-keys')
  const hasRolesPage = ROLES_PAGE.includes(holds)
  if (hasRolesPage) pages.push('roles')
  if (REGISTRATIONS_PAGE.includes(holds)) pages.push('registrations')
  pages.push('webhooks')
  return {
    pages: inOrder(ALL_PAGES, pages),
    lists: hasRolesPage ? without(given.lists, 'roles') : given.lists,
    gates: inOrder(GATES, [...given.gates, ...OF_COMPANY_TYPE]),
  }
}

function without<T>(all: readonly T[], ...gone: T[]): T[] {
  return all.filter((each) => !gone.includes(each))
}

const inOrder = <T>(all: readonly T[], some: readonly T[]): T[] => all.filter((each) => some.includes(each))
