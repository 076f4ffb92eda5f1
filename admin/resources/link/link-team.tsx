import { MenuItem, TextField } from '@mui/material'
import { useState } from 'react'
import { useGetList, useRefresh, type RaRecord } from 'react-admin'
import { linkMessages } from '#domain/messages/panel-link'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { useTask } from '../../providers/use-task.ts'
import type { Link } from './link.ts'

const words = linkMessages
const BY_NAME = { field: 'name', order: 'ASC' } as const

/** The team whose members own what the link brings, by turns. */
export const LinkTeam = ({ link: { id, company, team: before } }: { link: Link }) => {
  const canChange = useCanPerform('link.delete')
  const [team, setTeam] = useState(before)
  const { busy, run } = useTask(words.teamFailed)
  const refresh = useRefresh()
  const { data: teams = [] } = useGetList<RaRecord<string> & { name: string }>(
    'team-names',
    { filter: { companyId: company.id }, sort: BY_NAME, pagination: { page: 1, perPage: 100 } },
    { enabled: canChange, onError: () => undefined },
  )
  const offered = team && !teams.some(({ id: other }) => other === team.id) ? [team, ...teams] : teams
  if (!canChange || offered.length === 0) return null
  const choose = (teamId: string | null) =>
    run(async () => {
      setTeam((await call(trpc.generatedLink.update.mutate({ id, teamId }))).data.team)
      refresh()
    })
  return (
    <TextField
      select
      label={words.team}
      helperText={words.teamHelp}
      value={team?.id ?? ''}
      onChange={(event) => choose(event.target.value || null)}
      aria-busy={busy}
      fullWidth
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ mt: 2, mb: 4 }}
    >
      <MenuItem value="">{words.noTeam}</MenuItem>
      {offered.map(({ id: value, name }) => (
        <MenuItem key={value} value={value}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
