import { SelectInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { canGrantType } from '#domain/grants'
import { LIMITS } from '#domain/limits'
import { roleMessages } from '#domain/messages/panel-role'
import { reachesAllCompanies, USER_TYPES, type UserType } from '#domain/permissions'
import { NameInput } from '../../dialogs/name-input.tsx'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import { failureSentence } from '../../providers/api-error.ts'
import { useHolder } from '../../providers/use-can-perform.ts'
import { PermissionsInput } from './permissions-input.tsx'
import type { Role } from './role.ts'

const words = roleMessages

const NEW_ROLE = { name: '', userType: 'user', companyId: null, permissions: [] }

export const RoleDialog = ({ role, onClose }: { role: Role | null; onClose: () => void }) => {
  const isAdmin = reachesAllCompanies(useHolder())
  return (
    <RecordDialog<Role>
      title={role === null ? words.createTitle : words.editTitle}
      resource="roles"
      record={role}
      toValues={(each) => each ?? NEW_ROLE}
      transform={(changes, { name }) => (isBlank(name) ? null : changes)}
      failed={(error) =>
        failureSentence(error, {
          unreachable: words.failed.saveLater,
          unusable: role === null ? words.failed.create : words.failed.update,
        })
      }
      saved={words.saved}
      onClose={onClose}
    >
      <TextInput
        source="name"
        label={words.name}
        isRequired
        autoFocus
        fullWidth
        slotProps={{ htmlInput: { maxLength: LIMITS.textLength } }}
      />
      <UserTypeInput />
      {isAdmin && (
        <NameInput
          source="companyId"
          reference="company-names"
          label={words.company}
          helperText={words.companyHelp}
          disabled={role !== null}
        />
      )}
      <PermissionsInput source="permissions" />
    </RecordDialog>
  )
}

const UserTypeInput = () => {
  const holder = useHolder()
  const chosen: unknown = useWatch({ name: 'userType' })
  const type = USER_TYPES.find((each) => each === chosen) ?? 'user'
  return (
    <SelectInput
      source="userType"
      label={words.userType}
      isRequired
      choices={USER_TYPES.filter((each) => canGrantType(holder, each)).map(toChoice)}
      helperText={words.userTypeHelp[type]}
      fullWidth
    />
  )
}

const toChoice = (type: UserType) => ({ id: type, name: words.userTypes[type] })

const isBlank = (name: unknown): boolean => typeof name !== 'string' || name.trim() === ''
