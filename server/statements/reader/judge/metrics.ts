import { NO_DEPOSIT, NO_REVENUE, type RowKind, type StatementMetrics } from '#domain/statement-reading'
import { daysFrom } from './business-days.ts'

type Row = { date: string; cents: number; kind: RowKind }

const sum = (rows: readonly { cents: number }[]): number =>
  rows.reduce((total, { cents }) => total + cents, 0)

/** The balance at the end of each day. @param opening before the first row */
export function dailyBalances(
  from: string,
  to: string,
  opening: number,
  rows: readonly Pick<Row, 'date' | 'cents'>[],
): Map<string, number> {
  const change = new Map<string, number>()
  for (const { date, cents } of rows) change.set(date, (change.get(date) ?? 0) + cents)
  let balance = opening
  return new Map(daysFrom(from, to).map((day) => [day, (balance += change.get(day) ?? 0)]))
}

/** @param balances the balance at the end of each day */
export function computeMetrics(balances: readonly number[], rows: readonly Row[]): StatementMetrics {
  const credits = rows.filter(({ cents }) => cents > 0)
  const deposits = credits.filter(({ kind }) => !NO_DEPOSIT.includes(kind))
  const average = balances.reduce((total, cents) => total + cents, 0) / Math.max(1, balances.length)
  return {
    // Half a cent rounds away from zero.
    averageDailyBalanceCents: Math.sign(average) * Math.round(Math.abs(average)),
    lowestCents: Math.min(...balances),
    negativeDays: balances.filter((cents) => cents < 0).length,
    nsfCount: rows.filter(({ kind }) => kind === 'nsf_fee').length,
    depositCount: deposits.length,
    depositCents: sum(deposits),
    trueRevenueCents: sum(credits.filter(({ kind }) => !NO_REVENUE.includes(kind))),
  }
}
