import { describe, expect, it } from 'vitest'
import { isAdminUser, canEditUser, canSetCredentials, type Subject } from './grants.ts'
import type { PermissionHolder, UserType } from './permissions.ts'

const holder = (userType: UserType, isAdmin = false): PermissionHolder => ({
  isAdmin,
  userType,
  // Strings give authority over nobody.
  permissions: ['userType:admin', 'userType:company'],
})
const subject = (userType: UserType | null, isAdmin = false): Subject => ({
  isAdmin,
  role: userType && { userType },
})

const SUBJECTS = {
  'no role': subject(null),
  user: subject('user'),
  company: subject('company'),
  admin: subject('admin'),
  isAdmin: subject('user', true),
}

const those = (judge: (subject: Subject) => boolean): string[] =>
  Object.entries(SUBJECTS).flatMap(([name, each]) => (judge(each) ? [name] : []))

describe('authority over users', () => {
  it.each([
    [holder('user'), ['no role', 'user'], ['no role', 'user', 'company']],
    [holder('company'), ['no role', 'user', 'company'], ['no role', 'user', 'company']],
    [holder('admin'), Object.keys(SUBJECTS), Object.keys(SUBJECTS)],
    [holder('user', true), Object.keys(SUBJECTS), Object.keys(SUBJECTS)],
  ])('of %j: governs %j, edits %j', (who, governs, edits) => {
    expect(those((each) => canSetCredentials(who, each))).toEqual(governs)
    expect(those((each) => canEditUser(who, each))).toEqual(edits)
  })

  it('knows an admin by column, not by name', () => {
    expect(those(isAdminUser)).toEqual(['admin', 'isAdmin'])
  })
})
