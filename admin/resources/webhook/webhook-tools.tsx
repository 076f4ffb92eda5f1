import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { useState } from 'react'
import { Button, useNotify } from 'react-admin'
import { panelMessages } from '#domain/messages/panel'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { webhookMessages as words } from '#domain/messages/panel-webhook'
import type { AppRouter } from '../../../server/app-router.ts'
import { DeleteDialog } from '../../dialogs/delete-dialog.tsx'
import { dateTime } from '../../format.ts'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useTask } from '../../providers/use-task.ts'

export type Webhook = inferRouterOutputs<AppRouter>['webhook']['list']['data'][number]
type Props = { webhook: Webhook; onSecret: (secret: string) => void; onClose: () => void }

const failed = ({ message }: Error) => message
const DELETION = { resource: 'webhooks', text: words.deleteQuestion, deleted: words.deleted, failed } as const

export const WebhookTools = ({ webhook, onSecret, onClose }: Props) => {
  const { id, url, timeZone } = webhook
  const [isDeleting, setIsDeleting] = useState(false)
  const notify = useNotify()
  const { run } = useTask(panelMessages.failures.unexpected)
  const queryFn = () => call(trpc.webhook.deliveries.query({ id, range: '[0,24]' }))
  const { data, refetch } = useQuery({ queryKey: ['deliveries', id], queryFn, gcTime: 0 })
  const test = async () => {
    const { data: outcome } = await call(trpc.webhook.test.mutate({ id }))
    notify(words.tested(outcome), { type: outcome.failure === null ? 'success' : 'error' })
  }
  const rotate = async () => onSecret((await call(trpc.webhook.rotate.mutate({ id }))).data.secret)
  const resend = async (delivery: string) => {
    await call(trpc.webhook.resend.mutate({ id: delivery }))
    await refetch()
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button label={words.test} onClick={() => run(test)} />
        <Button label={words.rotate} onClick={() => run(rotate)} />
        <Button label={dialogMessages.delete} color="error" onClick={() => setIsDeleting(true)} />
      </Box>
      <Typography variant="h3">{words.log}</Typography>
      {data?.data.length === 0 && <Typography>{words.noEvents}</Typography>}
      {data?.data.map(({ id: delivery, type, attemptedAt, ...outcome }) => (
        <Box key={delivery} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
          {words.delivery(type, attemptedAt && dateTime(attemptedAt, timeZone), outcome)}
          <Button label={words.resend} onClick={() => run(() => resend(delivery))} />
        </Box>
      ))}
      {isDeleting && (
        <DeleteDialog
          {...DELETION}
          record={webhook}
          title={url}
          onClose={() => setIsDeleting(false)}
          onDeleted={onClose}
        />
      )}
    </>
  )
}
