import { Alert, Box, Button } from '@mui/material'
import { SelectInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { canGrantType, type RoleLock } from '#domain/grants'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { roleMessages as words } from '#domain/messages/panel-role'
import { reachesAllCompanies, USER_TYPES, type UserType } from '#domain/permissions'
import { Text } from '../../inputs/text.tsx'
import { AppDialog } from '../../dialogs/dialogs.tsx'
import { NameInput } from '../../inputs/name-input.tsx'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import { Fact } from '../../layout/page-parts.tsx'
import { failureSentence } from '../../providers/request.ts'
import { useHolder } from '../../providers/use-can-perform.ts'
import { PermissionMatrix, PermissionsInput } from '../../inputs/permission-matrix.tsx'
import { useRoleLock, type Role } from './role-list.tsx'

const TITLES = { create: words.createTitle, edit: words.editTitle }
const NEW_ROLE = { name: '', userType: 'user', companyId: null, permissions: [] }

export const RoleForm = ({ onClose }: { onClose: () => void }) => {
  const isAdmin = reachesAllCompanies(useHolder())
  const findLock = useRoleLock()
  return (
    <RecordDialog<Role>
      titles={TITLES}
      toValues={(each) => each ?? NEW_ROLE}
      transform={(changes, { name }) => (toText(name).trim() === '' ? null : changes)}
      failed={(error, role) =>
        failureSentence(error, {
          unreachable: words.failed.saveLater,
          unusable: role === null ? words.failed.create : words.failed.update,
        })
      }
      saved={words.saved}
      renderLocked={(role) => {
        const lock = findLock(role)
        return lock && <LockedRole role={role} lock={lock} onClose={onClose} />
      }}
      onClose={onClose}
    >
      {(role) => (
        <>
          <Text source="name" words={words.name} isRequired autoFocus max={LIMITS.textLength} />
          <UserTypeInput />
          {isAdmin && (
            <NameInput
              source="companyId"
              reference="company-names"
              words={words.company}
              disabled={role !== null}
            />
          )}
          <PermissionsInput source="permissions" />
        </>
      )}
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
    />
  )
}

const toChoice = (type: UserType) => ({ id: type, name: words.userTypes[type] })

const LockedRole = ({ role, lock, onClose }: { role: Role; lock: RoleLock; onClose: () => void }) => (
  <AppDialog
    title={role.name}
    isToBeRead
    onClose={onClose}
    actions={
      <Button variant="contained" onClick={onClose}>
        {dialogMessages.close}
      </Button>
    }
  >
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Alert severity="info" variant="outlined">
        {words.lock[lock]}
      </Alert>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4 }}>
        <Fact label={words.userType}>{words.userTypes[role.userType]}</Fact>
        <Fact label={words.company.label}>{role.company?.nameOut ?? words.shared}</Fact>
      </Box>
      <PermissionMatrix value={role.permissions} onChange={null} />
    </Box>
  </AppDialog>
)
