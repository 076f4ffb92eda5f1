import BlockIcon from '@mui/icons-material/Block'
import { Link } from '@mui/material'
import { use, useState } from 'react'
import { apiKeyMessages as words, keyPermissionName } from '#domain/messages/panel-api-key'
import { DeleteDialog } from '../delete-dialog.tsx'
import type { Outputs } from '../../providers/trpc-client.ts'
import {
  actionsColumn,
  dateColumn,
  RowAction,
  textColumn,
  timeCell,
  column,
  InCard,
} from '../../table/columns.tsx'
import { NEWEST_FIRST, RecordList } from '../../table/record-list.tsx'

type ApiKey = Outputs['apiKey']['list']['data'][number]

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
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  return (
    <>
      <RecordList<ApiKey>
        page="api-keys"
        sort={NEWEST_FIRST}
        words={words}
        empty={<Link href="/api/docs">{words.docs}</Link>}
      >
        {textColumn<ApiKey>('name', toName, { isSearched: true, card: 'title', width: '20%' })}
        {textColumn<ApiKey>('company', toCompany, { disableSort: true, card: 'subtitle' })}
        {textColumn<ApiKey>('permissions', toPermissions, { disableSort: true, width: '24%' })}
        {dateColumn('lastUsedAt', { isSearched: false, width: 134 })}
        {column<ApiKey>('expiresAt', toExpiry, { sortByOrder: 'DESC', width: 134, card: 'subtitle' })}
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
