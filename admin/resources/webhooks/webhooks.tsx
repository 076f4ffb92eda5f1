import { Box, Button, List, ListItem, Skeleton, Typography } from '@mui/material'
import { useNotify, useRefresh, BooleanInput, CheckboxGroupInput, required } from 'react-admin'
import { panelMessages } from '#domain/messages/panel'
import { webhookMessages as words } from '#domain/messages/panel-webhook'
import { useRecordRoutes } from '../resource.tsx'
import { type Outputs, call, trpc } from '../../providers/trpc-client.ts'
import { useTask, useLoad } from '../../providers/use-task.ts'
import { NAME, nameCell, textCell, timeCell, column } from '../../table/columns.tsx'
import { NEWEST_FIRST, RecordList } from '../../table/record-list.tsx'
import { useState } from 'react'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { EVENT_TYPES } from '#domain/webhook-events'
import { Text } from '../../inputs/text.tsx'
import { AlertDialog } from '../../dialogs/dialogs.tsx'
import { DeleteDialog } from '../delete-dialog.tsx'
import { NameInput } from '../../inputs/name-input.tsx'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { CopyField } from '../../inputs/copy-field.tsx'
import { dateTime } from '../../format.ts'
import { Failed } from '../../layout/page-parts.tsx'

type Webhook = Outputs['webhook']['list']['data'][number]

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

const NEW = { url: '', events: [...EVENT_TYPES], active: true }
const CHOICES = EVENT_TYPES.map((id) => ({ id, name: id }))
const NEEDED = required(words.needed)
const TITLES = { create: words.add, edit: words.editTitle, of: ({ url }: Webhook) => url }

export const WebhookForm = ({ onClose }: { onClose: () => void }) => {
  const [secret, setSecret] = useState('')
  const canChooseCompany = useCanPerform('company.create')
  return (
    <>
      <RecordDialog<Webhook & { secret?: string }>
        titles={TITLES}
        toValues={(record) => record ?? NEW}
        failed={({ message }) => message}
        saved={words.saved}
        renderSaved={(saved) => saved.secret && <Secret secret={saved.secret} onClose={onClose} />}
        onClose={onClose}
      >
        {(webhook) => (
          <>
            <Text source="url" words={words.address} autoFocus={webhook === null} />
            {canChooseCompany && webhook === null && (
              <NameInput source="companyId" reference="company-names" words={words.company} />
            )}
            <CheckboxGroupInput
              source="events"
              label={words.events}
              choices={CHOICES}
              validate={NEEDED}
              row={false}
            />
            <BooleanInput source="active" label={words.active} helperText={words.activeHelp} />
            {webhook && <WebhookTools webhook={webhook} onSecret={setSecret} onClose={onClose} />}
          </>
        )}
      </RecordDialog>
      {secret !== '' && <Secret secret={secret} onClose={() => setSecret('')} />}
    </>
  )
}

const Secret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <AlertDialog title={words.secret} text={words.secretText} onClose={onClose}>
    <CopyField label={words.secret} help="" value={secret} />
  </AlertDialog>
)

type ToolsProps = { webhook: Webhook; onSecret: (secret: string) => void; onClose: () => void }

const failed = ({ message }: Error) => message
const DELETION = { resource: 'webhooks', text: words.deleteQuestion, deleted: words.deleted, failed } as const

const WebhookTools = ({ webhook, onSecret, onClose }: ToolsProps) => {
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

const WebhookLog = ({ id, timeZone }: { id: string; timeZone: string }) => {
  const { busy, run } = useTask(panelMessages.failures.unexpected)
  const { data, failure, retry } = useLoad({
    queryKey: ['deliveries', id],
    queryFn: () => call(trpc.webhook.deliveries.query({ id, range: '[0,24]' })),
    gcTime: 0,
  })
  const resend = async (delivery: string) => {
    await call(trpc.webhook.resend.mutate({ id: delivery }))
    retry()
  }
  return (
    <>
      <Typography variant="h3">{words.log}</Typography>
      {failure !== null ? (
        <Failed text={words.logFailed} detail={failure} onRetry={retry} />
      ) : data === null ? (
        <Skeleton height={40} />
      ) : data.data.length === 0 ? (
        <Typography color="text.secondary">{words.noEvents}</Typography>
      ) : (
        <List disablePadding aria-label={words.log}>
          {data.data.map(({ id: delivery, type, attemptedAt, ...outcome }) => (
            <ListItem key={delivery} divider disableGutters sx={{ justifyContent: 'space-between', gap: 2 }}>
              <Box sx={{ minWidth: 0 }}>
                <Typography>{type}</Typography>
                <Typography variant="body2" color={outcome.failure === null ? 'text.secondary' : 'error'}>
                  {words.delivery(attemptedAt && dateTime(attemptedAt, timeZone), outcome)}
                </Typography>
              </Box>
              <Button
                size="small"
                aria-disabled={busy}
                onClick={() => run(() => resend(delivery))}
                sx={{ flexShrink: 0 }}
              >
                {words.resend}
              </Button>
            </ListItem>
          ))}
        </List>
      )}
    </>
  )
}
