import { Box, Button, Skeleton, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router'
import { reportMessages as words } from '#domain/messages/panel-offer'
import { monthName } from '#domain/month-name'
import { FigureCard, FigureTable } from '../dashboard/figures.tsx'
import { dollars } from '../format.ts'
import { ListFailed, ListState, PageHeader } from '../layout/page-parts.tsx'
import { call, trpc, type Outputs } from '../providers/trpc-client.ts'
import { useLoad } from '../providers/use-task.ts'

type Row = Outputs['offer']['report']['data'][number]
const GROUPS = ['month', 'funder', 'user'] as const

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/

export const FunderReport = () => {
  const [span, setSpan] = useState({ from: '', to: '' })
  const asked = {
    ...(MONTH.test(span.from) && { from: span.from }),
    ...(MONTH.test(span.to) && { to: span.to }),
  }
  const { data, failure, retry } = useLoad({
    queryKey: ['report', asked],
    queryFn: async () => (await call(trpc.offer.report.query(asked))).data,
  })
  const input = (name: 'from' | 'to') => (
    <TextField
      type="month"
      size="small"
      label={words[name]}
      value={span[name]}
      onChange={({ target }) => setSpan({ ...span, [name]: target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
  return (
    <>
      <PageHeader title={words.title} />
      <Typography color="text.secondary" sx={{ mb: 4 }}>
        {words.help}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mb: 4 }}>
        {input('from')}
        {input('to')}
        <Button component={Link} to="/admin/funders" variant="outlined">
          {words.back}
        </Button>
      </Box>
      {failure !== null ? (
        <ListFailed text={words.failed} reason={failure} onRetry={retry} />
      ) : data === null ? (
        <Skeleton variant="rounded" height={320} aria-busy />
      ) : data.length === 0 ? (
        <ListState text={words.empty} />
      ) : (
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {GROUPS.map((group) => (
            <FigureCard key={group} title={words.groups[group]}>
              <Box sx={tableStyle}>
                <FigureTable
                  label={words.groups[group]}
                  heads={[words.first[group], ...words.heads]}
                  rows={data.filter(({ by }) => by === group).map(toRow)}
                />
              </Box>
            </FigureCard>
          ))}
        </Box>
      )}
    </>
  )
}

function toName({ by, key, name }: Row): string {
  if (by === 'month') return monthName(key, 'en-US')
  return name || (by === 'user' ? words.nobody : words.noFunder)
}

const toRow = (row: Row) => ({
  key: row.key,
  name: { text: toName(row) },
  detail: words.asked(row.offered, row.asked),
  figures: [
    row.funded.toLocaleString('en-US'),
    dollars(row.amount),
    dollars(row.commission),
    row.approvalRate === null ? words.none : `${Math.round(row.approvalRate * 100)} %`,
    row.days === null ? words.none : row.days.toLocaleString('en-US'),
  ].map((text) => ({ text })),
})

/** On phones the name stands above its figures. */
const tableStyle = {
  '@media (max-width: 599.95px)': {
    '& tr': {
      display: 'grid',
      gridTemplateColumns: '0.8fr 1.2fr 1.5fr 1.2fr 0.6fr',
      borderBottom: 1,
      borderColor: 'divider',
    },
    '& tr:last-of-type': { borderBottom: 0 },
    '& tr > th, & tr > td': { px: 0, py: 1, height: 'auto', border: 0, fontSize: 12 },
    '& tbody tr > th': { gridColumn: '1 / -1', pb: 0 },
    '& thead tr > th:first-of-type': { display: 'none' },
  },
}
