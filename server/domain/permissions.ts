/** For the server and the panel alike. Row-level security decides whose rows. */

export const USER_TYPES = ['user', 'company', 'admin'] as const
export type UserType = (typeof USER_TYPES)[number]

export const PAGE_PERMISSIONS = [
  'page:users',
  'page:companies',
  'page:roles',
  'page:teams',
  'page:forms',
  'page:links',
  'page:attachments',
  'page:main',
  'page:funders',
] as const

export const PERMISSION_ENTITIES = ['company', 'user', 'role', 'team', 'funder'] as const
export const PERMISSION_VERBS = ['create', 'read', 'update', 'delete'] as const

export const ENTITY_PERMISSIONS = [
  'user:create', 'user:read', 'user:update', 'user:delete',
  'company:create', 'company:read', 'company:update', 'company:delete',
  'role:create', 'role:read', 'role:update', 'role:delete',
  'team:create', 'team:read', 'team:update', 'team:delete',
  'funder:create', 'funder:read', 'funder:update', 'funder:delete',
] as const // prettier-ignore

/**
 * `create`: send in applications by a program. `decide`: approve, fund, decline, withdraw. `reveal`: sensitive values in full,
 * searches by number.
 */
export const SUBMISSION_PERMISSIONS = [
  'submission:create', 'submission:update', 'submission:decide', 'submission:reveal', 'submission:export',
  'submission:delete',
] as const // prettier-ignore

/** Packages to funders, and offers that come back. */
export const DEAL_PERMISSIONS = ['package:send', 'offer:update'] as const

export const LEGACY_PERMISSIONS = ['action:create', 'action:edit', 'action:delete'] as const
export const TYPE_PERMISSIONS = ['userType:admin', 'userType:company'] as const

export const PERMISSIONS = [
  ...PAGE_PERMISSIONS,
  ...ENTITY_PERMISSIONS,
  ...SUBMISSION_PERMISSIONS,
  ...DEAL_PERMISSIONS,
  ...LEGACY_PERMISSIONS,
  ...TYPE_PERMISSIONS,
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** `page:forms` included these once, so giving it gives them, too. */
export const WITH_FORMS: readonly Permission[] = ['submission:reveal', 'submission:export']

export const withForms = <P extends string>(permissions: readonly P[]): (P | Permission)[] =>
  permissions.some((each) => each === 'page:forms') ? [...permissions, ...WITH_FORMS] : [...permissions]

/** Whose submissions a role shows, from the widest: the company's, those of the user's teams, or the user's own. */
export const ROLE_SCOPES = ['company', 'team', 'own'] as const
export type RoleScope = (typeof ROLE_SCOPES)[number]

/** `limited`: an API key. It holds its permissions alone; its user type only says which rows it reaches. */
export type PermissionHolder = {
  isAdmin: boolean
  userType: UserType
  permissions: readonly string[]
  /** 'company' where it is left out */
  scope?: RoleScope
  limited?: true
}

const holdsEverything = ({ isAdmin, userType, permissions, limited }: PermissionHolder): boolean =>
  limited !== true &&
  (isAdmin || userType === 'admin' || TYPE_PERMISSIONS.some((string) => permissions.includes(string)))

/** Super admins, userType admin and holders of a `userType:` string hold everything. */
export const hasPermission = (holder: PermissionHolder, permission: Permission): boolean =>
  holdsEverything(holder) || holder.permissions.includes(permission)

/** Permission strings never widen this. */
export const reachesAllCompanies = (holder: PermissionHolder): boolean =>
  holder.isAdmin || holder.userType === 'admin'

/** Sees only some of a company's submissions. */
export const isNarrowed = (holder: PermissionHolder): boolean =>
  !reachesAllCompanies(holder) && (holder.scope ?? 'company') !== 'company'

export type RolePreset = {
  name: string
  userType: UserType
  permissions: readonly Permission[]
  isStatic: boolean
}

const FIRST_COMPANY_ADMIN = [
  'page:main', 'page:forms', 'page:companies', 'page:teams', 'page:users', 'page:roles', 'page:links', 'action:create',
  'action:edit', 'action:delete',
] as const satisfies readonly Permission[] // prettier-ignore

export const ROLE_PRESETS = {
  admin: { name: 'Admin', userType: 'admin', permissions: PERMISSIONS, isStatic: true },
  companyAdmin: {
    name: 'Company Admin',
    userType: 'company',
    // prettier-ignore
    permissions: [
      ...FIRST_COMPANY_ADMIN, 'team:create', 'team:update', 'team:delete', 'submission:create', 'submission:update',
      'submission:decide', 'submission:reveal', 'submission:export', 'submission:delete', 'page:funders', 'funder:create',
      'funder:read', 'funder:update', 'funder:delete', 'package:send', 'offer:update',
    ],
    isStatic: true,
  },
  user: {
    name: 'User',
    userType: 'user',
    permissions: ['page:main', 'page:forms', 'submission:update', 'submission:reveal', 'submission:export'],
    isStatic: false,
  },
} as const satisfies Record<string, RolePreset>

/** Who sends just the ten permissions of the first release gets today's: nobody can add to this role afterwards. */
export const ofCompanyAdmin = (given: readonly Permission[]): Permission[] =>
  given.length === FIRST_COMPANY_ADMIN.length && FIRST_COMPANY_ADMIN.every((each) => given.includes(each))
    ? [...ROLE_PRESETS.companyAdmin.permissions]
    : withForms(given)
