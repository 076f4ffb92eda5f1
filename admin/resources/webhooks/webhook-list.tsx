import { Box, Button } from '@mui/material'
import { useNotify, useRefresh } from 'react-admin'
import { panelMessages } from '#domain/messages/panel'
import { webhookMessages as words } from '#domain/messages/panel-webhook'
import { useRecordRoutes } from '../resource.tsx'
import { type Outputs, call, trpc } from '../../providers/trpc-client.ts'
import { useTask } from '../../providers/use-task.ts'
import { NAME, nameCell, textCell, timeCell, column } from '../../table/columns.tsx'
import { NEWEST_FIRST, RecordList } from '../../table/record-list.tsx'

export type Webhook = Outputs['webhook']['list']['data'][number]

const WORDS = { ...words, createFirst: words.add }
const toCompany = ({ company }: Webhook) => textCell(company?.nameOut ?? words.all)
const toState = (webhook: Webhook) =>
  webhook.makerLost ? <StoppedWebhook {...webhook} /> : words.state(webhook)
const toTime = ({ lastAttempt, timeZone }: Webhook) =>
  lastAttempt?.at ? timeCell(lastAttempt.at, timeZone) : '—'

export const WebhookList = () => {
  const { edit } = useRecordRoutes('webhooks')
  return (
    <RecordList<Webhook> page="webhooks" sort={NEWEST_FIRST} words={WORDS}>
      {column<Webhook>('url', (webhook) => nameCell(webhook.url, edit && (() => edit(webhook))), NAME)}
      {column<Webhook>('active', toState, { disableSort: true, width: 200, card: 'subtitle' })}
      {column<Webhook>('lastAttempt', toTime, { disableSort: true, width: 228, card: 'subtitle' })}
      {column<Webhook>('company', toCompany, { disableSort: true, width: '20%', card: 'extra' })}
    </RecordList>
  )
}

/** Unlike other cells its text wraps, as it says who has to act. */
const StoppedWebhook = (webhook: Webhook) => {
  const { id, url } = webhook
  const { busy, run } = useTask(panelMessages.failures.unexpected)
  const [notify, refresh] = [useNotify(), useRefresh()]
  const takeOver = async () => {
    await call(trpc.webhook.takeOver.mutate({ id }))
    notify(words.takenOver, { type: 'success' })
    refresh()
  }
  const label = `${words.takeOver}: ${url}`
  return (
    <Box sx={{ whiteSpace: 'normal', lineHeight: 1.4, py: 1 }}>
      {words.state(webhook)}
      <br />
      <Button
        size="small"
        aria-label={label}
        aria-disabled={busy}
        onClick={() => run(takeOver)}
        sx={{ px: 0, minWidth: 0 }}
      >
        {words.takeOver}
      </Button>
    </Box>
  )
}
