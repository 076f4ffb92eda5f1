import { useEffect } from 'react'
import { useLogoutIfAccessDenied } from 'react-admin'

/** Leads to the login page where a query fails because the session has ended. */
export function useLostSession(error: unknown): void {
  const leaveIfDenied = useLogoutIfAccessDenied()
  useEffect(() => {
    if (error) void leaveIfDenied(error)
  }, [error, leaveIfDenied])
}
