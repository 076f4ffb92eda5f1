import { flagMessages } from '#domain/messages/statement-reading'
import type { StatementFlag } from '#domain/statement-reading'
import type { FileReading, ReadAccount } from '../reading.ts'
import { addDays } from '../text/dates.ts'
import { groupByAccount } from './by-account.ts'

type Month = { file: number; bank: string | null; account: ReadAccount & { from: string; to: string } }

/** Flags of months that do not continue one another, by the index of the file. */
export function compareFiles(readings: readonly FileReading[]): Map<number, StatementFlag[]> {
  const months = readings.flatMap(({ bank, accounts }, file) =>
    accounts.flatMap((account) => (isDated(account) ? [{ file, bank, account }] : [])),
  )
  // A file of an unknown period may be the month that seems to be missing.
  const isComplete = readings.every(
    ({ state, accounts }) => state === 'not_a_statement' || accounts.some(isDated),
  )
  const flags = new Map<number, StatementFlag[]>()
  for (const same of groupByAccount(months, ({ bank, account }) => ({ ...account, bank }))) {
    const sorted = same.toSorted((a, b) => a.account.from.localeCompare(b.account.from))
    sorted.slice(1).forEach((month, index) => {
      const before = sorted[index]
      const flag = before ? compare(before, month, isComplete) : null
      if (flag) flags.set(month.file, [...(flags.get(month.file) ?? []), flag])
    })
  }
  return flags
}

const isDated = (account: ReadAccount): account is Month['account'] =>
  account.from !== null && account.to !== null

const creditsOf = (account: ReadAccount): number | null =>
  account.state === 'read' ? account.rows.reduce((sum, { cents }) => sum + Math.max(0, cents), 0) : null

/** How much higher the credits of the later copy are, and which copy counts: the first that is read. */
function compareCopies(before: ReadAccount, month: ReadAccount): { cents: number; isFirst: boolean } {
  const [first, second] = [creditsOf(before), creditsOf(month)]
  return {
    cents: first === null || second === null ? 0 : second - first,
    isFirst: first !== null || second === null,
  }
}

function compare(
  { account: before }: Month,
  { account: month }: Month,
  isComplete: boolean,
): StatementFlag | null {
  const { from, to } = month
  if (from === before.from && to === before.to)
    return {
      kind: 'sent_twice',
      page: 1,
      text: flagMessages.sentTwice(from, to, compareCopies(before, month)),
    }
  const due = addDays(before.to, 1)
  if (from > due && isComplete)
    return { kind: 'month_missing', page: null, text: flagMessages.monthMissing(due, addDays(from, -1)) }
  if (
    from !== due ||
    before.state !== 'read' ||
    month.state !== 'read' ||
    month.startCents === before.endCents
  )
    return null
  return {
    kind: 'opening_differs',
    page: 1,
    text: flagMessages.openingDiffers(month.startCents, before.endCents, before.to),
  }
}
