import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Outputs } from '../providers/outputs.ts'
import { call, trpc } from '../providers/trpc-client.ts'
import { useLostSession } from '../providers/use-lost-session.ts'

export type LoginSession = Outputs['account']['sessions']['data'][number]

const KEY = ['account', 'sessions']

export function useSessions() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await call(trpc.account.sessions.query())).data,
    retry: false,
    gcTime: 0,
  })
  useLostSession(error)
  return {
    sessions: data ?? null,
    failure: error && !isFetching ? error.message : null,
    retry: () => void refetch(),
  }
}

export function useRefreshSessions(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: KEY })
}
