import { Box, FormControlLabel, Skeleton, Switch } from '@mui/material'
import { useState } from 'react'
import { dashboardMessages as words } from '#domain/messages/panel-dashboard'
import { lazyPart } from '../lazy/lazy-page.tsx'
import { FigureCard } from './figure-card.tsx'
import { FigureTable, type FigureRow } from './figure-table.tsx'

const WeekChart = lazyPart(
  () => import('./week-chart.tsx').then((module) => module.WeekChart),
  <Skeleton variant="rounded" height={280} />,
)

const SERIES = [words.received, words.decided, words.funded]

/** The visually hidden copy has no links, as the focus must be visible. */
const withoutLinks = ({ figures, ...row }: FigureRow): FigureRow => ({
  ...row,
  figures: figures.map(({ text }) => ({ text })),
})

export const WeekCard = ({ rows }: { rows: readonly FigureRow[] }) => {
  const [isTable, setIsTable] = useState(false)
  const toggle = <Switch checked={isTable} onChange={(_event, checked) => setIsTable(checked)} />
  return (
    <FigureCard title={words.weeks} aside={<FormControlLabel control={toggle} label={words.asTable} />}>
      {!isTable && (
        <Box aria-hidden sx={{ minHeight: 280 }}>
          <WeekChart labels={SERIES} rows={rows} />
        </Box>
      )}
      <Box className={isTable ? undefined : 'visually-hidden'}>
        <FigureTable
          label={words.weeks}
          heads={[words.heads.week, ...SERIES]}
          rows={isTable ? rows : rows.map(withoutLinks)}
        />
      </Box>
    </FigureCard>
  )
}
