import { Alert, Box, LinearProgress, Link } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNotify } from 'react-admin'
import { Link as RouterLink } from 'react-router'
import { LIMITS } from '#domain/limits'
import { submissionListMessages } from '#domain/messages/panel-submission-list'
import { toReference } from '#domain/reference'
import { AlertDialog } from '../../dialogs/dialogs.tsx'
import { ApiError } from '../../providers/request.ts'
import { call, trpc, type Outputs } from '../../providers/trpc-client.ts'
import { useLoad } from '../../providers/use-task.ts'
import { submissionPath } from '../submission.ts'

type Job = Outputs['form']['job']['data']

const words = submissionListMessages.bulk

/** How far a long job is; of each job what came of it, also after the page was left. */
export const BulkProgress = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const queries = useQueryClient()
  const notify = useNotify()
  const { data, error } = useLoad<Job>({
    queryKey: ['job', id],
    queryFn: async () => (await call(trpc.form.job.query({ id }))).data,
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : LIMITS.bulkPollMs),
  })
  const { done = 0, failed = 0, total = 0, failures = [] } = data ?? {}
  const isDone = data?.state === 'done'
  const isGone = error instanceof ApiError && error.status === 404
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LIMITS.bulkUnseenMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: ['forms'] })
  }, [isDone, queries])
  useEffect(() => {
    if (!isDone || failed > 0) return
    notify(words.done(done), { type: 'success' })
    onClose()
  }, [isDone, failed, done, notify, onClose])

  if (isDone && failed > 0)
    return (
      <AlertDialog title={words.failures(failed, total)} text={words.others(done)} onClose={onClose}>
        <Box component="ul" sx={{ pl: 4, my: 0, overflowWrap: 'anywhere' }}>
          {failures.map((failure) => (
            <li key={failure.id}>
              <Link component={RouterLink} to={submissionPath(failure.id)}>
                {toReference(failure.id)}
              </Link>
              {`: ${failure.error}`}
            </li>
          ))}
        </Box>
      </AlertDialog>
    )
  if (data === null || isDone || (total <= LIMITS.bulkUnseen && !isLong)) return null
  return (
    <Alert severity="info" role="status" sx={{ mb: 4, '& .MuiAlert-message': { flex: 1 } }}>
      {words.running(done + failed, total)}
      <LinearProgress
        variant="determinate"
        value={((done + failed) / total) * 100}
        aria-hidden
        sx={{ mt: 1 }}
      />
    </Alert>
  )
}
