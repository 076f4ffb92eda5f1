import { hasPermission, reachesAllCompanies, type Permission, type PermissionHolder } from './permissions.ts'

/**
 * A page of the panel: where it is, what opens it, and the name of its react-admin resource. `permission` null: open to
 * everybody who is signed in. `homeWith`: what it takes to be somebody's first page, where that is more.
 */
export type Page = {
  key: PageKey
  path: string
  permission: Permission | null
  /** Users of the type `user` are turned away, whatever their strings say (spec section 2). */
  notForUsers?: boolean
  /** For those who reach every company, whatever strings somebody holds. */
  adminsOnly?: boolean
  homeWith?: Permission
}

/** In the order in which the first accessible page is looked for (decisions section 5). */
const ALL_PAGES = [
  { key: 'forms', path: '/admin/forms', permission: 'page:forms' },
  { key: 'companies', path: '/admin/companies', permission: 'page:companies' },
  { key: 'teams', path: '/admin/teams', permission: 'page:teams' },
  { key: 'users', path: '/admin/users', permission: 'page:users' },
  { key: 'roles', path: '/admin/roles', permission: 'page:roles', notForUsers: true },
  { key: 'links', path: '/admin/links', permission: null, homeWith: 'page:links' },
  { key: 'audit', path: '/admin/audit', permission: null, adminsOnly: true },
] as const

export type PageKey = (typeof ALL_PAGES)[number]['key']
export const PAGES: readonly Page[] = ALL_PAGES

/** Paths of spec section 6's mapping that no page of their own stands behind. */
const GUARDED_PATHS: Readonly<Record<string, Permission>> = {
  '/admin/attachments': 'page:attachments',
  '/admin/dashboard': 'page:main',
}

/** One's own account: open to everybody who is signed in. */
export const ACCOUNT_PATH = '/admin/account'

/** May this person open the page? */
export const canOpenPage = (holder: PermissionHolder, page: Page): boolean =>
  (page.permission === null || hasPermission(holder, page.permission)) &&
  !(page.adminsOnly === true && !reachesAllCompanies(holder)) &&
  !(page.notForUsers === true && holder.userType === 'user' && !reachesAllCompanies(holder))

/** May this person be at this path of the panel? Judged by its first segment (spec section 6). */
export function canVisit(holder: PermissionHolder, pathname: string): boolean {
  const isUnder = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  const page = PAGES.find(({ path }) => isUnder(path))
  if (page !== undefined) return canOpenPage(holder, page)
  const guarded = Object.entries(GUARDED_PATHS).find(([path]) => isUnder(path))
  return guarded === undefined || hasPermission(holder, guarded[1])
}

/** Where a person goes after signing in; null when no page is theirs. */
export const firstAccessiblePage = (holder: PermissionHolder): Page | null =>
  PAGES.find(
    (page) =>
      canOpenPage(holder, page) && (page.homeWith === undefined || hasPermission(holder, page.homeWith)),
  ) ?? null
