import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Outputs } from '../providers/outputs.ts'
import { useLostSession } from '../providers/use-lost-session.ts'
import { call, trpc } from '../providers/trpc-client.ts'

export type Dashboard = Outputs['dashboard']['get']['data']
/** `linkId` '': of all links. */
export type Funnel = { days: number; linkId: string }

const MINUTE_MS = 60_000

export function useDashboard() {
  const [funnel, setFunnel] = useState<Funnel>({ days: 30, linkId: '' })
  const { days, linkId } = funnel
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['dashboard', funnel],
    queryFn: () => call(trpc.dashboard.get.query({ days: String(days), ...(linkId !== '' && { linkId }) })),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
    retry: false,
  })
  useLostSession(error)
  return {
    shown: data?.data ?? null,
    failure: error && !isFetching ? error.message : null,
    retry: () => void refetch(),
    funnel,
    setFunnel,
  }
}
