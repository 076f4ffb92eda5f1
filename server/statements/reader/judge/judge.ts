import type { RowKind, StatementFlag } from '#domain/statement-reading'
import type { FileReading, JudgedAccount, JudgedFile, JudgedRow, ReadAccount, ReadRow } from '../reading.ts'
import { groupByAccount } from './by-account.ts'
import { daysFrom } from './business-days.ts'
import { compareFiles } from './compare-files.ts'
import { classify } from './kinds.ts'
import { computeMetrics, dailyBalances } from './metrics.ts'
import { payeeKey } from './payee.ts'
import { findCollections, positionIn, type Collection } from './positions.ts'

type Month = {
  account: Proven
  copied: ReadonlySet<string>
  correct: (row: ReadRow, n: number) => ReturnType<Correction>
}
type Proven = Extract<ReadAccount, { state: 'read' }> & { from: string; to: string }

/** What staff say a row is; undefined where they say nothing. */
export type Correction = (
  row: ReadRow,
  n: number,
  account: { file: number; accountEnding: string | null },
) => Pick<JudgedRow, 'kind' | 'corrected'> | undefined

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
    const told = new Set<string>()
    const own = months.map(({ file, account }): Month => {
      const { accountEnding, from, to } = account
      const days = daysFrom(from, to)
      const copied = new Set(days.filter((day) => told.has(day)))
      for (const day of days) told.add(day)
      return { account, copied, correct: (row, n) => correct(row, n, { file, accountEnding }) }
    })
    const collections = collectionsOf(own, told.size)
    for (const month of own) judged.set(month.account, judgeAccount(month, collections))
  }
  return readings.map((reading, file) => ({
    ...reading,
    accounts: reading.accounts.flatMap((account) => judged.get(account) ?? []),
    flags: [...reading.flags, ...(flags.get(file) ?? [])] satisfies StatementFlag[],
  }))
}

const isProven = (account: ReadAccount): account is Proven =>
  account.state === 'read' && account.from !== null && account.to !== null

function collectionsOf(months: readonly Month[], days: number): Collection[] {
  const rows = months.flatMap(({ account, copied, correct }) =>
    account.rows.flatMap((row, index) => {
      const said = correct(row, index + 1)?.kind
      const kind = said ?? classify(row.description, row.cents)
      return copied.has(row.date) ? [] : [{ ...row, kind, isSaid: said !== undefined }]
    }),
  )
  const deposits = rows
    .filter(({ kind }) => kind === 'card' || kind === 'deposit')
    .reduce((sum, { cents }) => sum + cents, 0)
  return findCollections(rows, (deposits / Math.max(1, days)) * DAYS_A_MONTH)
}

function judgeAccount(
  { account, copied, correct }: Month,
  collections: readonly Collection[],
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
  const transactions = account.rows.map((row, index): JudgedRow => {
    const n = index + 1
    return { ...row, n, ...(correct(row, n) ?? { kind: kindOf(row), corrected: null }) }
  })
  const credits = transactions.filter(({ cents }) => cents > 0)
  const debits = transactions.filter(({ cents }) => cents < 0)
  const balances = dailyBalances(from, to, account.startCents, transactions)
  const metrics = computeMetrics([...balances.values()], transactions)
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
    positions: collections.flatMap((each) => positionIn(each, { from, to }, metrics.trueRevenueCents) ?? []),
    transactions,
    daily: [...balances].map(([date, cents]) => ({ date, cents })),
    copied,
  }
}
