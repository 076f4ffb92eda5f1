import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import { LIMITS } from '#domain/limits'
import { submissionMessages } from '#domain/messages/panel-submission'
import { isTyping } from '../../layout/shortcuts.ts'
import { ApiError } from '../../providers/request.ts'
import { call, trpc } from '../../providers/trpc-client.ts'
import { isUserActive } from '../../providers/use-arrivals.ts'
import { useTask } from '../../providers/use-task.ts'
import { type OpenedSubmission, type Submission, documentsKey } from '../submission.ts'
import { packagesKey } from '../funders/use-packages.ts'
import { offersKey } from '../offers/use-offers.ts'
import { tasksKey } from '../use-tasks.ts'
import { presenceKey, submissionKey, type Watched } from '../use-submission.ts'

/**
 * Reports that the page is open while its user is active, and shows what others and the server change. @returns the other
 * viewers, and whether a change waits until the user has typed
 */
export function usePresence(id: string) {
  const queries = useQueryClient()
  const refreshPage = useRefresh(id)
  const queryKey = presenceKey(id)

  const { data } = useQuery({
    queryKey,
    queryFn: async (): Promise<Watched> => {
      const known = queries.getQueryData<Watched>(queryKey)
      if (known && !isUserActive()) return known
      const { data: here } = await call(trpc.form.presence.mutate({ id })).catch(async (error: unknown) => {
        // Destroyed, or shown to this user no longer: the page must not stay.
        if (error instanceof ApiError && error.status === 404)
          await queries.resetQueries({ queryKey: submissionKey(id) })
        throw error
      })
      // The user may have reloaded meanwhile.
      const { seen = here.version, isOwn } = queries.getQueryData<Watched>(queryKey) ?? {}
      const shownAt = queries.getQueryData<OpenedSubmission>(submissionKey(id))?.updatedAt
      const isLater = shownAt !== undefined && here.updatedAt > shownAt
      const isChanged = isLater || here.version !== seen
      // After an action of the user, the page changes anyway.
      const isWaiting = isChanged && isTyping() && isOwn !== true
      if (isChanged && !isWaiting) await refreshPage(here.additions)
      return { ...here, seen: isWaiting ? seen : here.version, isChanged: isWaiting, isOwn: false }
    },
    refetchInterval: LIMITS.presenceMs,
    retry: false,
    gcTime: 0,
  })
  const { run } = useTask(submissionMessages.page.failed)
  const refresh = () =>
    run(async () => {
      if (data) await refreshPage(data.additions)
      queries.setQueryData<Watched>(queryKey, (now) => now && { ...now, seen: now.version, isChanged: false })
    })
  return { others: data?.others ?? [], isChanged: data?.isChanged ?? false, refresh }
}

/** A list returns most of a submission without an opening; another opening is recorded where there is more to show. */
function useRefresh(id: string) {
  const queries = useQueryClient()
  const dataProvider = useDataProvider()
  return async (additions: number): Promise<void> => {
    const key = submissionKey(id)
    const { data } = await dataProvider.getList<Submission>('forms', {
      filter: { id },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'createdAt', order: 'DESC' },
    })
    const [row, shown] = [data[0], queries.getQueryData<OpenedSubmission>(key)]
    if (row === undefined || shown === undefined) return
    const { formData: _clear, answers: _few, ...standing } = row
    queries.setQueryData<OpenedSubmission>(key, { ...shown, ...standing })
    // The row of the list does not tell what funders did.
    const isDealt = row.status === 'with_funder' || (row.status === 'funded' && shown.funding === null)
    const isMore =
      isDealt || additions !== shown.additions.length || row.onHold !== (shown.legalHold !== null)
    const keys = [
      ['timeline', id],
      ['requests', id],
      tasksKey({ submissionId: id }),
      documentsKey(id),
      packagesKey(id),
      offersKey(id),
      ...(isMore ? [key] : []),
      ...(figuresOf(row) === figuresOf(shown) ? [] : [['cash-flow', id]]),
    ]
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}

const figuresOf = (row: Submission | OpenedSubmission): string =>
  JSON.stringify([
    row.documentCount,
    row.trueRevenue,
    row.averageDailyBalance,
    row.nsfCount,
    row.positionCount,
  ])
