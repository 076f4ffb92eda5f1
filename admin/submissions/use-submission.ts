import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useGetList, useDataProvider, useNotify } from 'react-admin'
import { useState } from 'react'
import { LIMITS } from '#domain/limits'
import { TIMELINE_KINDS, type TimelineKind } from '#domain/events'
import type { Values } from '#domain/catalogue/values'
import { submissionMessages } from '#domain/messages/panel-submission'
import { ApiError } from '../providers/request.ts'
import { call, trpc, type Outputs } from '../providers/trpc-client.ts'
import { useLoad, useTask } from '../providers/use-task.ts'
import { awaitsPdf, type OpenedSubmission, type Submission, parseFormData } from './submission.ts'

export const submissionKey = (id: string) => ['submission', id] as const

/**
 * Loads once for each time that the page or dialog is shown, as the server records each opening. `isMissing`: there is
 * none, or none for this user.
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

/** Also waits for the PDF. */
export function useSubmission(id: string) {
  const opened = useOpened(id)
  return { ...opened, submission: useSettled(opened.submission) }
}

/** A list returns the state of the PDF without an opening. */
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

export type TimelineChoice = TimelineKind | 'changes' | 'all'

/** Everything but openings and downloads. */
const CHANGES = TIMELINE_KINDS.filter((kind) => kind !== 'read' && kind !== 'download')

/** Newest first. `earlier` loads more. */
export function useTimeline(id: string, choice: TimelineChoice) {
  const kind = choice === 'all' ? undefined : choice === 'changes' ? CHANGES : [choice]
  const [count, setCount] = useState(STEP)
  const { data, failure, retry } = useLoad({
    queryKey: ['timeline', id, choice, count],
    queryFn: () =>
      call(
        trpc.form.timeline.query({
          id,
          range: JSON.stringify([0, count - 1]),
          filter: JSON.stringify({ kind }),
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

/** `seen`: the version that the page shows; `isOwn`: the user has changed it since */
export type Watched = Outputs['form']['presence']['data'] &
  Record<'isChanged' | 'isOwn', boolean> & { seen: string }
export const presenceKey = (id: string) => ['presence', id] as const

/** Reloads timelines, tasks and notices after an action that they show. */
export function useTimelineChanged(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const queryKey of [['timeline'], ['tasks'], ['notices']])
      void queries.invalidateQueries({ queryKey })
    const filters = { queryKey: ['presence'] }
    queries.setQueriesData<Watched>(filters, (known) => known && { ...known, isOwn: true })
    void queries.invalidateQueries(filters)
  }
}

const words = submissionMessages.list

/** Full values, which the server records each time. They live in the component alone: no cache keeps them. */
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
