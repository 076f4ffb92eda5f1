import { expect, it } from 'vitest'
import { ROLE_PRESETS, type PermissionHolder } from './permissions.ts'
import { roleLock, type LockableRole } from './grants.ts'

const admin: PermissionHolder = { isAdmin: true, userType: 'user', permissions: [] }
const boss: PermissionHolder = { isAdmin: false, ...ROLE_PRESETS.companyAdmin }
const role = (changes: Partial<LockableRole> = {}): LockableRole => ({
  id: 'r1',
  userType: 'user',
  permissions: ['page:forms'],
  isStatic: false,
  companyId: 'c1',
  ...changes,
})

it.each([
  [boss, role(), null],
  [boss, role({ isStatic: true }), 'isStatic'],
  [boss, role({ id: 'own' }), 'own'],
  [boss, role({ companyId: null }), 'ofTheHouse'],
  [boss, role({ permissions: ['company:create'] }), 'stronger'],
  [boss, role({ userType: 'admin' }), 'stronger'],
  [admin, role({ companyId: null, userType: 'admin' }), null],
  [admin, role({ isStatic: true }), 'isStatic'],
  [admin, role({ id: 'own' }), 'own'],
] as const)('a role is locked where it is not theirs to change', (holder, each, lock) => {
  expect(roleLock(holder, 'own', each)).toBe(lock)
})
