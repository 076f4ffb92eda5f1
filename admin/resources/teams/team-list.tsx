import { teamMessages as words } from '#domain/messages/panel-team'
import { useRecordRoutes } from '../resource.tsx'
import type { Outputs } from '../../providers/trpc-client.ts'
import { dateColumn, editColumn, nameColumn, textColumn } from '../../table/columns.tsx'
import { LAST_EDITED_FIRST, RecordList } from '../../table/record-list.tsx'

type Team = Outputs['team']['list']['data'][number]

export const TeamList = () => {
  const { edit } = useRecordRoutes('teams')
  return (
    <RecordList<Team> page="teams" sort={LAST_EDITED_FIRST} words={words}>
      {nameColumn<Team>('name', ({ name }) => name, edit)}
      {textColumn<Team>('leader', ({ leaderName }) => leaderName || words.noLeader, {
        isSearched: true,
        card: 'subtitle',
      })}
      {dateColumn({ source: 'updatedAt', card: 'aside' })}
      {editColumn<Team>(({ name }) => words.edit(name), edit)}
    </RecordList>
  )
}
