import { useQueryClient } from '@tanstack/react-query'
import { submissionMessages } from '#domain/messages/panel-submission'
import { useTask } from '../../providers/use-task.ts'
import { call, trpc } from '../../providers/trpc-client.ts'
import type { OpenedSubmission } from './submission.ts'
import { submissionKey } from './use-submission.ts'

/** Puts a submission that is shown on legal hold or lifts that; `done` is called once it is so. */
export function useHold(id: string, done: () => void) {
  const queries = useQueryClient()
  const { busy, run } = useTask(submissionMessages.hold.failed)
  const set = (hold: boolean, reason = ''): void =>
    run(async () => {
      const { data } = await call(trpc.form.holdSubmission.mutate({ id, hold, reason }))
      // Loading it again would be another opening in its history.
      queries.setQueryData<OpenedSubmission>(
        submissionKey(id),
        (shown) => shown && { ...shown, legalHold: data.legalHold },
      )
      done()
    })
  return { busy, put: (reason: string) => set(true, reason), lift: () => set(false) }
}
