import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LIMITS } from '#domain/limits'
import type { Outputs } from '../../providers/outputs.ts'
import { call, trpc } from '../../providers/trpc-client.ts'
import { isUserActive } from '../../providers/user-activity.ts'
import type { OpenedSubmission } from './submission.ts'
import { useTimelineChanged } from './use-timeline.ts'

type Presence = Outputs['form']['presence']['data']

/** Reports that the page is open while its user is active. @returns who else has it open, and whether it has changed since */
export function usePresence({ id, updatedAt }: OpenedSubmission) {
  const timelineChanged = useTimelineChanged()
  const queries = useQueryClient()
  const key = ['presence', id]
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => {
      const known = queries.getQueryData<Presence>(key)
      return known && !isUserActive() ? known : (await call(trpc.form.presence.mutate({ id }))).data
    },
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
