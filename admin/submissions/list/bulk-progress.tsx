import { Alert, Box, LinearProgress, Link } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNotify } from 'react-admin'
import { Link as RouterLink } from 'react-router'
import { LIMITS } from '#domain/limits'
import { submissionListMessages } from '#domain/messages/panel-submission-list'
import { toReference } from '#domain/reference'
import { AlertDialog } from '../../dialogs/dialogs.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useLoad } from '../../providers/use-task.ts'
import { submissionPath } from '../submission.ts'
import type { Job } from './bulk-bar.tsx'

const words = submissionListMessages.bulk

/** How far a long job is; of each job what came of it. */
export const BulkProgress = ({ started, onClose }: { started: Job; onClose: () => void }) => {
  const queries = useQueryClient()
  const notify = useNotify()
  const { data } = useLoad<Job>({
    queryKey: ['job', started.id],
    queryFn: async () => (await call(trpc.form.job.query({ id: started.id }))).data,
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : LIMITS.bulkPollMs),
  })
  const { state, done, failed, total, failures } = data ?? started
  const isDone = state === 'done'
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
          {failures.map(({ id, error }) => (
            <li key={id}>
              <Link component={RouterLink} to={submissionPath(id)}>
                {toReference(id)}
              </Link>
              {`: ${error}`}
            </li>
          ))}
        </Box>
      </AlertDialog>
    )
  if (isDone || total <= LIMITS.bulkUnseen) return null
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
