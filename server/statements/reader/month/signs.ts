import { cellsOf, textOf, type AmountToken } from '../text/tokens.ts'
import { columnOf, type Column, type Table } from './columns.ts'
import type { Row } from './entries.ts'
import { sumRole } from './lexicon.ts'

/** A row with its amount and running balance told apart. `sign` is 0 while nothing tells it; `key` joins rows alike. */
export type Parted = {
  kind: 'row'
  row: Row
  amount: AmountToken | null
  sign: -1 | 0 | 1
  balance: number | null
  key: string
  isMarked: boolean
  isTold: boolean
  role: 'credit' | 'debit' | null
}

const signed = ({ cents, sign }: AmountToken): number => (sign === -1 ? -cents : cents)

/** The column in which most amounts differ from the one above by an amount beside it; else the one titled so. */
function findBalanceColumn({ rows, columns }: Table): number {
  const titled = columns.findIndex(({ role }) => role === 'balance')
  if (columns.length < 2) return -1
  const fits = columns.map((_, column) => {
    const cells = rows.map((row) => {
      const inside = row.amounts.filter((amount) => columnOf(columns, amount) === column)
      const beside = row.amounts.filter((amount) => columnOf(columns, amount) !== column)
      return { balance: inside[0] ? signed(inside[0]) : null, beside: beside.map(({ cents }) => cents) }
    })
    let [steps, agreeing] = [0, 0]
    cells.forEach((cell, index) => {
      const before = cells[index - 1]
      if (cell.balance === null || before?.balance == null) return
      const change = Math.abs(cell.balance - before.balance)
      steps += 1
      if (cell.beside.includes(change) || before.beside.includes(change)) agreeing += 1
    })
    return steps >= 2 ? agreeing / steps : 0
  })
  const best = fits.indexOf(Math.max(...fits))
  return (fits[best] ?? 0) > 0.5 ? best : titled
}

/** Tells amounts and balances apart, and signs as far as marks, columns and titles tell them. */
export function partRows(table: Table): Parted[] {
  const { rows, columns } = table
  const balanceColumn = findBalanceColumn(table)
  const parted = rows.map((row): Omit<Parted, 'sign'> & { column: number } => {
    const placed = row.amounts
      .map((amount) => ({ amount, column: columnOf(columns, amount) }))
      .filter(({ column }) => column >= 0)
    const balance = placed.find(({ column }) => column === balanceColumn)?.amount
    const beside = placed.filter(({ column }) => column !== balanceColumn)
    const chosen = beside.find(({ amount }) => amount.cents !== 0) ?? beside[0]
    const column = chosen?.column ?? -1
    const key = `${table.key}|${column}|${row.title?.text ?? ''}`
    return {
      kind: 'row',
      row,
      amount: chosen?.amount ?? null,
      balance: balance ? signed(balance) : null,
      key,
      column,
      isMarked: false,
      isTold: false,
      role: null,
    }
  })
  const hasMarks = parted.some(({ amount }) => amount !== null && amount.sign !== 0)
  const share = (key: string, sign: number) => {
    const own = parted.filter((each) => each.key === key && each.amount)
    return own.filter(({ amount }) => amount?.sign === sign).length / Math.max(1, own.length)
  }
  const shares = new Map([...new Set(parted.map(({ key }) => key))].map((key) => [key, share(key, -1)]))
  return parted.map(({ column, ...rest }) => {
    const role = roleOf(columns[column], rest.row)
    const minus = shares.get(rest.key) ?? 0
    const chosen = chooseSign(rest.amount, role, minus, hasMarks)
    return { ...rest, ...chosen, role, isTold: chosen.sign !== 0 }
  })
}

function roleOf(column: Column | undefined, { title }: Row): 'credit' | 'debit' | null {
  if (column?.role === 'credit' || column?.role === 'debit') return column.role
  return title?.role === 'credit' || title?.role === 'debit' ? title.role : null
}

/** @param minus the share of rows alike that have a minus */
function chooseSign(
  amount: AmountToken | null,
  role: 'credit' | 'debit' | null,
  minus: number,
  hasMarks: boolean,
): Pick<Parted, 'sign' | 'isMarked'> {
  if (!amount) return { sign: 1, isMarked: true }
  // Among debits printed without a minus, one with a minus is a credit.
  if (role === 'debit' && minus < 0.5) return { sign: amount.sign === 0 ? -1 : 1, isMarked: false }
  if (role === 'credit') return { sign: amount.sign === -1 ? -1 : 1, isMarked: false }
  if (amount.sign !== 0) return { sign: amount.sign, isMarked: true }
  return { sign: hasMarks ? 1 : 0, isMarked: hasMarks }
}

/** Takes signs from the running balances: of all rows, or of those that have none yet. */
export function signByBalance(
  rows: readonly Parted[],
  opening: number | null,
  { all }: { all: boolean },
): Parted[] {
  let before = opening
  return rows.map((each) => {
    const { amount, balance } = each
    const change = balance !== null && before !== null ? balance - before : null
    before = balance
    if (amount === null || change === null || Math.abs(change) !== amount.cents) return each
    return all || each.sign === 0 ? { ...each, sign: change < 0 ? -1 : 1 } : each
  })
}

/** By columns and titles alone: recognition loses minus signs. */
export const signByRole = (rows: readonly Parted[]): Parted[] =>
  rows.map((each) => (each.role === null ? each : { ...each, sign: each.role === 'credit' ? 1 : -1 }))

const TYPES: readonly (readonly [RegExp, 1 | -1])[] = [
  [/^(credits?|cr|deposits?|in|received|\+)$/i, 1],
  [/^(debits?|dr|withdrawals?|out|paid|checks?|fees?|-)$/i, -1],
]

/** For rows that nothing else tells: a column says 'Debit', or the text 'DEPOSIT' or 'CHECK 1024'. */
export const signByWords = (rows: readonly Parted[]): Parted[] =>
  rows.map((each) => {
    if (each.sign !== 0) return each
    const cells = cellsOf(each.row.words).map(textOf)
    const type = TYPES.find(([pattern]) => cells.some((cell) => pattern.test(cell)))?.[1]
    return { ...each, sign: type ?? (sumRole(textOf(each.row.words)) === 'credit' ? 1 : -1) }
  })
