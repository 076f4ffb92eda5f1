import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useGetList, useDataProvider, useNotify } from 'react-admin'
import { useState } from 'react'
import { LIMITS } from '#domain/limits'
import type { TimelineKind } from '#domain/events'
import type { Values } from '#domain/catalogue/values'
import { submissionMessages } from '#domain/messages/panel-submission'
import { ApiError } from '../providers/request.ts'
import { call, trpc, type Outputs } from '../providers/trpc-client.ts'
import { useLoad, useTask } from '../providers/use-task.ts'
import { awaitsPdf, type OpenedSubmission, type Submission, parseFormData } from './submission.ts'

/** The key of an opened submission in the query cache. */
export const submissionKey = (id: string) => ['submission', id] as const

/**
 * A submission, opened once for each time that its page or dialog is shown, as every opening is recorded. `failure` is a
 * sentence; `isMissing` when there is none, or none for this user.
 */
export function useOpened(id: string) {
  const { data, error, failure, retry } = useLoad({
    queryKey: submissionKey(id),
    queryFn: async () => (await call(trpc.form.viewSubmission.mutate({ id }))).data,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const isMissing = failure !== null && error instanceof ApiError && [400, 404].includes(error.status)
  return { submission: data, isMissing, failure, retry }
}

/** The same with its PDF as soon as that is made. */
export function useSubmission(id: string) {
  const opened = useOpened(id)
  return { ...opened, submission: useSettled(opened.submission) }
}

/** Lists tell of the PDF without anything being opened. */
function useSettled(submission: OpenedSubmission | null): OpenedSubmission | null {
  const isWaiting = submission !== null && awaitsPdf([submission])
  const { data } = useGetList<Submission>(
    'forms',
    {
      filter: { id: submission?.id },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'createdAt', order: 'DESC' },
    },
    {
      enabled: isWaiting,
      refetchInterval: ({ state }) => (awaitsPdf(state.data?.data ?? []) ? LIMITS.settlingMs : false),
      onError: () => undefined,
    },
  )
  if (submission === null) return null
  const [row] = (isWaiting && data) || []
  return row?.id === submission.id
    ? { ...submission, pdfPath: row.pdfPath, pdfState: row.pdfState, pdfFailure: row.pdfFailure }
    : submission
}

export type TimelineEntry = Outputs['form']['timeline']['data'][number]

const STEP = 25

/** What happened to a submission, newest first. `failure` is a sentence; `earlier` loads more. */
export function useTimeline(id: string, kind: TimelineKind | '') {
  const [count, setCount] = useState(STEP)
  const { data, failure, retry } = useLoad({
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
    gcTime: 0,
  })
  const hasMore = data !== null && data.total > count && count < LIMITS.listRows
  return {
    entries: data?.data ?? null,
    failure,
    retry,
    earlier: hasMore ? () => setCount(Math.min(count * 2, LIMITS.listRows)) : null,
  }
}

/** To be called when something was done that the timeline of a submission tells of. */
export function useTimelineChanged(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['timeline'] })
}

const words = submissionMessages.list

/**
 * The full values of a submission, asked for one time after the other, each of which the server records. They live in
 * the component alone: no cache keeps them once it goes or hides them.
 */
export function useReveal(id: string, onRevealed?: () => void) {
  const [full, setFull] = useState<Values | null>(null)
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const { busy, run } = useTask(words.revealFailed)

  const reveal = () =>
    run(async () => {
      const { data } = await dataProvider.getOne<Submission>('forms', { id })
      onRevealed?.()
      const values = parseFormData(data.formData)
      if (values === null) notify(words.parseError, { type: 'error' })
      setFull(values)
    })
  return { full, busy, reveal, hide: () => setFull(null) }
}
