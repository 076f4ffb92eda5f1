import { canPerform, type Action } from '#domain/actions'
import type { PermissionHolder } from '#domain/permissions'
import { useSession } from '../layout/route-guard.tsx'
import { toHolder } from './session.ts'

const NOBODY: PermissionHolder = { isAdmin: false, userType: 'user', permissions: [] }

export function useHolder(): PermissionHolder {
  const { user } = useSession()
  return user === null ? NOBODY : toHolder(user)
}

/** The server checks the same table. */
export const useCanPerform = (action: Action): boolean => canPerform(useHolder(), action)
