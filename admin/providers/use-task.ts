import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useState, useCallback, useEffect } from 'react'
import { useLogoutIfAccessDenied, useNotify } from 'react-admin'
import { useRunConfirmed } from '../confirmation/run-confirmed.ts'
import { ApiError, isAbort } from './request.ts'

/**
 * Runs one task at a time. Mark the button `aria-disabled` while `busy`: `disabled` would lose the focus, and the dialog
 * around it its keys.
 */
export function useTask(failure: string) {
  const [busy, setBusy] = useState(false)
  const fail = useFailure()
  const runConfirmed = useRunConfirmed()

  const perform = async (task: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await runConfirmed(task)
    } catch (error) {
      await fail(error, failure)
    } finally {
      setBusy(false)
    }
  }
  const run = (task: () => Promise<void>): void => {
    if (!busy) void perform(task)
  }
  return { busy, perform, run }
}

/** Leads to the login page if the session has ended; otherwise shows the server's message, or else `fallback`. */
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

/**
 * `data` is null until it is known; `failure` is null while a request is running. Leads to the login page if the session
 * has ended.
 */
export function useLoad<Data>(options: UseQueryOptions<Data>) {
  const { data = null, error, isFetching, refetch } = useQuery<Data>({ retry: false, ...options })
  const leaveIfDenied = useLogoutIfAccessDenied()
  useEffect(() => {
    if (error) void leaveIfDenied(error)
  }, [error, leaveIfDenied])
  return { data, error, failure: error && !isFetching ? error.message : null, retry: () => void refetch() }
}
