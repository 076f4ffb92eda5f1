import { ACTIONS, canPerform, type Action } from './actions.ts'
import { ENTITY_PERMISSIONS, hasPermission, PAGE_PERMISSIONS, SUBMISSION_PERMISSIONS } from './permissions.ts'
import type { Permission, PermissionHolder } from './permissions.ts'

/** The others stand for a user's type, or for several permissions at once. */
export const KEY_PERMISSIONS = [
  ...PAGE_PERMISSIONS,
  ...ENTITY_PERMISSIONS,
  ...SUBMISSION_PERMISSIONS,
] as const

const isAction = (text: string): text is Action => Object.hasOwn(ACTIONS, text)

/** What the holder's keys may do, all that the holder does by type included; a key loses what its creator loses. */
export const keyPermissions = (holder: PermissionHolder): Permission[] =>
  KEY_PERMISSIONS.filter((permission) => {
    const action = permission === 'page:links' ? 'link.list' : permission.replace(':', '.')
    return hasPermission(holder, permission) || (isAction(action) && canPerform(holder, action))
  })
