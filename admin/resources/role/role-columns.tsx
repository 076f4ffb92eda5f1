import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import LockIcon from '@mui/icons-material/LockOutlined'
import ShowIcon from '@mui/icons-material/VisibilityOutlined'
import { Box, Tooltip } from '@mui/material'
import { roleMessages } from '#domain/messages/panel-role'
import type { RoleLock } from '#domain/role-lock'
import { dateColumn, nameCell } from '../../table/cells.tsx'
import type { Column } from '../../table/column.ts'
import { RowAction } from '../../table/row-action.tsx'
import type { Role } from './role.ts'

const words = roleMessages

type Acts = {
  /** null: the user may not */
  edit: ((row: Role) => void) | null
  remove: ((row: Role) => void) | null
  lockOf: (row: Role) => RoleLock | null
}

/** The columns of spec section 2. */
export const roleColumns = ({ edit, remove, lockOf }: Acts): readonly Column<Role>[] => [
  {
    key: 'name',
    label: words.columns.name,
    filterable: true,
    sortable: true,
    width: 'fill',
    card: 'title',
    render: (row) => (
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
        <Box component="span" sx={{ minWidth: 0 }}>
          {nameCell(row.name, edit && (() => edit(row)))}
        </Box>
        {row.isStatic && (
          <Tooltip title={words.system}>
            <LockIcon fontSize="inherit" titleAccess={words.system} sx={{ color: 'text.secondary' }} />
          </Tooltip>
        )}
        <Box component="span" dir="auto" title={row.company?.nameOut} sx={companyStyle}>
          {row.company?.nameOut ?? words.shared}
        </Box>
      </Box>
    ),
  },
  // The first line is the name's alone.
  { ...dateColumn({ key: 'updatedAt', label: words.columns.updatedAt }), card: 'subtitle' },
  {
    key: 'actions',
    label: words.columns.actions,
    width: 120,
    align: 'right',
    card: 'actions',
    render: (row) => {
      const isLocked = lockOf(row) !== null
      const label = isLocked ? words.show(row.name) : words.edit(row.name)
      return (
        <>
          {edit && (
            <RowAction label={label} icon={isLocked ? ShowIcon : EditIcon} onClick={() => edit(row)} />
          )}
          {remove && !isLocked && (
            <RowAction
              label={words.delete(row.name)}
              icon={DeleteIcon}
              isDestructive
              onClick={() => remove(row)}
            />
          )}
        </>
      )
    },
  },
]

/** Roles of several companies may have one name, so whose it is stands beside it. */
const companyStyle = {
  color: 'text.secondary',
  fontSize: 13,
  fontWeight: 400,
  flexShrink: 2,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
}
