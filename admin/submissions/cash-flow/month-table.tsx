import { Link, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { cashFlowMessages as words } from '#domain/messages/panel-cash-flow'
import { shortMonthName } from '#domain/month-name'
import { dollars } from '../../format.ts'
import type { RowFilter } from './rows.tsx'
import type { CashFlow, Metrics } from './use-cash-flow.ts'

type Metric = keyof Metrics
const METRICS = [
  'trueRevenueCents', 'depositCents', 'depositCount', 'averageDailyBalanceCents', 'lowestCents', 'negativeDays',
  'nsfCount',
] as const satisfies readonly Metric[] // prettier-ignore

const show = (metrics: Metrics, name: Metric): string =>
  name.endsWith('Cents') ? dollars(metrics[name] / 100) : metrics[name].toLocaleString('en-US')

type Picked = Pick<RowFilter, 'month' | 'kind'>
const kindOf = (metric: Metric): Picked['kind'] =>
  metric === 'nsfCount'
    ? 'nsf_fee'
    : metric === 'trueRevenueCents'
      ? 'revenue'
      : metric.startsWith('deposit')
        ? 'deposits'
        : ''

type Props = { data: CashFlow; onPick: (picked: Picked) => void; onLowest: (month: string) => void }

/** Months as columns. A figure shows its rows, the lowest balance the row that led to it. */
export const MonthTable = ({ data: { months, total }, onPick, onLowest }: Props) => {
  const columns = [
    ...months.slice(-MOST_MONTHS),
    ...(total.metrics ? [{ month: '', metrics: total.metrics, isWhole: true }] : []),
  ]
  return (
    <Table size="small" aria-label={words.months} sx={tableStyle}>
      <TableHead>
        <TableRow>
          <TableCell component="td" />
          {columns.map(({ month, isWhole }) => (
            <TableCell key={month} align="right" title={isWhole ? undefined : words.part}>
              {month === '' ? words.allMonths : shortMonthName(month, 'en')}
              {!isWhole && <span aria-label={words.part}>*</span>}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {METRICS.map((name) => (
          <TableRow key={name}>
            <TableCell component="th" scope="row">
              {words.metrics[name]}
            </TableCell>
            {columns.map(({ month, metrics }) => (
              <TableCell key={month} align="right">
                <Link
                  component="button"
                  color={metrics[name] < 0 ? 'error' : 'inherit'}
                  underline="hover"
                  onClick={() =>
                    name === 'lowestCents' ? onLowest(month) : onPick({ month, kind: kindOf(name) })
                  }
                >
                  {show(metrics, name)}
                </Link>
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** As many as a phone shows beside the sum. */
const MOST_MONTHS = 4

const tableStyle = {
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: 1, fontSize: { xs: 12, sm: 14 } },
  '& th[scope="row"]': { pl: 0, fontWeight: 400 },
}
