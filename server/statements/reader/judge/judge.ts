import type { RowKind, StatementFlag } from '#domain/statement-reading'
import { groupBy } from '../group-by.ts'
import type { FileReading, JudgedAccount, JudgedFile, ReadAccount, ReadRow } from '../reading.ts'
import { groupByAccount } from './by-account.ts'
import { compareFiles } from './compare-files.ts'
import { classify } from './kinds.ts'
import { computeMetrics, dailyBalances } from './metrics.ts'
import { payeeKey } from './payee.ts'
import { findCollections, positionIn, type Collection } from './positions.ts'

type Proven = Extract<ReadAccount, { state: 'read' }> & { from: string; to: string }

/** What staff say a row is; undefined where they say nothing. */
export type Correction = (
  row: ReadRow,
  n: number,
  account: { file: number; accountEnding: string | null },
) => RowKind | undefined

const DAYS_A_MONTH = 30.4

/**
 * Kinds, figures, positions and flags of files that belong together. An account's months share what they know of payees.
 * @param readings in any order; the result has the same
 */
export function judge(readings: readonly FileReading[], correct: Correction = () => undefined): JudgedFile[] {
  const proven = readings.flatMap(({ bank, accounts }, file) =>
    accounts.flatMap((account) => (isProven(account) ? [{ file, bank, account }] : [])),
  )
  const flags = compareFiles(readings)
  const judged = new Map<ReadAccount, JudgedAccount>()
  for (const months of groupByAccount(proven, ({ bank, account }) => ({ ...account, bank }))) {
    const distinct = [...groupBy(months, ({ account: { from, to } }) => `${from} ${to}`).values()].flatMap(
      (same) => same.slice(0, 1),
    )
    const collections = collectionsOf(distinct.map(({ account }) => account))
    for (const { file, account } of months) {
      const { accountEnding } = account
      judged.set(
        account,
        judgeAccount(account, collections, (row, n) => correct(row, n, { file, accountEnding })),
      )
    }
  }
  return readings.map((reading, file) => ({
    ...reading,
    accounts: reading.accounts.flatMap((account) => judged.get(account) ?? []),
    flags: [...reading.flags, ...(flags.get(file) ?? [])] satisfies StatementFlag[],
  }))
}

const isProven = (account: ReadAccount): account is Proven =>
  account.state === 'read' && account.from !== null && account.to !== null

function collectionsOf(months: readonly Proven[]): Collection[] {
  const rows = months.flatMap((month) =>
    month.rows.map((row) => ({ ...row, kind: classify(row.description, row.cents) })),
  )
  const deposits = rows
    .filter(({ kind }) => kind === 'card' || kind === 'deposit')
    .reduce((sum, { cents }) => sum + cents, 0)
  const days = months.reduce(
    (sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1,
    0,
  )
  return findCollections(rows, (deposits / Math.max(1, days)) * DAYS_A_MONTH)
}

function judgeAccount(
  account: Proven,
  collections: readonly Collection[],
  correct: (row: ReadRow, n: number) => RowKind | undefined,
): JudgedAccount {
  const { accountEnding, from, to, openingCents, closingCents } = account
  const isCollected = ({ cents, payee }: ReadRow) =>
    collections.some((each) => each.cents === -cents && each.key === payeeKey(payee))
  const kindOf = (row: ReadRow): RowKind => {
    if (isCollected(row)) return 'remittance'
    const kind = classify(row.description, row.cents)
    const isFunder = collections.some(({ key }) => payeeKey(row.description).includes(key))
    return kind === 'deposit' && isFunder ? 'advance' : kind
  }
  const transactions = account.rows.map((row, index) => {
    const kind = correct(row, index + 1) ?? kindOf(row)
    return { ...row, n: index + 1, kind }
  })
  const credits = transactions.filter(({ cents }) => cents > 0)
  const debits = transactions.filter(({ cents }) => cents < 0)
  const balances = dailyBalances(from, to, account.startCents, transactions)
  const metrics = computeMetrics([...balances.values()], transactions)
  // A kind that staff corrected takes a payee out of the positions.
  const isKept = ({ key, cents }: Collection) =>
    transactions.every(
      (row) => payeeKey(row.payee) !== key || row.cents !== -cents || row.kind === 'remittance',
    )
  return {
    accountEnding,
    from,
    to,
    openingCents,
    closingCents,
    creditCount: credits.length,
    creditCents: credits.reduce((sum, { cents }) => sum + cents, 0),
    debitCount: debits.length,
    debitCents: debits.reduce((sum, { cents }) => sum - cents, 0),
    metrics,
    positions: collections
      .filter(isKept)
      .flatMap((each) => positionIn(each, { from, to }, metrics.trueRevenueCents) ?? []),
    transactions,
    daily: [...balances].map(([date, cents]) => ({ date, cents })),
  }
}
