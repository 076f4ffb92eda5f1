import { useEffect } from 'react'
import { useLogoutIfAccessDenied } from 'react-admin'

/** Of something that is loaded: a failure because the session has ended leads to the login page. null: none. */
export function useLostSession(error: unknown): void {
  const leaveIfDenied = useLogoutIfAccessDenied()
  useEffect(() => {
    if (error) void leaveIfDenied(error)
  }, [error, leaveIfDenied])
}
