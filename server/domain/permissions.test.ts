import { describe, expect, it } from 'vitest'
import { hasPermission, PERMISSIONS, reachesAllCompanies, type PermissionHolder } from './permissions.ts'

const holder = (changes: Partial<PermissionHolder> = {}): PermissionHolder => ({
  isAdmin: false,
  userType: 'user',
  permissions: [],
  ...changes,
})
const held = (who: PermissionHolder) => PERMISSIONS.filter((permission) => hasPermission(who, permission))

describe('can', () => {
  it.each([
    ['super admins', { isAdmin: true }],
    ['userType admin', { userType: 'admin' }],
    ['holders of userType:admin', { permissions: ['userType:admin'] }],
    ['holders of userType:company', { permissions: ['userType:company'] }],
  ] as const)('grants everything to %s', (_who, changes) => {
    expect(held(holder(changes))).toEqual(PERMISSIONS)
  })

  it('grants nothing to the type company alone', () => {
    expect(held(holder({ userType: 'company' }))).toEqual([])
  })

  it.each(PERMISSIONS.filter((permission) => !permission.startsWith('userType:')))(
    'grants %s alone',
    (permission) => {
      expect(held(holder({ permissions: [permission] }))).toEqual([permission])
    },
  )
})

describe('reach', () => {
  it('goes beyond the own company by type and never by string', () => {
    expect(reachesAllCompanies(holder({ permissions: ['userType:admin'] }))).toBe(false)
    expect(reachesAllCompanies(holder({ userType: 'admin' }))).toBe(true)
  })
})
