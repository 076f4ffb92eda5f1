import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LIMITS } from '#domain/limits'
import { call, trpc } from '../../providers/trpc-client.ts'
import type { OpenedSubmission } from './submission.ts'
import { useTimelineChanged } from './use-timeline.ts'

/** Tells that the page is open, while it is in view. @returns who else has it open, and whether it has changed since */
export function usePresence({ id, updatedAt }: OpenedSubmission) {
  const timelineChanged = useTimelineChanged()
  const { data } = useQuery({
    queryKey: ['presence', id],
    queryFn: async () => (await call(trpc.form.presence.mutate({ id }))).data,
    refetchInterval: LIMITS.presenceMs,
    retry: false,
    gcTime: 0,
  })
  const notes = data?.notes
  useEffect(() => {
    if (notes !== undefined) timelineChanged()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when a colleague has written, not with each render
  }, [notes])
  return { others: data?.others ?? [], isChanged: data !== undefined && data.updatedAt > updatedAt }
}
