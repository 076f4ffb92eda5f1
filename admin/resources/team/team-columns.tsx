import EditIcon from '@mui/icons-material/EditOutlined'
import { teamMessages } from '#domain/messages/panel-team'
import { dateColumn, nameCell, textCell } from '../../table/cells.tsx'
import type { Column } from '../../table/column.ts'
import { RowAction } from '../../table/row-action.tsx'
import type { Team } from './team.ts'

const words = teamMessages

/** The columns of spec section 2. `edit` null: the user may not. */
export const teamColumns = (edit: ((row: Team) => void) | null): readonly Column<Team>[] => [
  {
    key: 'name',
    label: words.columns.name,
    filterable: true,
    sortable: true,
    width: 'fill',
    card: 'title',
    render: (row) => nameCell(row.name, edit && (() => edit(row))),
  },
  {
    key: 'leader',
    label: words.columns.leader,
    filterable: true,
    sortable: true,
    width: 'fill',
    card: 'subtitle',
    render: (row) => textCell(row.leaderName || words.noLeader),
  },
  dateColumn({ key: 'updatedAt', label: words.columns.updatedAt }),
  {
    key: 'actions',
    label: words.columns.actions,
    width: 96,
    align: 'right',
    card: 'actions',
    render: (row) =>
      edit && <RowAction label={words.edit(row.name)} icon={EditIcon} onClick={() => edit(row)} />,
  },
]
