import EditIcon from '@mui/icons-material/EditOutlined'
import { teamMessages as words } from '#domain/messages/panel-team'
import { useRecordRoutes } from '../resource.tsx'
import type { Outputs } from '../../providers/trpc-client.ts'
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
  return (
    <RecordList<Team> page="teams" sort={LAST_EDITED_FIRST} words={words}>
      {column<Team>('name', (team) => nameCell(team.name, edit && (() => edit(team))), NAME)}
      {textColumn<Team>('leader', ({ leaderName }) => leaderName || words.noLeader, {
        isSearched: true,
        card: 'subtitle',
      })}
      {dateColumn('updatedAt', { card: 'aside' })}
      {actionsColumn<Team>(
        96,
        (team) =>
          edit && <RowAction label={words.edit(team.name)} icon={EditIcon} onClick={() => edit(team)} />,
      )}
    </RecordList>
  )
}
