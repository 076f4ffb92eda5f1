import { describe, expect, it } from 'vitest'
import { canGrantPermission, canGrantRole, canGrantType } from './grants.ts'
import { PERMISSIONS, ROLE_PRESETS, ROLE_SCOPES, type PermissionHolder } from './permissions.ts'

const admin: PermissionHolder = { isAdmin: false, userType: 'admin', permissions: [] }
const companyAdmin: PermissionHolder = { isAdmin: false, ...ROLE_PRESETS.companyAdmin }
const stringHolder: PermissionHolder = {
  isAdmin: false,
  userType: 'user',
  permissions: ['userType:company', 'userType:admin'],
}

describe('permissions', () => {
  it('are granted by admins all, by others as far as they hold them', () => {
    expect(PERMISSIONS.filter((each) => canGrantPermission(admin, each))).toEqual(PERMISSIONS)
    expect(PERMISSIONS.filter((each) => canGrantPermission(companyAdmin, each)).toSorted()).toEqual(
      [...ROLE_PRESETS.companyAdmin.permissions].toSorted(),
    )
  })

  it('of a user type are granted by admins only, whoever else holds them', () => {
    expect(canGrantPermission(stringHolder, 'userType:company')).toBe(false)
    expect(canGrantPermission(stringHolder, 'userType:admin')).toBe(false)
    expect(canGrantPermission(stringHolder, 'company:delete')).toBe(true)
  })
})

describe('user types', () => {
  it('are granted up to the own one', () => {
    expect(canGrantType(admin, 'admin')).toBe(true)
    expect(canGrantType(companyAdmin, 'company')).toBe(true)
    expect(canGrantType(companyAdmin, 'admin')).toBe(false)
    expect(canGrantType(stringHolder, 'company')).toBe(false)
  })
})

describe('roles', () => {
  it('are granted when all of them may be', () => {
    expect(canGrantRole(companyAdmin, ROLE_PRESETS.companyAdmin)).toBe(true)
    expect(canGrantRole(companyAdmin, ROLE_PRESETS.user)).toBe(true)
    expect(canGrantRole(companyAdmin, ROLE_PRESETS.admin)).toBe(false)
    expect(canGrantRole(companyAdmin, { userType: 'user', permissions: ['company:create'] })).toBe(false)
    expect(canGrantRole(companyAdmin, { userType: 'user', permissions: ['no:such'] })).toBe(false)
  })

  it.each([
    ['company', [true, true, true]],
    ['team', [false, true, true]],
    ['own', [false, false, true]],
  ] as const)('of the scope %s grant no wider one', (scope, granted) => {
    const role = { userType: 'user', permissions: [] } as const
    const grants = (holder: PermissionHolder) =>
      ROLE_SCOPES.map((each) => canGrantRole(holder, { ...role, scope: each }))
    expect(grants({ ...companyAdmin, scope })).toEqual(granted)
    expect(grants({ ...admin, scope })).toEqual([true, true, true])
    expect(canGrantRole({ ...companyAdmin, scope }, role)).toBe(scope === 'company')
  })
})
