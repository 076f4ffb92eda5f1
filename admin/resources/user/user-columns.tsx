import EditIcon from '@mui/icons-material/EditOutlined'
import { Box, Button, Chip } from '@mui/material'
import { userMessages } from '#domain/messages/panel-user'
import { dateColumn, nameCell, textCell } from '../../table/cells.tsx'
import type { Column } from '../../table/column.ts'
import { RowAction } from '../../table/row-action.tsx'
import type { User } from './user.ts'

const words = userMessages

/** What can be done with a user from its row. */
type Acts = {
  /** null: the one who is signed in may not */
  edit: (row: User) => (() => void) | null
  embed: (row: User) => void
}

/**
 * Those who look after a company hand out its form, as long as they are active; judged by the role's type, never by its
 * name.
 */
export const canEmbed = (user: User): boolean => user.active && user.role?.userType === 'company'

/** The columns of spec section 2. */
export const userColumns = ({ edit, embed }: Acts): readonly Column<User>[] => [
  {
    key: 'name',
    label: words.columns.name,
    filterable: true,
    sortable: true,
    width: 'fill',
    card: 'title',
    render: (row) => (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
        <Box sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {nameCell(row.name, edit(row))}
        </Box>
        {!row.active && <Chip size="small" variant="outlined" label={words.inactive} />}
      </Box>
    ),
  },
  {
    key: 'email',
    label: words.columns.email,
    filterable: true,
    sortable: true,
    width: 'fill',
    card: 'subtitle',
    render: (row) => textCell(row.email),
  },
  dateColumn({ key: 'updatedAt', label: words.columns.updatedAt }),
  {
    key: 'actions',
    label: words.columns.actions,
    width: 188,
    align: 'right',
    card: 'actions',
    render: (row) => <UserActions row={row} onEdit={edit(row)} onEmbed={() => embed(row)} />,
  },
]

type ActionsProps = { row: User; onEdit: (() => void) | null; onEmbed: () => void }

const UserActions = ({ row, onEdit, onEmbed }: ActionsProps) => (
  <Box sx={{ display: 'flex', justifyContent: 'flex-end', alignItems: 'center', gap: 1 }}>
    {canEmbed(row) && (
      <Button size="small" aria-label={words.embedFor(row.name)} onClick={onEmbed}>
        {words.embed}
      </Button>
    )}
    {onEdit && <RowAction label={words.edit(row.name)} icon={EditIcon} onClick={onEdit} />}
  </Box>
)
