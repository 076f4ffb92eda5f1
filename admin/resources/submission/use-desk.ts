import { useQueryClient } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { useNotify } from 'react-admin'
import type { AppRouter } from '../../../server/app-router.ts'
import { deskMessages } from '#domain/messages/panel-desk'
import { ApiError } from '../../providers/api-error.ts'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useTask } from '../../providers/use-task.ts'
import type { OpenedSubmission, Submission } from './submission.ts'
import { useTimelineChanged } from './use-timeline.ts'
import { submissionKey } from './use-submission.ts'

type Outputs = inferRouterOutputs<AppRouter>['form']
export type Standing = Outputs['setStatus']['data']
export type Choices = Outputs['deskChoices']['data']
export type Assigned = Pick<Submission, 'id' | 'owner' | 'team' | 'updatedAt'>
export type Moved = Pick<Submission, 'id' | 'status' | 'statusName' | 'updatedAt'>

/** Changes a submission's status or owner and shows the result wherever the submission is shown. */
export function useDesk(id: string, failure: string) {
  const queries = useQueryClient()
  const notify = useNotify()
  const timelineChanged = useTimelineChanged()
  const { busy, run } = useTask(failure)

  const readChoices = async (): Promise<Choices> => (await call(trpc.form.deskChoices.query({ id }))).data

  // Loading the page again would be another opening in its history.
  const show = ({ id: _id, ...standing }: Standing): void => {
    queries.setQueryData<OpenedSubmission>(submissionKey(id), (shown) => shown && { ...shown, ...standing })
    void queries.invalidateQueries({ queryKey: ['forms'] })
    timelineChanged()
  }

  const change = (send: () => Promise<{ data: Standing }>, done?: () => void): void =>
    run(async () => {
      try {
        show((await call(send())).data)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error
        const { moves: _moves, users: _users, teams: _teams, ...standing } = await readChoices()
        show(standing)
        notify(deskMessages.stale, { type: 'warning' })
      }
      done?.()
    })

  return { busy, run, readChoices, change }
}
