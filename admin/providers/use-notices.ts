import { useQueryClient } from '@tanstack/react-query'
import { LIMITS } from '#domain/limits'
import { call, trpc, type Outputs } from './trpc-client.ts'
import { isUserActive } from './use-arrivals.ts'
import { useLoad, useTask } from './use-task.ts'

type Notices = Outputs['notice']['list']

const NOTICES_KEY = ['notices']

/** Asks every 20 seconds while the user is active. */
export function useNotices(failed: string) {
  const queries = useQueryClient()
  const { perform } = useTask(failed)
  const { data, failure, retry } = useLoad({
    queryKey: NOTICES_KEY,
    queryFn: async (): Promise<Notices> => {
      const known = queries.getQueryData<Notices>(NOTICES_KEY)
      return known && !isUserActive() ? known : call(trpc.notice.list.query())
    },
    refetchInterval: LIMITS.arrivalsMs,
  })
  // Runs also while an earlier notice is still being marked as read.
  const read = (ids: string[]) =>
    void perform(async () => {
      await call(trpc.notice.read.mutate({ ids }))
      await queries.invalidateQueries({ queryKey: NOTICES_KEY })
    })
  return { notices: data?.data ?? null, unread: data?.unread ?? 0, failure, retry, read }
}
