import { useState } from 'react'
import { webhookMessages as words } from '#domain/messages/panel-webhook'
import { AlertDialog } from '../../dialogs/alert-dialog.tsx'
import { AddButton } from '../../table/add-button.tsx'
import { nameCell, textCell, timeCell } from '../../table/cells.tsx'
import { Column } from '../../table/column.tsx'
import { ListState } from '../../table/list-states.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { CopyField } from '../link/copy-field.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import type { Webhook } from './webhook-tools.tsx'

const NEWEST_FIRST = { field: 'createdAt', order: 'DESC' } as const
const toCompany = ({ company }: Webhook) => textCell(company?.nameOut ?? words.all)
const toTime = ({ lastAttempt, timeZone }: Webhook) =>
  lastAttempt?.at ? timeCell(lastAttempt.at, timeZone) : '—'

export const WebhookList = () => {
  const [open, setOpen] = useState<{ webhook: Webhook | null } | null>(null)
  const [secret, setSecret] = useState('')
  const toName = (webhook: Webhook) => nameCell(webhook.url, () => setOpen({ webhook }))
  const add = <AddButton label={words.add} onClick={() => setOpen({ webhook: null })} />
  const empty = <ListState text={words.empty}>{add}</ListState>
  return (
    <>
      <RecordList<Webhook> page="webhooks" sort={NEWEST_FIRST} actions={add} empty={empty}>
        <Column<Webhook> source="url" isSearched card="title" render={toName} />
        <Column<Webhook> source="active" disableSort width={200} card="subtitle" render={words.state} />
        <Column<Webhook> source="lastAttempt" disableSort width={228} card="subtitle" render={toTime} />
        <Column<Webhook> source="company" disableSort width="20%" card="extra" render={toCompany} />
      </RecordList>
      {open && <WebhookDialog webhook={open.webhook} onSecret={setSecret} onClose={() => setOpen(null)} />}
      {secret !== '' && (
        <AlertDialog title={words.secret} text={words.secretText} onClose={() => setSecret('')}>
          <CopyField label={words.secret} help="" value={secret} />
        </AlertDialog>
      )}
    </>
  )
}
