import BlockIcon from '@mui/icons-material/Block'
import { Link } from '@mui/material'
import { use, useState } from 'react'
import { apiKeyMessages, keyPermissionName } from '#domain/messages/panel-api-key'
import { AlertDialog } from '../../dialogs/alert-dialog.tsx'
import { DeleteDialog } from '../../dialogs/delete-dialog.tsx'
import { lazyDialog } from '../../lazy/lazy-dialog.tsx'
import type { Outputs } from '../../providers/outputs.ts'
import { AddButton } from '../../table/add-button.tsx'
import { actionsColumn, dateColumn, textColumn, timeCell } from '../../table/cells.tsx'
import { Column, InCard } from '../../table/column.tsx'
import { ListState } from '../../table/list-states.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { RowAction } from '../../table/row-action.tsx'
import { CopyField } from '../link/copy-field.tsx'

type ApiKey = Outputs['apiKey']['list']['data'][number]

const ApiKeyDialog = lazyDialog(() => import('./api-key-dialog.tsx').then((module) => module.ApiKeyDialog))
const NEWEST_FIRST = { field: 'createdAt', order: 'DESC' } as const
const words = apiKeyMessages
const toName = ({ name, start }: ApiKey) => `${name} (${start.slice(-6)}…)`
const toCompany = ({ company }: ApiKey) => company?.nameOut ?? words.allCompanies
const toPermissions = ({ permissions }: ApiKey) => permissions.map(keyPermissionName).join(', ')
const toExpiry = (key: ApiKey) => <Expiry {...key} />

/** Named in a card, where no header stands above it. */
const Expiry = ({ expiresAt, timeZone }: ApiKey) => (
  <>
    {use(InCard) && `${words.expires}: `}
    {expiresAt === null ? words.days(0) : timeCell(expiresAt, timeZone)}
  </>
)

export const ApiKeyList = () => {
  const [isCreating, setIsCreating] = useState(false)
  const [made, setMade] = useState('')
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  return (
    <>
      <RecordList<ApiKey>
        page="api-keys"
        sort={NEWEST_FIRST}
        actions={<AddButton label={words.add} onClick={() => setIsCreating(true)} />}
        empty={
          <ListState text={words.empty}>
            <Link href="/api/docs">{words.docs}</Link>
          </ListState>
        }
      >
        {textColumn<ApiKey>('name', toName, { isSearched: true, card: 'title', width: '20%' })}
        {textColumn<ApiKey>('company', toCompany, { disableSort: true, card: 'subtitle' })}
        {textColumn<ApiKey>('permissions', toPermissions, { disableSort: true, width: '24%' })}
        {dateColumn({ source: 'lastUsedAt', isSearched: false, width: 134 })}
        <Column<ApiKey> source="expiresAt" sortByOrder="DESC" width={134} card="subtitle" render={toExpiry} />
        {textColumn<ApiKey>('createdBy', ({ createdBy }) => createdBy, { disableSort: true })}
        {actionsColumn<ApiKey>(80, (key) => (
          <RowAction
            label={words.revoke(key.name)}
            icon={BlockIcon}
            isDestructive
            onClick={() => setRevoking(key)}
          />
        ))}
      </RecordList>
      {isCreating && <ApiKeyDialog onMade={setMade} onClose={() => setIsCreating(false)} />}
      {made !== '' && (
        <AlertDialog title={words.made} text={words.madeText} onClose={() => setMade('')}>
          <CopyField label={words.key} help={words.keyHelp} value={made} />
        </AlertDialog>
      )}
      {revoking && (
        <DeleteDialog
          resource="api-keys"
          record={revoking}
          title={words.revokeTitle}
          text={words.revokeText(revoking.name)}
          failed={() => words.revokeFailed}
          confirmLabel={words.revokeTitle}
          deleted={words.revoked}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  )
}
