import { describe, expect, it } from 'vitest'
import { canOpenPage, firstAccessiblePage, canVisit, PAGES } from './pages.ts'
import { ROLE_PRESETS, type Permission, type PermissionHolder } from './permissions.ts'

const user = (...permissions: Permission[]): PermissionHolder => ({
  isAdmin: false,
  userType: 'user',
  permissions,
})
const openTo = (holder: PermissionHolder) =>
  PAGES.filter((page) => canOpenPage(holder, page)).map(({ key }) => key)

describe('pages', () => {
  it.each([
    [[], ['links']],
    [['page:forms'], ['forms', 'links']],
    [['page:companies'], ['companies', 'links']],
    [['page:teams'], ['teams', 'links']],
    [['page:users'], ['users', 'links']],
    [['page:roles'], ['links']],
    [['userType:company'], ['forms', 'companies', 'teams', 'users', 'links', 'funders']],
    [['page:funders'], ['links', 'funders']],
  ] as [Permission[], string[]][])('open to a user with %j are %j', (permissions, keys) => {
    expect(openTo(user(...permissions))).toEqual(keys)
  })

  it('are all open to a company admin, but for the log, and to a super admin of whatever role', () => {
    const keys = PAGES.map(({ key }) => key)
    expect(openTo({ isAdmin: false, ...ROLE_PRESETS.companyAdmin })).toEqual(
      keys.filter((key) => key !== 'audit'),
    )
    expect(openTo({ isAdmin: true, userType: 'user', permissions: [] })).toHaveLength(PAGES.length)
  })
})

describe('the audit log', () => {
  it('is for admins only, whatever strings somebody holds', () => {
    expect(canVisit(user('userType:admin', 'userType:company', 'page:forms'), '/admin/audit')).toBe(false)
    expect(canVisit({ isAdmin: false, ...ROLE_PRESETS.companyAdmin }, '/admin/audit')).toBe(false)
    expect(canVisit({ isAdmin: false, userType: 'admin', permissions: [] }, '/admin/audit')).toBe(true)
  })
})

describe('paths', () => {
  it.each([
    ['/admin/forms/some-id', 'page:forms'],
    ['/admin/companies', 'page:companies'],
    ['/admin/attachments', 'page:attachments'],
    ['/admin/dashboard/x', 'page:main'],
  ] as [string, Permission][])('%s needs %s', (path, permission) => {
    expect(canVisit(user(permission), path)).toBe(true)
    expect(canVisit(user(), path)).toBe(false)
  })

  it.each(['/admin/links', '/admin/account', '/admin/create-company', '/admin/formsomething'])(
    '%s needs nothing',
    (path) => expect(canVisit(user(), path)).toBe(true),
  )
})

describe('first accessible page', () => {
  it.each([
    [['page:main'], null],
    [['page:main', 'page:forms'], '/admin/forms'],
    [['page:users', 'page:teams'], '/admin/teams'],
    [['page:roles'], null],
    [['page:links'], '/admin/links'],
    [['page:main', 'page:funders'], '/admin/funders'],
  ] as [Permission[], string | null][])('with %j is %s', (permissions, path) => {
    expect(firstAccessiblePage(user(...permissions))?.path ?? null).toBe(path)
  })
})
