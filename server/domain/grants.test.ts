import { describe, expect, it } from 'vitest'
import { mayGrantPermission, mayGrantRole, mayGrantType } from './grants.ts'
import { PERMISSIONS, ROLE_PRESETS, type PermissionHolder } from './permissions.ts'

const admin: PermissionHolder = { isAdmin: false, userType: 'admin', permissions: [] }
const companyAdmin: PermissionHolder = { isAdmin: false, ...ROLE_PRESETS.companyAdmin }
const stringHolder: PermissionHolder = {
  isAdmin: false,
  userType: 'user',
  permissions: ['userType:company', 'userType:admin'],
}

describe('permissions', () => {
  it('are granted by admins all, by others as far as they hold them', () => {
    expect(PERMISSIONS.filter((each) => mayGrantPermission(admin, each))).toEqual(PERMISSIONS)
    expect(PERMISSIONS.filter((each) => mayGrantPermission(companyAdmin, each)).toSorted()).toEqual(
      [...ROLE_PRESETS.companyAdmin.permissions].toSorted(),
    )
  })

  it('of a user type are granted by admins only, whoever else holds them', () => {
    expect(mayGrantPermission(stringHolder, 'userType:company')).toBe(false)
    expect(mayGrantPermission(stringHolder, 'userType:admin')).toBe(false)
    expect(mayGrantPermission(stringHolder, 'company:delete')).toBe(true)
  })
})

describe('user types', () => {
  it('are granted up to the own one', () => {
    expect(mayGrantType(admin, 'admin')).toBe(true)
    expect(mayGrantType(companyAdmin, 'company')).toBe(true)
    expect(mayGrantType(companyAdmin, 'admin')).toBe(false)
    expect(mayGrantType(stringHolder, 'company')).toBe(false)
  })
})

describe('roles', () => {
  it('are granted when all of them may be', () => {
    expect(mayGrantRole(companyAdmin, ROLE_PRESETS.companyAdmin)).toBe(true)
    expect(mayGrantRole(companyAdmin, ROLE_PRESETS.user)).toBe(true)
    expect(mayGrantRole(companyAdmin, ROLE_PRESETS.admin)).toBe(false)
    expect(mayGrantRole(companyAdmin, { userType: 'user', permissions: ['team:create'] })).toBe(false)
    expect(mayGrantRole(companyAdmin, { userType: 'user', permissions: ['no:such'] })).toBe(false)
  })
})
