import { ACTIONS, canPerform, type Action } from './actions.ts'
import {
  ENTITY_PERMISSIONS,
  hasPermission,
  PAGE_PERMISSIONS,
  SUBMISSION_PERMISSIONS,
  DEAL_PERMISSIONS,
} from './permissions.ts'
import type { Permission, PermissionHolder } from './permissions.ts'

/** The others stand for a user's type, or for several permissions at once. */
export const KEY_PERMISSIONS = [
  ...PAGE_PERMISSIONS,
  ...ENTITY_PERMISSIONS,
  ...SUBMISSION_PERMISSIONS.filter((permission) => permission !== 'submission:delete'),
  ...DEAL_PERMISSIONS,
] as const

const isAction = (text: string): text is Action => Object.hasOwn(ACTIONS, text)

/** Includes what the holder may do by type. A key loses what its creator loses. */
export const keyPermissions = (holder: PermissionHolder): Permission[] =>
  KEY_PERMISSIONS.filter((permission) => {
    const action = permission === 'page:links' ? 'link.list' : permission.replace(':', '.')
    return hasPermission(holder, permission) || (isAction(action) && canPerform(holder, action))
  })
