import type { DailyBalance, MonthFigures } from '#domain/cash-flow'
import type { FundingPosition, StatementMetrics } from '#domain/statement-reading'
import { groupBy } from './reader/group-by.ts'
import { computeMetrics } from './reader/judge/metrics.ts'
import { payeeKey } from './reader/judge/payee.ts'
import { sharePercent } from './reader/judge/positions.ts'
import type { JudgedAccount, JudgedFile, JudgedRow } from './reader/reading.ts'

type Day = { date: string; cents: number; rows: JudgedRow[] }

/**
 * Figures of all accounts together, by calendar month and in all. Counts and cents are added; balances come from the sum
 * of the accounts' daily balances. A day that two files tell of the same account counts once.
 */
export function sumUp(files: readonly JudgedFile[]): {
  months: MonthFigures[]
  total: { metrics: StatementMetrics | null; positions: FundingPosition[] }
  daily: DailyBalance[]
} {
  const accounts = files.flatMap((file) => file.accounts)
  const days = addDays(accounts)
  const all = figuresOf(days)
  const months = [...groupBy(days, ({ date }) => date.slice(0, 7))].map(([month, own]) => ({
    month,
    metrics: figuresOf(own),
    isWhole: own.length === daysIn(month),
  }))
  return {
    months,
    total: {
      metrics: days.length > 0 ? all : null,
      positions: addPositions(accounts, days, all.trueRevenueCents),
    },
    daily: days.map(({ date, cents }) => ({ date, cents })),
  }
}

function addDays(accounts: readonly JudgedAccount[]): Day[] {
  const days = new Map<string, Day>()
  for (const { daily, transactions, copied } of accounts) {
    const rows = groupBy(transactions, ({ date }) => date)
    for (const { date, cents } of daily.filter((day) => !copied.has(day.date))) {
      const day = days.get(date) ?? { date, cents: 0, rows: [] }
      days.set(date, {
        date,
        cents: day.cents + cents,
        rows: [...day.rows, ...(rows.get(date) ?? [])],
      })
    }
  }
  return [...days.values()].sort((a, b) => a.date.localeCompare(b.date))
}

const figuresOf = (days: readonly Day[]): StatementMetrics =>
  computeMetrics(
    days.map(({ cents }) => cents),
    days.flatMap(({ rows }) => rows),
  )

function addPositions(
  accounts: readonly JudgedAccount[],
  days: readonly Day[],
  revenueCents: number,
): FundingPosition[] {
  const debits = days.flatMap(({ rows }) => rows).filter(({ kind }) => kind === 'remittance')
  const all = accounts.flatMap(({ daily, copied, positions }) =>
    copied.size < daily.length ? positions : [],
  )
  const same = groupBy(all, (each) => `${payeeKey(each.descriptorPrefix)} ${each.cents} ${each.frequency}`)
  return [...same.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const isOwn = ({ payee, cents }: JudgedRow) =>
      cents === -first.cents && payeeKey(payee) === payeeKey(first.descriptorPrefix)
    const payments = debits.filter(isOwn).length
    const missed = others.reduce((sum, each) => sum + each.missed, first.missed)
    const revenuePercent = sharePercent(first.cents * payments, revenueCents)
    return [{ ...first, payments, missed, revenuePercent }]
  })
}

const daysIn = (month: string): number => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).getUTCDate()
}
