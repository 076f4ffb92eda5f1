import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { deskMessages } from '#domain/messages/panel-desk'
import { type Outputs, call, trpc } from '../providers/trpc-client.ts'
import { ApiError } from '../providers/request.ts'
import { useTask } from '../providers/use-task.ts'
import type { OpenedSubmission, Submission } from './submission.ts'
import { useTimelineChanged, submissionKey } from './use-submission.ts'

export type Standing = Outputs['form']['setStatus']['data']
export type Choices = Outputs['form']['deskChoices']['data']
export type Assigned = Pick<Submission, 'id' | 'owner' | 'team' | 'updatedAt'>
export type Moved = Pick<Submission, 'id' | 'status' | 'statusName' | 'updatedAt'>

/** What the user wrote, which the answer does not repeat. */
type Told = Partial<Pick<OpenedSubmission, 'reasonText'>>

/** Changes a status or an owner and updates every view of the submission. */
export function useDesk(failure: string) {
  const queries = useQueryClient()
  const notify = useNotify()
  const timelineChanged = useTimelineChanged()
  const { busy, run } = useTask(failure)

  const readChoices = async (id: string): Promise<Choices> =>
    (await call(trpc.form.deskChoices.query({ id }))).data

  const refresh = () => void queries.invalidateQueries({ queryKey: ['forms'] })

  // Another load would be recorded as another opening.
  const show = ({ id, ...standing }: Standing & Told): void => {
    queries.setQueryData<OpenedSubmission>(submissionKey(id), (shown) => shown && { ...shown, ...standing })
    timelineChanged()
  }

  const change = async (
    id: string,
    send: () => Promise<{ data: Standing }>,
    told: Told = {},
  ): Promise<void> => {
    try {
      show({ ...(await call(send())).data, ...told })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      const { moves: _moves, users: _users, teams: _teams, ...standing } = await readChoices(id)
      show(standing)
      notify(deskMessages.stale, { type: 'warning' })
    } finally {
      refresh()
    }
  }

  return { busy, run, readChoices, change, refresh }
}
