import { MenuItem, TextField } from '@mui/material'
import { linkLabel } from '#domain/link-label'
import { FUNNEL_DAYS } from '#domain/submission-status'
import { dashboardMessages as words, shortDuration } from '#domain/messages/panel-dashboard'
import { FigureCard, FigureTable } from './figures.tsx'
import { type Dashboard, type Funnel, useListPath } from './use-dashboard.ts'

/** The list's filter for each step that submissions reach. */
const FILTERS: Readonly<Record<string, string>> = {
  submitted: 'createdFrom',
  decided: 'decidedFrom',
  funded: 'fundedFrom',
}

type Props = { shown: Dashboard; funnel: Funnel; onChange: (funnel: Funnel) => void }

export const FunnelCard = ({ shown, funnel, onChange }: Props) => {
  const listPath = useListPath()
  const { from, steps } = shown.funnel
  const most = Math.max(1, ...steps.map(({ count }) => count))
  const linkId = funnel.linkId || undefined
  const rows = steps.map(({ step, count, medianSeconds }) => {
    const filter = FILTERS[step]
    return {
      key: step,
      name: { text: words.steps[step] },
      share: count / most,
      figures: [
        { text: count.toLocaleString('en-US'), to: filter ? listPath({ linkId, [filter]: from }) : null },
        { text: medianSeconds === null ? words.none : shortDuration(medianSeconds) },
      ],
    }
  })
  return (
    <FigureCard
      title={words.funnel}
      help={words.funnelHelp}
      aside={
        <>
          <TextField
            select
            label={words.link}
            value={funnel.linkId}
            onChange={({ target }) => onChange({ ...funnel, linkId: target.value })}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            sx={{ width: 140 }}
          >
            {[{ id: '', name: '', slug: words.allLinks }, ...shown.links].map(({ id, ...link }) => (
              <MenuItem key={id} value={id}>
                {linkLabel(link)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            label={words.period}
            value={funnel.days}
            onChange={({ target }) => onChange({ ...funnel, days: Number(target.value) })}
          >
            {FUNNEL_DAYS.map((days) => (
              <MenuItem key={days} value={days}>
                {words.lastDays(days)}
              </MenuItem>
            ))}
          </TextField>
        </>
      }
    >
      <FigureTable
        label={words.funnel}
        heads={[words.heads.step, words.heads.count, words.heads.median]}
        rows={rows}
      />
    </FigureCard>
  )
}
