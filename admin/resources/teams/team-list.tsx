import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import { useState } from 'react'
import { teamMessages as words } from '#domain/messages/panel-team'
import { DeleteDialog } from '../delete-dialog.tsx'
import { useRecordRoutes } from '../resource.tsx'
import type { Outputs } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import {
  actionsColumn,
  column,
  dateColumn,
  NAME,
  nameCell,
  RowAction,
  textColumn,
} from '../../table/columns.tsx'
import { LAST_EDITED_FIRST, RecordList } from '../../table/record-list.tsx'

type Team = Outputs['team']['list']['data'][number]

export const TeamList = () => {
  const { edit } = useRecordRoutes('teams')
  const canDelete = useCanPerform('team.delete')
  const [deleted, setDeleted] = useState<Team | null>(null)
  return (
    <>
      <RecordList<Team> page="teams" sort={LAST_EDITED_FIRST} words={words}>
        {column<Team>('name', (team) => nameCell(team.name, edit && (() => edit(team))), NAME)}
        {textColumn<Team>('leader', ({ leaderName }) => leaderName || words.noLeader, {
          isSearched: true,
          card: 'subtitle',
        })}
        {dateColumn('updatedAt', { card: 'aside' })}
        {actionsColumn<Team>(120, (team) => (
          <>
            {edit && <RowAction label={words.edit(team.name)} icon={EditIcon} onClick={() => edit(team)} />}
            {canDelete && (
              <RowAction
                label={words.delete(team.name)}
                icon={DeleteIcon}
                isDestructive
                onClick={() => setDeleted(team)}
              />
            )}
          </>
        ))}
      </RecordList>
      {deleted && (
        <DeleteDialog
          resource="teams"
          record={deleted}
          title={words.deleteTitle}
          text={words.deleteQuestion(deleted.name)}
          failed={({ message }) => words.deleteFailed(message)}
          deleted={words.deleted}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  )
}
