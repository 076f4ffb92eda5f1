import { useMemo, useState } from 'react'
import { teamMessages } from '#domain/messages/panel-team'
import { lazyDialog } from '../../lazy/lazy-dialog.tsx'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { AddButton } from '../../table/add-button.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { teamColumns } from './team-columns.tsx'
import type { Team } from './team.ts'

const TeamDialog = lazyDialog(() => import('./team-dialog.tsx').then((module) => module.TeamDialog))

const NEWEST_FIRST = { field: 'updatedAt', order: 'DESC' } as const

/** /admin/teams. */
export const TeamList = () => {
  /** null: none open; `team` null: a new one */
  const [open, setOpen] = useState<{ team: Team | null } | null>(null)
  const mayCreate = useCanPerform('team.create')
  const mayUpdate = useCanPerform('team.update')
  const columns = useMemo(() => teamColumns(mayUpdate ? (team) => setOpen({ team }) : null), [mayUpdate])
  return (
    <RecordList<Team>
      page="teams"
      columns={columns}
      sort={NEWEST_FIRST}
      empty={teamMessages.empty}
      actions={mayCreate && <AddButton label={teamMessages.add} onClick={() => setOpen({ team: null })} />}
    >
      {open && <TeamDialog team={open.team} onClose={() => setOpen(null)} />}
    </RecordList>
  )
}
