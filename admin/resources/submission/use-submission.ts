import { useQuery } from '@tanstack/react-query'
import { useGetList } from 'react-admin'
import { LIMITS } from '#domain/limits'
import { ApiError } from '../../providers/api-error.ts'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useLostSession } from '../../providers/use-lost-session.ts'
import { awaitsPdf, type OpenedSubmission, type Submission } from './submission.ts'

/** Where what was opened is kept while it is shown. */
export const submissionKey = (id: string) => ['submission', id] as const

/**
 * A submission, opened once for each time that its page or dialog is shown, as every opening is recorded. `failure` is a
 * sentence; `isMissing` when there is none, or none for this user.
 */
export function useOpened(id: string) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: submissionKey(id),
    queryFn: async () => (await call(trpc.form.viewSubmission.mutate({ id }))).data,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useLostSession(error)
  const failure = error && !isFetching ? error : null
  return {
    submission: data ?? null,
    isMissing: failure instanceof ApiError && [400, 404].includes(failure.status),
    failure: failure?.message ?? null,
    retry: () => void refetch(),
  }
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
