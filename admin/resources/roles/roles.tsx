import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import LockIcon from '@mui/icons-material/LockOutlined'
import ShowIcon from '@mui/icons-material/VisibilityOutlined'
import { Box, Tooltip, Alert, Button } from '@mui/material'
import { useCallback } from 'react'
import { roleMessages as words } from '#domain/messages/panel-role'
import { roleLock, type RoleLock, canGrantScope, canGrantType } from '#domain/grants'
import { useDeletion } from '../delete-dialog.tsx'
import { useRecordRoutes } from '../resource.tsx'
import { useSession } from '../../layout/route-guard.tsx'
import { failureSentence } from '../../providers/request.ts'
import type { Outputs } from '../../providers/trpc-client.ts'
import { useHolder } from '../../providers/use-can-perform.ts'
import { actionsColumn, dateColumn, NAME, nameCell, RowAction, column } from '../../table/columns.tsx'
import { LAST_EDITED_FIRST, RecordList } from '../../table/record-list.tsx'
import { SelectInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { reachesAllCompanies, ROLE_SCOPES, USER_TYPES, type UserType } from '#domain/permissions'
import { Text } from '../../inputs/text.tsx'
import { AppDialog } from '../../dialogs/dialogs.tsx'
import { NameInput } from '../../inputs/name-input.tsx'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import { Fact } from '../../layout/page-parts.tsx'
import { PermissionMatrix, PermissionsInput } from '../../inputs/permission-matrix.tsx'

type Role = Outputs['role']['list']['data'][number]

const DELETE_FAILURES = { unreachable: words.failed.deleteLater, unusable: words.failed.delete }

export const RoleList = () => {
  const { edit } = useRecordRoutes('roles')
  const [remove, question] = useDeletion<Role>('roles', 'role.delete', ({ name }) => ({
    title: words.deleteTitle,
    text: words.deleteQuestion(name),
    failed: (error) => failureSentence(error, DELETE_FAILURES),
    deleted: words.deleted,
  }))
  const findLock = useRoleLock()
  return (
    <>
      <RecordList<Role> page="roles" sort={LAST_EDITED_FIRST} words={words}>
        {column<Role>(
          'name',
          (role) => (
            <RoleName role={role} onEdit={edit && (() => edit(role))} />
          ),
          NAME,
        )}
        {dateColumn('updatedAt', { card: 'subtitle' })}
        {actionsColumn<Role>(120, (role) => {
          const isLocked = findLock(role) !== null
          const label = isLocked ? words.show(role.name) : words.edit(role.name)
          return (
            <>
              {edit && (
                <RowAction label={label} icon={isLocked ? ShowIcon : EditIcon} onClick={() => edit(role)} />
              )}
              {remove && !isLocked && (
                <RowAction
                  label={words.delete(role.name)}
                  icon={DeleteIcon}
                  isDestructive
                  onClick={() => remove(role)}
                />
              )}
            </>
          )
        })}
      </RecordList>
      {question}
    </>
  )
}

/** Shows the company, as roles of several companies may have the same name. */
const RoleName = ({ role, onEdit }: { role: Role; onEdit: (() => void) | null }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
    {nameCell(role.name, onEdit)}
    {role.isStatic && (
      <Tooltip title={words.system}>
        <LockIcon fontSize="inherit" titleAccess={words.system} sx={{ color: 'text.secondary' }} />
      </Tooltip>
    )}
    <Box component="span" className="cut-off" dir="auto" title={role.company?.nameOut} sx={companyStyle}>
      {role.company?.nameOut ?? words.shared}
    </Box>
  </Box>
)

const companyStyle = { color: 'text.secondary', fontSize: 13, fontWeight: 400, flexShrink: 2 }

/** null: the signed-in user can change the role */
function useRoleLock(): (role: Role) => RoleLock | null {
  const { user } = useSession()
  const holder = useHolder()
  const { isAdmin, userType, permissions, scope } = holder
  const ownRoleId = user?.role?.id ?? null
  return useCallback(
    (role: Role) => roleLock({ isAdmin, userType, permissions, scope }, ownRoleId, role),
    [isAdmin, userType, permissions, scope, ownRoleId],
  )
}

const TITLES = { create: words.createTitle, edit: words.editTitle }

export const RoleForm = ({ onClose }: { onClose: () => void }) => {
  const holder = useHolder()
  const isAdmin = reachesAllCompanies(holder)
  const fresh = {
    name: '',
    userType: 'user',
    scope: isAdmin ? 'company' : holder.scope,
    companyId: null,
    permissions: [],
  }
  const findLock = useRoleLock()
  return (
    <RecordDialog<Role>
      titles={TITLES}
      toValues={(each) => each ?? fresh}
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
          <ScopeInput />
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

/** Administrators see everything. */
const ScopeInput = () => {
  const holder = useHolder()
  const [type, chosen]: unknown[] = useWatch({ name: ['userType', 'scope'] })
  const scope = ROLE_SCOPES.find((each) => each === chosen) ?? 'company'
  if (type === 'admin') return null
  return (
    <SelectInput
      source="scope"
      label={words.scope}
      isRequired
      choices={ROLE_SCOPES.filter((each) => canGrantScope(holder, each)).map((id) => ({
        id,
        name: words.scopes[id],
      }))}
      helperText={words.scopeHelp[scope]}
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
        {role.userType !== 'admin' && <Fact label={words.scope}>{words.scopes[role.scope]}</Fact>}
        <Fact label={words.company.label}>{role.company?.nameOut ?? words.shared}</Fact>
      </Box>
      <PermissionMatrix value={role.permissions} onChange={null} />
    </Box>
  </AppDialog>
)
