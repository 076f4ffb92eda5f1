import { Box, Button } from '@mui/material'
import type { inferRouterOutputs } from '@trpc/server'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { panelMessages } from '#domain/messages/panel'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { webhookMessages as words } from '#domain/messages/panel-webhook'
import type { AppRouter } from '../../../server/app-router.ts'
import { DeleteDialog } from '../../dialogs/delete-dialog.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useTask } from '../../providers/use-task.ts'
import { WebhookLog } from './webhook-log.tsx'

export type Webhook = inferRouterOutputs<AppRouter>['webhook']['list']['data'][number]
type Props = { webhook: Webhook; onSecret: (secret: string) => void; onClose: () => void }

const failed = ({ message }: Error) => message
const DELETION = { resource: 'webhooks', text: words.deleteQuestion, deleted: words.deleted, failed } as const

export const WebhookTools = ({ webhook, onSecret, onClose }: Props) => {
  const { id, url, timeZone } = webhook
  const [isDeleting, setIsDeleting] = useState(false)
  const notify = useNotify()
  const { busy, run } = useTask(panelMessages.failures.unexpected)
  const test = async () => {
    const { data: outcome } = await call(trpc.webhook.test.mutate({ id }))
    notify(words.tested(outcome), { type: outcome.failure === null ? 'success' : 'error' })
  }
  const rotate = async () => onSecret((await call(trpc.webhook.rotate.mutate({ id }))).data.secret)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button size="small" aria-disabled={busy} onClick={() => run(test)}>
          {words.test}
        </Button>
        <Button size="small" aria-disabled={busy} onClick={() => run(rotate)}>
          {words.rotate}
        </Button>
        <Button size="small" color="error" onClick={() => setIsDeleting(true)}>
          {dialogMessages.delete}
        </Button>
      </Box>
      <WebhookLog id={id} timeZone={timeZone} />
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
