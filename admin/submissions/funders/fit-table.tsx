import MetIcon from '@mui/icons-material/CheckCircleOutlined'
import MissedIcon from '@mui/icons-material/CancelOutlined'
import UnknownIcon from '@mui/icons-material/HelpOutlineOutlined'
import { Box, Chip, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { CRITERION_STATES, NUMBER_CRITERIA, type CriterionName } from '#domain/funder'
import { getOwn } from '#domain/get-own'
import { funderMessages } from '#domain/messages/panel-funder'
import { packageMessages as words } from '#domain/messages/panel-package'
import { dollars } from '../../format.ts'
import type { Outputs } from '../../providers/trpc-client.ts'

export type FunderFit = Outputs['form']['funders']['data'][number]

type Criterion = FunderFit['criteria'][number]

const STATES = {
  met: { icon: <MetIcon />, color: 'success' },
  missed: { icon: <MissedIcon />, color: 'error' },
  unknown: { icon: <UnknownIcon />, color: 'default' },
} as const

const StateChip = ({ state, label }: { state: Criterion['state']; label: string }) => (
  <Chip size="small" variant="outlined" {...STATES[state]} label={label} />
)

function show(name: CriterionName, value: Criterion['value'] | string[]): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'number') return value ?? '—'
  const unit = getOwn<{ unit: string }>(NUMBER_CRITERIA, name)?.unit
  if (unit === 'dollars') return dollars(value)
  return unit === 'months' ? words.months(value) : value.toLocaleString('en-US')
}

/** The best fit is open. */
export const FitTable = ({ rows }: { rows: readonly FunderFit[] }) => (
  <>
    <Typography variant="body2" color="text.secondary">
      {words.fitHelp}
    </Typography>
    <Box role="list" aria-label={words.fit}>
      {rows.map((row, index) => (
        <Box key={row.funder.id} role="listitem" sx={{ borderBottom: 1, borderColor: 'divider' }}>
          <details open={index === 0}>
            <Box component="summary" sx={summaryStyle}>
              <Typography component="span" dir="auto" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {row.funder.name}
              </Typography>
              <Typography component="span" sx={{ fontVariantNumeric: 'tabular-nums', mr: 'auto' }}>
                {words.score(row.score)}
              </Typography>
              <Counts {...row} />
            </Box>
            <Criteria {...row} />
          </details>
        </Box>
      ))}
    </Box>
  </>
)

const Counts = ({ criteria }: FunderFit) =>
  CRITERION_STATES.map((state) => {
    const count = criteria.filter((each) => each.state === state).length
    return count > 0 && <StateChip key={state} state={state} label={words.counts[state](count)} />
  })

const Criteria = ({ funder, criteria, fundedCount, fundedAmount }: FunderFit) => (
  <Box sx={{ pb: 3 }}>
    {fundedCount > 0 && (
      <Typography variant="body2" color="text.secondary">
        {words.history(fundedCount, dollars(fundedAmount))}
      </Typography>
    )}
    {criteria.length === 0 ? (
      <Typography color="text.secondary">{words.asksNothing}</Typography>
    ) : (
      <Table size="small" aria-label={words.fitOf(funder.name)} sx={tableStyle}>
        <TableHead>
          <TableRow>
            {words.columns.map((column) => (
              <TableCell key={column}>{column}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {criteria.map(({ name, wanted, value, source, state }) => (
            <TableRow key={name}>
              <TableCell component="th" scope="row">
                {words.wanted(funderMessages.criterionNames[name], show(name, wanted))}
              </TableCell>
              <TableCell>
                {show(name, value)}
                {source && (
                  <Typography variant="body2" color="text.secondary">
                    {words.sources[source]}
                  </Typography>
                )}
              </TableCell>
              <TableCell>
                <StateChip state={state} label={words.states[state]} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    )}
  </Box>
)

const summaryStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  minHeight: 48,
  py: 2,
  cursor: 'pointer',
  '&::before': { content: '"▸"', color: 'text.secondary' },
  'details[open] > &::before': { content: '"▾"' },
}

const tableStyle = {
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: 1, verticalAlign: 'top', overflowWrap: 'break-word' },
  tableLayout: 'fixed',
  '& thead th': { height: 'auto', py: 1 },
  // Wide enough for 'statements' and a chip, and the same for each funder.
  '& thead th:nth-of-type(2)': { width: { xs: 92, sm: 128 } },
  '& thead th:nth-of-type(3)': { width: 108 },
  '& th:first-of-type': { pl: 0 },
  '& tbody th': { fontWeight: 400 },
  '& tr:last-of-type > *': { borderBottom: 0 },
}
