import { may, type Act } from '#domain/acts'
import type { PermissionHolder } from '#domain/permissions'
import { useSession } from '../layout/route-guard.tsx'
import { holderOf } from './session.ts'

const NOBODY: PermissionHolder = { isAdmin: false, userType: 'user', permissions: [] }

/** The signed-in user as permission checks see them. */
export function useHolder(): PermissionHolder {
  const { user } = useSession()
  return user === null ? NOBODY : holderOf(user)
}

/** May the signed-in user do this? The server has the same table and the last word. */
export const useMay = (act: Act): boolean => may(useHolder(), act)
