import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import LockIcon from '@mui/icons-material/LockOutlined'
import ShowIcon from '@mui/icons-material/VisibilityOutlined'
import { Box, Tooltip } from '@mui/material'
import { useCallback, useState } from 'react'
import { roleMessages as words } from '#domain/messages/panel-role'
import { roleLock, type RoleLock } from '#domain/grants'
import { DeleteDialog } from '../delete-dialog.tsx'
import { useRecordRoutes } from '../resource.tsx'
import { useSession } from '../../layout/route-guard.tsx'
import { failureSentence } from '../../providers/request.ts'
import type { Outputs } from '../../providers/trpc-client.ts'
import { useCanPerform, useHolder } from '../../providers/use-can-perform.ts'
import { actionsColumn, dateColumn, NAME, nameCell, RowAction, column } from '../../table/columns.tsx'
import { LAST_EDITED_FIRST, RecordList } from '../../table/record-list.tsx'

export type Role = Outputs['role']['list']['data'][number]

const DELETE_FAILURES = { unreachable: words.failed.deleteLater, unusable: words.failed.delete }

export const RoleList = () => {
  const [deleted, setDeleted] = useState<Role | null>(null)
  const { edit } = useRecordRoutes('roles')
  const canDelete = useCanPerform('role.delete')
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
              {canDelete && !isLocked && (
                <RowAction
                  label={words.delete(role.name)}
                  icon={DeleteIcon}
                  isDestructive
                  onClick={() => setDeleted(role)}
                />
              )}
            </>
          )
        })}
      </RecordList>
      {deleted && (
        <DeleteDialog
          resource="roles"
          record={deleted}
          title={words.deleteTitle}
          text={words.deleteQuestion(deleted.name)}
          failed={(error) => failureSentence(error, DELETE_FAILURES)}
          deleted={words.deleted}
          onClose={() => setDeleted(null)}
        />
      )}
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
export function useRoleLock(): (role: Role) => RoleLock | null {
  const { user } = useSession()
  const holder = useHolder()
  const { isAdmin, userType, permissions } = holder
  const ownRoleId = user?.role?.id ?? null
  return useCallback(
    (role: Role) => roleLock({ isAdmin, userType, permissions }, ownRoleId, role),
    [isAdmin, userType, permissions, ownRoleId],
  )
}
