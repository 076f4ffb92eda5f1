import { describe, expect, it } from 'vitest'
import { ACTIONS, canPerform, type Action } from './actions.ts'
import { keyPermissions } from './api-key.ts'
import {
  ROLE_PRESETS,
  USER_TYPES,
  type Permission,
  type PermissionHolder,
  type UserType,
} from './permissions.ts'

const ALL = Object.keys(ACTIONS) as Action[]
const FREE: Action[] = ['link.list', 'link.create', 'link.update']

const acts = (userType: UserType, ...permissions: Permission[]): Action[] => {
  const holder: PermissionHolder = { isAdmin: false, userType, permissions }
  return ALL.filter((act) => !FREE.includes(act) && canPerform(holder, act))
}

describe('acts', () => {
  it.each([
    [[], []],
    [['page:companies'], ['company.list']],
    [['company:read'], ['company.list']],
    [['company:create'], []],
    [['company:update'], ['company.update']],
    [['company:delete'], ['company.delete']],
    [['page:users'], ['company.choose-lead', 'user.list']],
    [['user:create'], ['user.create']],
    [['user:update'], ['user.update']],
    [['user:delete'], []],
    [['page:roles'], ['role.list']],
    [['role:delete'], ['role.delete']],
    [['page:teams'], ['team.list']],
    [['team:create'], ['team.create']],
    [['team:update'], ['team.update']],
    [['team:delete'], ['team.delete']],
    [['page:forms'], ['submission.list', 'workspace.use']],
    [
      ['page:forms', 'submission:reveal'],
      ['submission.list', 'submission.reveal', 'workspace.use'],
    ],
    [
      ['page:forms', 'submission:export'],
      ['submission.list', 'submission.export', 'workspace.use'],
    ],
    [['submission:reveal', 'submission:export'], []],
    [['action:create'], ['user.create', 'role.create']],
    [['action:edit'], ['user.update', 'role.update']],
    [['action:delete'], ['role.delete']],
  ] as [Permission[], Action[]][])('of a user with %j are %j', (permissions, expected) => {
    expect(acts('user', ...permissions)).toEqual(expected)
  })

  it('of a company type without strings are those on the own company and its links', () => {
    expect(acts('company')).toEqual([
      'company.update',
      'company.delete',
      'integration.manage',
      'webhook.manage',
      'link.delete',
    ])
  })

  it('of a company type who sees the submissions are legal holds, too', () => {
    expect(acts('company', 'page:forms')).toContain('submission.hold')
  })

  it('of a user who holds a type string are all but what takes an admin or a company type', () => {
    const without: Action[] = [
      ...FREE,
      'company.create',
      'submission.hold',
      'submission.end-links',
      'registration.list',
      'integration.manage',
      'webhook.manage',
      'audit.list',
      'link.delete',
    ]
    expect(acts('user', 'userType:company')).toEqual(ALL.filter((act) => !without.includes(act)))
  })

  it('of an API key without permissions are none, whatever the type of its creator', () => {
    for (const userType of USER_TYPES) {
      const holder: PermissionHolder = { isAdmin: false, userType, permissions: [], limited: true }
      expect(ALL.filter((act) => canPerform(holder, act))).toEqual([])
    }
  })

  it('of an API key with all permissions are those of its creator but for people', () => {
    const holder: PermissionHolder = {
      isAdmin: false,
      userType: 'admin',
      limited: true,
      permissions: keyPermissions({ isAdmin: true, userType: 'user', permissions: [] }),
    }
    const forPeople = ['submission.delete', 'workspace.use', 'integration.manage', 'audit.list']
    expect(ALL.filter((act) => !canPerform(holder, act))).toEqual(forPeople)
  })

  it('of admins are all', () => {
    expect(acts('admin', ...ROLE_PRESETS.admin.permissions)).toEqual(ALL.filter((act) => !FREE.includes(act)))
    expect(ALL.every((act) => canPerform({ isAdmin: true, userType: 'user', permissions: [] }, act))).toBe(
      true,
    )
  })
})
