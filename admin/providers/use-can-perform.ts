import { canPerform, type Action } from '#domain/actions'
import type { PermissionHolder } from '#domain/permissions'
import { useSession } from '../layout/route-guard.tsx'
import { toHolder } from './session.ts'

const NOBODY: PermissionHolder = { isAdmin: false, userType: 'user', permissions: [] }

/** The signed-in user as permission checks see them. */
export function useHolder(): PermissionHolder {
  const { user } = useSession()
  return user === null ? NOBODY : toHolder(user)
}

/** May the signed-in user do this? The server has the same table and the last word. */
export const useCanPerform = (act: Action): boolean => canPerform(useHolder(), act)
