import { Box, Button, List, ListItem, Skeleton, Typography } from '@mui/material'
import { useState } from 'react'
import { BooleanInput, CheckboxGroupInput, required, useNotify } from 'react-admin'
import { panelMessages } from '#domain/messages/panel'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { webhookMessages as words } from '#domain/messages/panel-webhook'
import { EVENT_TYPES } from '#domain/events'
import { Text } from '../../inputs/text.tsx'
import { AlertDialog } from '../../dialogs/dialogs.tsx'
import { DeleteDialog } from '../delete-dialog.tsx'
import { NameInput } from '../../inputs/name-input.tsx'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { useTask, useLoad } from '../../providers/use-task.ts'
import { CopyField } from '../../inputs/copy-field.tsx'
import type { Webhook } from './webhook-list.tsx'
import { dateTime } from '../../format.ts'
import { Failed } from '../../layout/page-parts.tsx'

const NEW = { url: '', events: [...EVENT_TYPES], active: true }
const CHOICES = EVENT_TYPES.map((id) => ({ id, name: id }))
const NEEDED = required(words.needed)
const TITLES = { create: words.add, edit: dialogMessages.edit, of: ({ url }: Webhook) => url }

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
