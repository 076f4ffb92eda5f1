import type { FundingPosition, StatementMetrics } from './statement-reading.ts'

export type DailyBalance = { date: string; cents: number }

/** The list's figures of a submission: US dollars a month, and counts. */
type CashFlowFigures = {
  trueRevenue: number
  averageDailyBalance: number
  nsfCount: number
  positionCount: number
}

export const NO_FIGURES = {
  trueRevenue: null,
  averageDailyBalance: null,
  nsfCount: null,
  positionCount: null,
} as const

export type MonthFigures = { month: string; metrics: StatementMetrics; isWhole: boolean }

/** Where the bands of the dashboard begin, in US dollars a month. */
export const REVENUE_BANDS = [0, 25_000, 50_000, 100_000, 250_000] as const

const MONTHS = 3

/** The latest three whole months, or the latest three where none is whole. @param months the earliest first */
export function latestMonths<Month extends MonthFigures>(months: readonly Month[]): Month[] {
  const whole = months.filter(({ isWhole }) => isWhole)
  return (whole.length > 0 ? whole : months).slice(-MONTHS)
}

/** Of the latest months. @param months the earliest first */
export function listFigures(
  months: readonly MonthFigures[],
  positions: readonly FundingPosition[],
): CashFlowFigures | null {
  const latest = latestMonths(months)
  if (latest.length === 0) return null
  const average = (pick: (metrics: StatementMetrics) => number) =>
    Math.round(latest.reduce((sum, { metrics }) => sum + pick(metrics), 0) / latest.length) / 100
  return {
    trueRevenue: average((each) => each.trueRevenueCents),
    averageDailyBalance: average((each) => each.averageDailyBalanceCents),
    nsfCount: latest.reduce((sum, { metrics }) => sum + metrics.nsfCount, 0),
    positionCount: positions.length,
  }
}
