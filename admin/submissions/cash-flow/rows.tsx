import { Box, Button, Link, MenuItem, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { cashFlowMessages as words } from '#domain/messages/panel-cash-flow'
import { monthName } from '#domain/month-name'
import { NO_DEPOSIT, NO_REVENUE, ROW_KINDS, type RowKind } from '#domain/statement-reading'
import { dayInUtc } from '../../format.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { KindDialog } from './kind-dialog.tsx'
import type { PageShown } from './page-dialog.tsx'
import { exactDollars, toRows, type CashFlow, type Row } from './use-cash-flow.ts'

/** `revenue`: all kinds that count as true revenue; `deposits`: all credits that count as deposits. */
export type RowFilter = { text: string; kind: RowKind | (typeof SUMS)[number] | ''; month: string }

const SUMS = ['revenue', 'deposits'] as const
const NOT_IN = { revenue: NO_REVENUE, deposits: NO_DEPOSIT }
const sumNames = { revenue: words.metrics.trueRevenueCents, deposits: words.metrics.depositCents }

const AT_ONCE = 25

function fits({ date, cents, description, kind }: Row, filter: RowFilter): boolean {
  const sum = SUMS.find((each) => each === filter.kind)
  return (
    (filter.kind === '' || (sum ? cents > 0 && !NOT_IN[sum].includes(kind) : kind === filter.kind)) &&
    date.startsWith(filter.month) &&
    description.toLowerCase().includes(filter.text.trim().toLowerCase())
  )
}

type Props = {
  id: string
  data: CashFlow
  filter: RowFilter
  onFilter: (filter: RowFilter) => void
  onOpen: (page: PageShown) => void
}

export const Rows = ({ id, data, filter, onFilter, onOpen }: Props) => {
  const canCorrect = useCanPerform('submission.update')
  const [shown, setShown] = useState(AT_ONCE)
  const [corrected, setCorrected] = useState<Row | null>(null)
  const rows = toRows(data).filter((row) => fits(row, filter))
  const change = (part: Partial<RowFilter>) => {
    setShown(AT_ONCE)
    onFilter({ ...filter, ...part })
  }
  return (
    <>
      <Box className="not-printed" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 2 }}>
        <TextField
          size="small"
          label={words.search}
          value={filter.text}
          onChange={({ target }) => change({ text: target.value })}
          sx={{ flex: '2 1 140px' }}
        />
        <TextField
          select
          size="small"
          label={words.kind}
          value={filter.kind}
          onChange={({ target }) =>
            change({ kind: [...ROW_KINDS, ...SUMS].find((kind) => kind === target.value) ?? '' })
          }
          sx={{ flex: '1 1 120px' }}
        >
          <MenuItem value="">{words.anyKind}</MenuItem>
          {SUMS.map((sum) => (
            <MenuItem key={sum} value={sum}>
              {sumNames[sum]}
            </MenuItem>
          ))}
          {ROW_KINDS.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {words.kinds[kind]}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          size="small"
          label={words.monthFilter}
          value={filter.month}
          onChange={({ target }) => change({ month: target.value })}
          sx={{ flex: '1 1 120px' }}
        >
          <MenuItem value="">{words.anyMonth}</MenuItem>
          {data.months.map(({ month }) => (
            <MenuItem key={month} value={month}>
              {monthName(month, 'en')}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <Typography role="status" variant="body2" color="text.secondary">
        {words.rowCount(rows.length)}
      </Typography>
      <Box component="ul" aria-label={words.rows} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.slice(0, shown).map((row) => (
          <Box component="li" key={`${row.documentId} ${row.account.accountEnding} ${row.n}`} sx={rowStyle}>
            <Box sx={{ minWidth: 0, flex: 1 }}>
              <Link component="button" sx={descriptionStyle} onClick={() => onOpen(row)}>
                {row.description}
              </Link>
              <Typography variant="body2" color="text.secondary">
                {dayInUtc(row.date)} · {words.kinds[row.kind]}
                {row.corrected !== null && ` · ${words.corrected[row.corrected]}`}
              </Typography>
            </Box>
            <Box sx={{ textAlign: 'right' }}>
              <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>{exactDollars(row.cents)}</Typography>
              {canCorrect && (
                <Button className="not-printed" size="small" onClick={() => setCorrected(row)}>
                  {words.correct}
                </Button>
              )}
            </Box>
          </Box>
        ))}
      </Box>
      {rows.length > shown && (
        <Button sx={{ my: 2, mr: 3 }} onClick={() => setShown(shown + 4 * AT_ONCE)}>
          {words.showMore}
        </Button>
      )}
      {corrected !== null && <KindDialog id={id} row={corrected} onClose={() => setCorrected(null)} />}
    </>
  )
}

const rowStyle = { display: 'flex', gap: 3, py: 2, borderBottom: 1, borderColor: 'divider' }
const descriptionStyle = { textAlign: 'left', overflowWrap: 'anywhere' }
