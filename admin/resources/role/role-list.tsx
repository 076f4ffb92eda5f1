import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import LockIcon from '@mui/icons-material/LockOutlined'
import ShowIcon from '@mui/icons-material/VisibilityOutlined'
import { Box, Tooltip } from '@mui/material'
import { useState } from 'react'
import { roleMessages } from '#domain/messages/panel-role'
import { DeleteDialog } from '../../dialogs/delete-dialog.tsx'
import { lazyDialog } from '../../lazy/lazy-dialog.tsx'
import { failureSentence } from '../../providers/api-error.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { AddButton } from '../../table/add-button.tsx'
import { actionsColumn, dateColumn, nameCell } from '../../table/cells.tsx'
import { Column } from '../../table/column.tsx'
import { ListState } from '../../table/list-states.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { RowAction } from '../../table/row-action.tsx'
import type { Role } from './role.ts'
import { useRoleLock } from './use-role-lock.ts'

const RoleDialog = lazyDialog(() => import('./role-dialog.tsx').then((module) => module.RoleDialog))
const LockedRole = lazyDialog(() => import('./locked-role.tsx').then((module) => module.LockedRole))

const LAST_EDITED_FIRST = { field: 'updatedAt', order: 'DESC' } as const
const words = roleMessages
const DELETE_FAILURES = { unreachable: words.failed.deleteLater, unusable: words.failed.delete }

/** The dialog over the list; `role` is null for a new one. */
type Open = { dialog: 'edit'; role: Role | null } | { dialog: 'delete'; role: Role }

export const RoleList = () => {
  const [open, setOpen] = useState<Open | null>(null)
  const create = useCanPerform('role.create') ? () => setOpen({ dialog: 'edit', role: null }) : null
  const edit = useCanPerform('role.update') ? (role: Role) => setOpen({ dialog: 'edit', role }) : null
  const canDelete = useCanPerform('role.delete')
  const findLock = useRoleLock()
  const close = () => setOpen(null)
  const edited = open?.dialog === 'edit' ? open.role : null
  const lock = edited && findLock(edited)
  return (
    <>
      <RecordList<Role>
        page="roles"
        sort={LAST_EDITED_FIRST}
        actions={create && <AddButton label={words.add} onClick={create} />}
        empty={
          <ListState text={words.empty} action={create && { label: words.createFirst, onClick: create }} />
        }
      >
        <Column<Role>
          source="name"
          isSearched
          card="title"
          render={(role) => <RoleName role={role} onEdit={edit && (() => edit(role))} />}
        />
        {dateColumn({ source: 'updatedAt', card: 'subtitle' })}
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
                  onClick={() => setOpen({ dialog: 'delete', role })}
                />
              )}
            </>
          )
        })}
      </RecordList>
      {open?.dialog === 'edit' &&
        (edited && lock ? (
          <LockedRole role={edited} lock={lock} onClose={close} />
        ) : (
          <RoleDialog role={edited} onClose={close} />
        ))}
      {open?.dialog === 'delete' && (
        <DeleteDialog
          resource="roles"
          record={open.role}
          title={words.deleteTitle}
          text={words.deleteQuestion(open.role.name)}
          failed={(error) => failureSentence(error, DELETE_FAILURES)}
          deleted={words.deleted}
          onClose={close}
        />
      )}
    </>
  )
}

/** Roles of several companies may have one name, so the company stands beside it. */
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
