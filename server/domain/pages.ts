import { hasPermission, reachesAllCompanies, type Permission, type PermissionHolder } from './permissions.ts'

/**
 * `permission` null: open to every signed-in user. `homeWith`: what it takes to be the first page, where
 * that is more.
 */
type Page<Key = PageKey> = {
  key: Key
  /** the word of its records in actions and in the addresses of calls */
  entity?: string
  path: string
  permission: Permission | null
  /** Users of the type `user` are turned away, whatever their permissions. */
  notForUsers?: boolean
  adminsOnly?: boolean
  homeWith?: Permission
}

/** In the order in which the first accessible page is looked for. */
const ALL_PAGES = [
  { key: 'forms', entity: 'submission', permission: 'page:forms' },
  { key: 'companies', entity: 'company', permission: 'page:companies' },
  { key: 'teams', entity: 'team', permission: 'page:teams' },
  { key: 'users', entity: 'user', permission: 'page:users' },
  { key: 'roles', entity: 'role', permission: 'page:roles', notForUsers: true },
  { key: 'links', entity: 'link', permission: null, homeWith: 'page:links' },
  { key: 'registrations', entity: 'registration', permission: 'page:forms', notForUsers: true },
  { key: 'api-keys', entity: 'api-key', permission: null, notForUsers: true, homeWith: 'page:links' },
  { key: 'webhooks', entity: 'webhook', permission: null, notForUsers: true, homeWith: 'page:links' },
  { key: 'audit', entity: 'audit', permission: null, adminsOnly: true },
] as const

export type PageKey = (typeof ALL_PAGES)[number]['key']
export const PAGES: readonly Page[] = ALL_PAGES.map((page) => ({ ...page, path: `/admin/${page.key}` }))

/** Never the first page: desks work in the list. */
export const DASHBOARD: Page<'dashboard'> = {
  key: 'dashboard',
  path: '/admin/dashboard',
  permission: 'page:main',
}

/** Paths without a page of their own that still need a permission. */
const GUARDED_PATHS: Readonly<Record<string, Permission>> = {
  '/admin/attachments': 'page:attachments',
}

export const ACCOUNT_PATH = '/admin/account'

export const canOpenPage = (holder: PermissionHolder, page: Page<string>): boolean =>
  (page.permission === null || hasPermission(holder, page.permission)) &&
  !(page.adminsOnly === true && !reachesAllCompanies(holder)) &&
  !(page.notForUsers === true && holder.userType === 'user' && !reachesAllCompanies(holder))

/** Judged by the first segment of the path. */
export function canVisit(holder: PermissionHolder, pathname: string): boolean {
  const isUnder = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  const page = [DASHBOARD, ...PAGES].find(({ path }) => isUnder(path))
  if (page !== undefined) return canOpenPage(holder, page)
  const guarded = Object.entries(GUARDED_PATHS).find(([path]) => isUnder(path))
  return guarded === undefined || hasPermission(holder, guarded[1])
}

export const firstAccessiblePage = (holder: PermissionHolder): Page | null =>
  PAGES.find(
    (page) =>
      canOpenPage(holder, page) && (page.homeWith === undefined || hasPermission(holder, page.homeWith)),
  ) ?? null
