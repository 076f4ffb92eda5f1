import { useTheme } from '@mui/material'
import { BarChart } from '@mui/x-charts/BarChart'
import { useNavigate } from 'react-router'
import { AXIS_HEIGHT, chartStyle } from '../theme/chart-style.ts'
import type { FigureRow } from './figures.tsx'

type Props = { labels: readonly string[]; rows: readonly FigureRow[] }

export const WeekChart = ({ labels, rows }: Props) => {
  const { palette } = useTheme()
  const navigate = useNavigate()
  const colors = [palette.primary.main, palette.text.secondary, palette.success.main]
  return (
    <BarChart
      height={280}
      sx={chartStyle}
      skipAnimation
      disableKeyboardNavigation
      grid={{ horizontal: true }}
      xAxis={[{ scaleType: 'band', height: AXIS_HEIGHT, data: rows.map(({ name }) => name.text) }]}
      yAxis={[{ width: 40, tickMinStep: 1 }]}
      series={labels.map((label, index) => ({
        id: String(index),
        label,
        color: colors[index],
        data: rows.map(({ figures }) => Number(figures[index]?.text.replaceAll(',', ''))),
      }))}
      onItemClick={(_event, { seriesId, dataIndex }) => {
        const to = rows[dataIndex]?.figures[Number(seriesId)]?.to
        if (to) void navigate(to)
      }}
    />
  )
}
