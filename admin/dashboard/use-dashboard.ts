import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { type Outputs, call, trpc } from '../providers/trpc-client.ts'
import { useLoad } from '../providers/use-task.ts'
import { useCanPerform } from '../providers/use-can-perform.ts'

export type Dashboard = Outputs['dashboard']['get']['data']
/** `linkId` '' means all links. */
export type Funnel = { days: number; linkId: string }

const MINUTE_MS = 60_000

export function useDashboard() {
  const [funnel, setFunnel] = useState<Funnel>({ days: 30, linkId: '' })
  const { days, linkId } = funnel
  const { data, failure, retry } = useLoad({
    queryKey: ['dashboard', funnel],
    queryFn: () => call(trpc.dashboard.get.query({ days: String(days), ...(linkId !== '' && { linkId }) })),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  })
  return {
    shown: data?.data ?? null,
    failure,
    retry,
    funnel,
    setFunnel,
  }
}

type Filter = Record<string, string | number | readonly string[] | undefined>

/** @returns null for users who may not see the list */
export function useListPath(): (filter: Filter, sort?: string) => string | null {
  const canList = useCanPerform('submission.list')
  return (filter, sort) => {
    const query = new URLSearchParams({ filter: JSON.stringify(filter), ...(sort && { sort, order: 'ASC' }) })
    return canList ? `/admin/forms?${query.toString()}` : null
  }
}
