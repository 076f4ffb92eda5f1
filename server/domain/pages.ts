import { can, type Permission, type PermissionHolder } from './permissions.ts'

/** A page of the panel: where it is, what opens it, and the name of its react-admin resource. */
export type Page = { key: PageKey; path: string; permission: Permission }

/** In the order in which the first accessible page is looked for (decisions section 5). */
const ALL_PAGES = [{ key: 'forms', path: '/admin/forms', permission: 'page:forms' }] as const

export type PageKey = (typeof ALL_PAGES)[number]['key']
export const PAGES: readonly Page[] = ALL_PAGES

/** One's own account: open to everybody who is signed in. */
export const ACCOUNT_PATH = '/admin/account'

/** May this person open the page? */
export const canOpen = (holder: PermissionHolder, page: Page): boolean => can(holder, page.permission)

/** Where a person goes after signing in; null when no page is theirs. */
export const firstAccessiblePage = (holder: PermissionHolder): Page | null =>
  PAGES.find((page) => canOpen(holder, page)) ?? null
