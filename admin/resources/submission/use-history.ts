import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { useState } from 'react'
import { useGetList } from 'react-admin'
import type { AppRouter } from '../../../server/app-router.ts'
import { LIMITS } from '#domain/limits'
import { useLostSession } from '../../providers/use-lost-session.ts'

export type HistoryEntry = inferRouterOutputs<AppRouter>['audit']['get']['data'][number]

const NEWEST_FIRST = { field: 'at', order: 'DESC' } as const

/** Who opened a submission and its files, newest first, a page of it. `failure` is a sentence. */
export function useHistory(id: string) {
  const [page, setPage] = useState(1)
  const pagination = { page, perPage: LIMITS.pageSize }
  const {
    data,
    total = 0,
    error,
    isFetching,
    refetch,
  } = useGetList<HistoryEntry>(
    'audit',
    { filter: { submission: id }, sort: NEWEST_FIRST, pagination },
    { placeholderData: keepPreviousData, retry: false, gcTime: 0, onError: () => undefined },
  )
  useLostSession(error)
  const before = (page - 1) * LIMITS.pageSize
  return {
    entries: data ?? null,
    failure: error && !isFetching ? error.message : null,
    retry: () => void refetch(),
    extent: { from: total === 0 ? 0 : before + 1, to: before + (data?.length ?? 0), total },
    newer: page > 1 ? () => setPage(page - 1) : null,
    older: before + LIMITS.pageSize < total ? () => setPage(page + 1) : null,
  }
}

/** To be called when something was opened that the history of a submission tells of. */
export function useHistoryChanged(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['audit', 'getList'] })
}
