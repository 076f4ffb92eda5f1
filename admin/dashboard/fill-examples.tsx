import { Button, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { demoMessages as words } from '#domain/messages/demo'
import { call, trpc } from '../providers/trpc-client.ts'
import { useCanPerform } from '../providers/use-can-perform.ts'
import { useTask } from '../providers/use-task.ts'

/** Only while there is no company but the one that the first start made. */
export const FillExamples = () => {
  const mayFill = useCanPerform('company.create')
  const { data: others } = useQuery({
    queryKey: ['companies', 'count'],
    queryFn: () => call(trpc.company.list.query({ range: '[0,0]' })),
    enabled: mayFill,
  })
  const { busy, run } = useTask(words.failed)
  const notify = useNotify()
  const client = useQueryClient()
  if (!mayFill || others === undefined || others.total > 1) return null
  const fill = () =>
    run(async () => {
      await call(trpc.admin.fillExamples.mutate({}))
      notify(words.done, { type: 'success' })
      await client.invalidateQueries()
    })
  return (
    <>
      <Button variant="outlined" onClick={fill} aria-disabled={busy}>
        {busy ? words.filling : words.fill}
      </Button>
      <Typography variant="body2" color="text.secondary">
        {words.help}
      </Typography>
    </>
  )
}
