import { Typography } from '@mui/material'
import { dashboardMessages as words } from '#domain/messages/panel-dashboard'
import { useHolder } from '../providers/use-can-perform.ts'
import { FigureCard } from './figure-card.tsx'
import { FigureTable, Linked } from './figure-table.tsx'
import type { Dashboard } from './use-dashboard.ts'

type Props = {
  title: string
  rows: Dashboard['waiting']
  none: string
  all: { text: string; to: string | null }
}

/** Open submissions, those first that are longest in their status. */
export const WaitingCard = ({ title, rows, none, all }: Props) => {
  const { isAdmin } = useHolder()
  return (
    <FigureCard title={title} aside={rows.length > 0 && <Linked {...all} />}>
      {rows.length === 0 ? (
        <Typography color="text.secondary">{none}</Typography>
      ) : (
        <FigureTable
          label={title}
          heads={[words.heads.merchant, words.heads.waits]}
          rows={rows.map((row) => ({
            key: row.id,
            name: { text: row.merchant || words.none, to: `/admin/forms/${row.id}` },
            detail: [row.statusName, row.owner ?? words.unassigned, ...(isAdmin ? [row.company] : [])].join(
              ' · ',
            ),
            figures: [{ text: words.days(row.days) }],
          }))}
        />
      )}
    </FigureCard>
  )
}
