import { useMemo, useState } from 'react'
import { teamMessages } from '#domain/messages/panel-team'
import { lateDialog } from '../../late/late-dialog.tsx'
import { useMay } from '../../providers/use-may.ts'
import { AddButton } from '../../table/add-button.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { teamColumns } from './team-columns.tsx'
import type { Team } from './team.ts'

const TeamDialog = lateDialog(() => import('./team-dialog.tsx').then((module) => module.TeamDialog))

const NEWEST_FIRST = { field: 'updatedAt', order: 'DESC' } as const

/** /admin/teams. */
export const TeamList = () => {
  /** null: none open; `team` null: a new one */
  const [open, setOpen] = useState<{ team: Team | null } | null>(null)
  const mayCreate = useMay('team.create')
  const mayUpdate = useMay('team.update')
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
