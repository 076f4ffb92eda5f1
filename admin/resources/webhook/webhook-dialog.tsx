import { BooleanInput, CheckboxGroupInput, required, TextInput } from 'react-admin'
import { webhookMessages as words } from '#domain/messages/panel-webhook'
import { EVENT_TYPES } from '#domain/webhook'
import { NameInput } from '../../dialogs/name-input.tsx'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { WebhookTools, type Webhook } from './webhook-tools.tsx'

type Props = { webhook: Webhook | null; onSecret: (secret: string) => void; onClose: () => void }

const NEW = { url: '', events: [...EVENT_TYPES], active: true }
const CHOICES = EVENT_TYPES.map((id) => ({ id, name: id }))
const NEEDED = required(words.needed)

export const WebhookDialog = ({ webhook, onSecret, onClose }: Props) => {
  const choosesCompany = useCanPerform('company.create') && webhook === null
  return (
    <RecordDialog<Webhook & { secret?: string }>
      title={webhook?.url ?? words.add}
      resource="webhooks"
      record={webhook}
      toValues={(record) => record ?? NEW}
      failed={({ message }) => message}
      saved={words.saved}
      onSaved={({ secret = '' }) => onSecret(secret)}
      onClose={onClose}
    >
      <TextInput source="url" label={words.address} validate={NEEDED} autoFocus={webhook === null} />
      {choosesCompany && <NameInput source="companyId" reference="company-names" label={words.company} />}
      <CheckboxGroupInput
        source="events"
        label={words.events}
        choices={CHOICES}
        validate={NEEDED}
        row={false}
      />
      <BooleanInput source="active" label={words.active} helperText={words.activeHelp} />
      {webhook && <WebhookTools webhook={webhook} onSecret={onSecret} onClose={onClose} />}
    </RecordDialog>
  )
}
