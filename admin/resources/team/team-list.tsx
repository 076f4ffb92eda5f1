import EditIcon from '@mui/icons-material/EditOutlined'
import { useState } from 'react'
import { teamMessages } from '#domain/messages/panel-team'
import { lazyDialog } from '../../lazy/lazy-dialog.tsx'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { AddButton } from '../../table/add-button.tsx'
import { actionsColumn, dateColumn, nameCell, textColumn } from '../../table/cells.tsx'
import { Column } from '../../table/column.tsx'
import { ListState } from '../../table/list-states.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { RowAction } from '../../table/row-action.tsx'
import type { Team } from './team.ts'

const TeamDialog = lazyDialog(() => import('./team-dialog.tsx').then((module) => module.TeamDialog))

const LAST_EDITED_FIRST = { field: 'updatedAt', order: 'DESC' } as const
const words = teamMessages

export const TeamList = () => {
  /** `team` is null for a new one */
  const [open, setOpen] = useState<{ team: Team | null } | null>(null)
  const create = useCanPerform('team.create') ? () => setOpen({ team: null }) : null
  const edit = useCanPerform('team.update') ? (team: Team) => setOpen({ team }) : null
  return (
    <>
      <RecordList<Team>
        page="teams"
        sort={LAST_EDITED_FIRST}
        actions={create && <AddButton label={words.add} onClick={create} />}
        empty={
          <ListState text={words.empty} action={create && { label: words.createFirst, onClick: create }} />
        }
      >
        <Column<Team>
          source="name"
          isSearched
          card="title"
          render={(team) => nameCell(team.name, edit && (() => edit(team)))}
        />
        {textColumn<Team>('leader', ({ leaderName }) => leaderName || words.noLeader, {
          isSearched: true,
          card: 'subtitle',
        })}
        {dateColumn({ source: 'updatedAt', card: 'aside' })}
        {actionsColumn<Team>(
          96,
          (team) =>
            edit && <RowAction label={words.edit(team.name)} icon={EditIcon} onClick={() => edit(team)} />,
        )}
      </RecordList>
      {open && <TeamDialog team={open.team} onClose={() => setOpen(null)} />}
    </>
  )
}
