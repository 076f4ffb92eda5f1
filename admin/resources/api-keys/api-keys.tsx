import BlockIcon from '@mui/icons-material/Block'
import { Link } from '@mui/material'
import { use, useState } from 'react'
import { apiKeyMessages as words, keyPermissionName, KEY_CHOICES } from '#domain/messages/panel-api-key'
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
import { CheckboxGroupInput, required, SelectInput, TextInput } from 'react-admin'
import { keyPermissions } from '#domain/api-key'
import { reachesAllCompanies } from '#domain/permissions'
import { AlertDialog } from '../../dialogs/dialogs.tsx'
import { NameInput } from '../../inputs/name-input.tsx'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import { useHolder } from '../../providers/use-can-perform.ts'
import { ChipsInput } from '../../inputs/chips-input.tsx'
import { CopyField } from '../../inputs/copy-field.tsx'

type ApiKey = Outputs['apiKey']['list']['data'][number]

const toName = ({ name, start, redirectHost }: ApiKey) => `${name} (${redirectHost ?? `${start.slice(-6)}…`})`
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

const TITLES = { create: words.add, edit: '' }
const NEW = { name: '', companyId: null, permissions: [], expiresInDays: 90, addresses: [], origins: [] }
/** 0: never. */
const EXPIRIES = [7, 30, 90, 365, 0].map((days) => ({ id: days, name: words.days(days) }))

/** The key is shown once, when it is made. */
export const ApiKeyForm = ({ onClose }: { onClose: () => void }) => {
  const holder = useHolder()
  const held: string[] = keyPermissions(holder)
  const choices = KEY_CHOICES.filter(({ id }) => held.includes(id))
  return (
    <RecordDialog<Outputs['apiKey']['create']['data']>
      titles={TITLES}
      toValues={() => NEW}
      transform={(values) => ({ ...values, expiresInDays: values.expiresInDays || null })}
      failed={({ message }) => words.failed(message)}
      saved={words.saved}
      renderSaved={({ key }) => (
        <AlertDialog title={words.made} text={words.madeText} onClose={onClose}>
          <CopyField label={words.key} help={words.keyHelp} value={key} />
        </AlertDialog>
      )}
      onClose={onClose}
    >
      {() => (
        <>
          <TextInput source="name" label={words.name} validate={required()} autoFocus />
          {reachesAllCompanies(holder) && (
            <NameInput source="companyId" reference="company-names" words={words.company} />
          )}
          <CheckboxGroupInput
            source="permissions"
            label={words.permissions}
            choices={choices}
            validate={required(words.permissionsNeeded)}
            row={false}
          />
          <SelectInput
            source="expiresInDays"
            label={words.expires}
            choices={EXPIRIES}
            validate={required()}
          />
          <ChipsInput source="addresses" words={words.addresses} />
          <ChipsInput source="origins" words={words.origins} />
        </>
      )}
    </RecordDialog>
  )
}
