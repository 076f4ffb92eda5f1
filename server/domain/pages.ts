import { hasPermission, reachesAllCompanies, type Permission, type PermissionHolder } from './permissions.ts'

/**
 * `permission` null: open to every signed-in user. `homeWith`: what it takes to be the first page, where
 * that is more.
 */
type Access = {
  permission: Permission | null
  /** Users of the type `user` are turned away, whatever their permissions. */
  notForUsers?: boolean
  adminsOnly?: boolean
  homeWith?: Permission
}

type Listed = Access & {
  /** the word of its records in actions, in the addresses of calls and in the audit log */
  entity: string
  /** the column that names a record */
  named?: string
  title: string
  /** in the navigation, where it differs from the title */
  link?: string
  /** the name of `entity` */
  record: string
  columns: Readonly<Record<string, string>>
}

/** The panel's lists, in the order in which the first accessible page is looked for. */
export const LISTS = {
  forms: {
    entity: 'submission',
    permission: 'page:forms',
    title: 'Submitted Forms',
    record: 'Submission',
    columns: {
      merchant: 'Merchant',
      company: 'Company',
      user: 'Submitted By',
      status: 'Status',
      amountRequested: 'Amount',
      monthlySales: 'Sales',
      trueRevenue: 'True revenue',
      averageDailyBalance: 'Average balance',
      nsfCount: 'NSFs',
      positionCount: 'Positions',
      state: 'State',
      owner: 'Owner',
      statusAt: 'Age',
      formData: 'Form Data',
      createdAt: 'Submitted At',
      link: 'Link',
      pdf: 'PDF',
      documentCount: 'Documents',
      actions: 'Actions',
    },
  },
  companies: {
    entity: 'company',
    named: 'nameIn',
    permission: 'page:companies',
    title: 'Company Management',
    record: 'Company',
    columns: {
      nameIn: 'Name In',
      nameOut: 'Name Out',
      lead: 'Company Lead',
      submittedForms: 'Submitted Forms',
      edit: 'Edit',
      embed: 'Embed iframe',
      updatedAt: 'Last edit',
      delete: 'Delete',
    },
  },
  teams: {
    entity: 'team',
    named: 'name',
    permission: 'page:teams',
    title: 'Team Management',
    record: 'Team',
    columns: { name: 'Name', leader: 'Team Lead', updatedAt: 'Last Edit', actions: 'Actions' },
  },
  users: {
    entity: 'user',
    named: 'name',
    permission: 'page:users',
    title: 'User Management',
    record: 'User',
    columns: {
      name: 'Name',
      email: 'Email',
      role: 'Role',
      company: 'Company',
      lastSignInAt: 'Last sign-in',
      updatedAt: 'Last Edit',
      actions: 'Actions',
    },
  },
  roles: {
    entity: 'role',
    named: 'name',
    permission: 'page:roles',
    notForUsers: true,
    title: 'Role Management',
    record: 'Role',
    columns: { name: 'Name', updatedAt: 'Last Edit', actions: 'Actions' },
  },
  links: {
    entity: 'link',
    named: 'slug',
    permission: null,
    homeWith: 'page:links',
    title: 'Link Management',
    link: 'Generated Links',
    record: 'Link',
    columns: {
      company: 'Company Name',
      user: 'Created By',
      name: 'Name',
      slug: 'Slug',
      url: 'Generated Link',
      createdAt: 'Created Date',
      actions: 'Actions',
    },
  },
  funders: {
    entity: 'funder',
    named: 'name',
    permission: 'page:funders',
    title: 'Funders',
    record: 'Funder',
    columns: {
      name: 'Name',
      emails: 'Addresses',
      contacts: 'Contacts',
      company: 'Company',
      updatedAt: 'Last Edit',
      actions: 'Actions',
    },
  },
  registrations: {
    entity: 'registration',
    permission: 'page:forms',
    notForUsers: true,
    title: 'Registrations',
    record: 'Registrations',
    columns: {
      number: 'Receipt',
      merchant: 'Merchant',
      company: 'Company',
      at: 'Received At',
      registration: 'Registration',
      digest: 'Digest',
      actions: 'Verify',
    },
  },
  'api-keys': {
    entity: 'api-key',
    named: 'name',
    permission: null,
    notForUsers: true,
    homeWith: 'page:links',
    title: 'API keys',
    record: 'API key',
    columns: {
      name: 'Name',
      company: 'Company',
      permissions: 'Permissions',
      lastUsedAt: 'Last use',
      expiresAt: 'Expires',
      createdBy: 'Created by',
      actions: 'Revoke',
    },
  },
  webhooks: {
    entity: 'webhook',
    named: 'url',
    permission: null,
    notForUsers: true,
    homeWith: 'page:links',
    title: 'Webhooks',
    record: 'Webhook',
    columns: { url: 'Address', company: 'Company', active: 'State', lastAttempt: 'Last delivery' },
  },
  audit: {
    entity: 'audit',
    permission: null,
    adminsOnly: true,
    title: 'Audit Log',
    record: 'Audit log',
    columns: {
      at: 'Time',
      actor: 'Person',
      act: 'Act',
      object: 'Object',
      company: 'Company',
      ip: 'Address',
    },
  },
} as const satisfies Record<string, Listed>

export type PageKey = keyof typeof LISTS
type Page<Key = PageKey> = Access & { key: Key; entity?: string; link: string; path: string }
const isPageKey = (key: string): key is PageKey => Object.hasOwn(LISTS, key)
const toPage = (key: PageKey): Page => {
  const list: Listed = LISTS[key]
  return { ...list, link: list.link ?? list.title, key, path: `/admin/${key}` }
}
export const PAGES: readonly Page[] = Object.keys(LISTS).filter(isPageKey).map(toPage)

/** Never the first page: desks work in the list. */
export const DASHBOARD: Page<'dashboard'> = {
  key: 'dashboard',
  link: 'Dashboard',
  path: '/admin/dashboard',
  permission: 'page:main',
}

/** Paths without a page of their own that still need a permission. */
const GUARDED_PATHS: Readonly<Record<string, Permission>> = {
  '/admin/attachments': 'page:attachments',
}

export const ACCOUNT_PATH = '/admin/account'
/** Behind it stands the authorization that an app began. */
export const CONNECT_PATH = '/admin/connect/'

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
