import { useTheme } from '@mui/material'
import { LineChart } from '@mui/x-charts/LineChart'
import { cashFlowMessages } from '#domain/messages/panel-cash-flow'
import { dollars } from '../../format.ts'
import { AXIS_HEIGHT, chartStyle } from '../../theme/chart-style.ts'
import { toRows, type CashFlow } from './use-cash-flow.ts'

const { series: words } = cashFlowMessages
/** Rare ones are drawn over frequent ones. */
const MARKED = ['remittance', 'advance', 'nsf_fee'] as const
const DAY_MS = 86_400_000
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** The accounts' balances together, with a gap where no day is read. Marks stand at the balance of their day. */
export const DailyChart = ({ data, height }: { data: CashFlow; height: number }) => {
  const { palette } = useTheme()
  const balances = new Map(data.daily.map(({ date, cents }) => [date, cents / 100]))
  const [first, last] = [data.daily[0]?.date ?? '', data.daily.at(-1)?.date ?? '']
  const days = eachDay(first, last)
  const rows = toRows(data)
  const colors = {
    nsf_fee: palette.error.main,
    advance: palette.success.main,
    remittance: palette.warning.main,
  }
  const marks = MARKED.flatMap((kind) => {
    const dates = new Set(rows.filter((row) => row.kind === kind).map(({ date }) => date))
    const data = days.map((date) => (dates.has(date) ? (balances.get(date) ?? null) : null))
    return dates.size === 0 ? [] : [{ id: kind, label: words[kind], color: colors[kind], data }]
  })
  return (
    <LineChart
      height={height}
      skipAnimation
      disableKeyboardNavigation
      grid={{ horizontal: true }}
      xAxis={[
        {
          scaleType: 'point',
          height: AXIS_HEIGHT,
          data: days,
          valueFormatter: (date: string) => day.format(new Date(date)),
          tickInterval: (_date: string, index: number) => index % Math.ceil(days.length / 6) === 0,
        },
      ]}
      yAxis={[{ width: 64, valueFormatter: (amount: number) => dollars(amount) }]}
      series={[
        {
          id: 'balance',
          label: words.balance,
          color: palette.primary.main,
          data: days.map((date) => balances.get(date) ?? null),
          showMark: false,
          valueFormatter: (amount) => (amount === null ? '' : dollars(amount)),
        },
        ...marks.map((mark) => ({
          ...mark,
          showMark: true,
          valueFormatter: (amount: number | null) => (amount === null ? null : words[mark.id]),
        })),
      ]}
      sx={{
        ...chartStyle,
        ...Object.fromEntries(
          MARKED.map((kind) => [`& .MuiLineChart-line[data-series="${kind}"]`, { display: 'none' }]),
        ),
      }}
    />
  )
}

function eachDay(from: string, to: string): string[] {
  const days: string[] = []
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS)
    days.push(new Date(time).toISOString().slice(0, 10))
  return days
}
