import { useCallback } from 'react'
import { roleLock, type RoleLock } from '#domain/role-lock'
import { useSession } from '../../layout/route-guard.tsx'
import { useHolder } from '../../providers/use-can-perform.ts'
import type { Role } from './role.ts'

/** null: the signed-in user can change the role */
export function useRoleLock(): (role: Role) => RoleLock | null {
  const { user } = useSession()
  const holder = useHolder()
  const { isAdmin, userType, permissions } = holder
  const ownRoleId = user?.role?.id ?? null
  return useCallback(
    (role: Role) => roleLock({ isAdmin, userType, permissions }, ownRoleId, role),
    [isAdmin, userType, permissions, ownRoleId],
  )
}
