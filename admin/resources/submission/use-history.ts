import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { useState } from 'react'
import type { AppRouter } from '../../../server/app-router.ts'
import { LIMITS } from '#domain/limits'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useLostSession } from '../../providers/use-lost-session.ts'

export type HistoryEntry = inferRouterOutputs<AppRouter>['audit']['get']['data'][number]

/** Who opened a submission and its files, newest first, a page of it. `failure` is a sentence. */
export function useHistory(id: string) {
  const [page, setPage] = useState(0)
  const first = page * LIMITS.pageSize
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['history', id, page],
    queryFn: () =>
      call(
        trpc.audit.get.query({
          filter: JSON.stringify({ submission: id }),
          range: JSON.stringify([first, first + LIMITS.pageSize - 1]),
        }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  useLostSession(error)
  const total = data?.total ?? 0
  return {
    entries: data?.data ?? null,
    failure: error && !isFetching ? error.message : null,
    retry: () => void refetch(),
    extent: { from: total === 0 ? 0 : first + 1, to: first + (data?.data.length ?? 0), total },
    newer: page > 0 ? () => setPage(page - 1) : null,
    older: first + LIMITS.pageSize < total ? () => setPage(page + 1) : null,
  }
}

/** To be called when something was opened that the history of this submission tells of. */
export function useHistoryChanged(id: string): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['history', id] })
}
