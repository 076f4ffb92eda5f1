import { teamMessages as words } from '#domain/messages/panel-team'
import { EditAndDelete, useDeletion } from '../delete-dialog.tsx'
import { useRecordRoutes } from '../resource.tsx'
import type { Outputs } from '../../providers/trpc-client.ts'
import { actionsColumn, column, dateColumn, NAME, nameCell, textColumn } from '../../table/columns.tsx'
import { LAST_EDITED_FIRST, RecordList } from '../../table/record-list.tsx'

type Team = Outputs['team']['list']['data'][number]

export const TeamList = () => {
  const { edit } = useRecordRoutes('teams')
  const [remove, question] = useDeletion<Team>('teams', 'team.delete', ({ name }) => ({
    title: words.deleteTitle,
    text: words.deleteQuestion(name),
    failed: ({ message }) => words.deleteFailed(message),
    deleted: words.deleted,
  }))
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
          <EditAndDelete of={team} name={team.name} words={words} edit={edit} remove={remove} />
        ))}
      </RecordList>
      {question}
    </>
  )
}
