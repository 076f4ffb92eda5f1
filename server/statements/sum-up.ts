import type { MonthFigures } from '#domain/cash-flow'
import type { FundingPosition, StatementMetrics } from '#domain/statement-reading'
import { groupBy } from './reader/group-by.ts'
import { groupByAccount } from './reader/judge/by-account.ts'
import { computeMetrics } from './reader/judge/metrics.ts'
import { payeeKey } from './reader/judge/payee.ts'
import { sharePercent } from './reader/judge/positions.ts'
import type { JudgedAccount, JudgedRow } from './reader/reading.ts'

type Day = { date: string; cents: number; rows: JudgedRow[] }

/**
 * Figures of all accounts together, by calendar month and in all. Counts and cents are added; balances come from the sum
 * of the accounts' daily balances. A day that two files tell of the same account counts once.
 */
export function sumUp(accounts: readonly (JudgedAccount & { bank: string | null })[]): {
  months: MonthFigures[]
  total: { metrics: StatementMetrics | null; positions: FundingPosition[] }
} {
  const perAccount = groupByAccount(accounts, (account) => account).map((months) =>
    [...groupBy(months, ({ from, to }) => `${from} ${to}`).values()].flatMap((same) => same.slice(0, 1)),
  )
  const days = addDays(perAccount)
  const all = figuresOf(days)
  const months = [...groupBy(days, ({ date }) => date.slice(0, 7))].map(([month, own]) => ({
    month,
    metrics: figuresOf(own),
    isWhole: own.length === daysIn(month),
  }))
  const total = days.length > 0 ? all : null
  return {
    months,
    total: { metrics: total, positions: addPositions(perAccount.flat(), all.trueRevenueCents) },
  }
}

function addDays(perAccount: readonly JudgedAccount[][]): Day[] {
  const days = new Map<string, Day>()
  for (const months of perAccount) {
    const told = new Set<string>()
    for (const { daily, transactions } of months) {
      const rows = groupBy(transactions, ({ date }) => date)
      for (const { date, cents } of daily) {
        if (told.has(date)) continue
        told.add(date)
        const day = days.get(date) ?? { date, cents: 0, rows: [] }
        days.set(date, {
          date,
          cents: day.cents + cents,
          rows: [...day.rows, ...(rows.get(date) ?? [])],
        })
      }
    }
  }
  return [...days.values()].sort((a, b) => a.date.localeCompare(b.date))
}

const figuresOf = (days: readonly Day[]): StatementMetrics =>
  computeMetrics(
    days.map(({ cents }) => cents),
    days.flatMap(({ rows }) => rows),
  )

function addPositions(accounts: readonly JudgedAccount[], revenueCents: number): FundingPosition[] {
  const all = accounts.flatMap(({ positions }) => positions)
  const same = groupBy(all, (each) => `${payeeKey(each.descriptorPrefix)} ${each.cents} ${each.frequency}`)
  return [...same.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const payments = others.reduce((sum, each) => sum + each.payments, first.payments)
    const missed = others.reduce((sum, each) => sum + each.missed, first.missed)
    const revenuePercent = sharePercent(first.cents * payments, revenueCents)
    return [{ ...first, payments, missed, revenuePercent }]
  })
}

const daysIn = (month: string): number => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).getUTCDate()
}
