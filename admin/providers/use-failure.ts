import { useCallback } from 'react'
import { useLogoutIfAccessDenied, useNotify } from 'react-admin'
import { ApiError, isAbort } from './api-error.ts'

/** An ended session leads to the login page; other failures show the server's sentence, else `fallback`. */
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
