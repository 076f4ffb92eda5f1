import { useCallback } from 'react'
import { useLogoutIfAccessDenied, useNotify } from 'react-admin'
import { ApiError, isAbort } from './api-error.ts'

/**
 * What to do with a failed act: an ended session leads to the login page, a lost permission to its own page, and the
 * rest is told in the server's words, else in `fallback`.
 */
export function useFailure() {
  const notify = useNotify()
  const leaveIfDenied = useLogoutIfAccessDenied()
  return useCallback(
    async (error: unknown, fallback: string): Promise<void> => {
      if (isAbort(error) || (await leaveIfDenied(error))) return
      notify(error instanceof ApiError ? error.message : fallback, { type: 'error' })
    },
    [notify, leaveIfDenied],
  )
}
