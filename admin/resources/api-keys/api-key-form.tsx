import { CheckboxGroupInput, required, SelectInput, TextInput } from 'react-admin'
import { keyPermissions } from '#domain/api-key'
import { apiKeyMessages as words, KEY_PERMISSION_NAMES } from '#domain/messages/panel-api-key'
import { reachesAllCompanies } from '#domain/permissions'
import { AlertDialog } from '../../dialogs/dialogs.tsx'
import { NameInput } from '../../inputs/name-input.tsx'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import type { Outputs } from '../../providers/trpc-client.ts'
import { useHolder } from '../../providers/use-can-perform.ts'
import { ChipsInput } from '../../inputs/chips-input.tsx'
import { CopyField } from '../../inputs/copy-field.tsx'

const TITLES = { create: words.add, edit: '' }
const NEW = { name: '', companyId: null, permissions: [], expiresInDays: 90, addresses: [], origins: [] }
/** 0: never. */
const EXPIRIES = [7, 30, 90, 365, 0].map((days) => ({ id: days, name: words.days(days) }))

const CHOICES = Object.entries(KEY_PERMISSION_NAMES).map(([id, name]) => ({ id, name }))

/** The key is shown once, when it is made. */
export const ApiKeyForm = ({ onClose }: { onClose: () => void }) => {
  const holder = useHolder()
  const held: string[] = keyPermissions(holder)
  const choices = CHOICES.filter(({ id }) => held.includes(id))
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
