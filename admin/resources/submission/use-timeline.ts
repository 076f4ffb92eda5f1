import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LIMITS } from '#domain/limits'
import type { TimelineKind } from '#domain/timeline'
import type { Outputs } from '../../providers/outputs.ts'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useLostSession } from '../../providers/use-lost-session.ts'

export type TimelineEntry = Outputs['form']['timeline']['data'][number]

const STEP = 25

/** What happened to a submission, newest first. `failure` is a sentence; `earlier` loads more. */
export function useTimeline(id: string, kind: TimelineKind | '') {
  const [count, setCount] = useState(STEP)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['timeline', id, kind, count],
    queryFn: () =>
      call(
        trpc.form.timeline.query({
          id,
          range: JSON.stringify([0, count - 1]),
          filter: JSON.stringify(kind === '' ? {} : { kind: [kind] }),
        }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  useLostSession(error)
  const hasMore = data !== undefined && data.total > count && count < LIMITS.listRows
  return {
    entries: data?.data ?? null,
    failure: error && !isFetching ? error.message : null,
    retry: () => void refetch(),
    earlier: hasMore ? () => setCount(Math.min(count * 2, LIMITS.listRows)) : null,
  }
}

/** To be called when something was done that the timeline of a submission tells of. */
export function useTimelineChanged(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['timeline'] })
}
