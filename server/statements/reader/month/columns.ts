import type { AmountToken } from '../text/tokens.ts'
import type { Row } from './entries.ts'
import type { Label } from './headers.ts'
import type { ColumnRole } from './lexicon.ts'

/** Where the amounts of a table stand one below the other. */
export type Column = { x0: number; x1: number; count: number; role: ColumnRole | null }

export type Table = { key: string; rows: Row[]; columns: Column[] }

/** Fewer amounts than this part of a table's rows, and they stand there by chance. */
const RARE = 0.01
const OVERLAP = 0.4
/** Points from a column to its title, which stands over it but for this. */
const NEAR_TITLE = 15

/** Rows under equal column titles are one table, else those under one title. */
export function toTables(rows: readonly Row[]): Table[] {
  const byKey = new Map<string, Row[]>()
  for (const row of rows) {
    const key = row.header?.key ?? row.title?.text.replace(/\W*\(?continued\)?/i, '') ?? ''
    byKey.set(key, [...(byKey.get(key) ?? []), row])
  }
  return [...byKey].map(([key, own]) => ({ key, rows: own, columns: findColumns(own) }))
}

function findColumns(rows: readonly Row[]): Column[] {
  const columns: Column[] = []
  const tokens = rows.flatMap(({ amounts }) => amounts).toSorted((a, b) => a.x1 - a.x0 - (b.x1 - b.x0))
  for (const { x0, x1 } of tokens.toReversed()) {
    const column = columns.find((each) => shared(each, { x0, x1 }) > OVERLAP * (x1 - x0))
    if (column) {
      column.count += 1
      continue
    }
    columns.push({ x0, x1, count: 1, role: null })
  }
  const frequent = columns.filter(({ count }) => count >= Math.max(1, RARE * rows.length))
  const labels = rows.find(({ header }) => header)?.header?.labels ?? []
  return frequent
    .map((column) => ({ ...column, role: roleOf(column, labels, frequent) }))
    .sort((a, b) => a.x0 - b.x0)
}

type Span = { x0: number; x1: number }

const shared = (a: Span, b: Span): number => Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)

/** The role of the title over a column: one that overlaps it, else the nearest one that is nearer to no other column. */
function roleOf(column: Span, labels: readonly Label[], columns: readonly Span[]): ColumnRole | null {
  const isFigures = ({ role }: Label) =>
    role === 'amount' || role === 'debit' || role === 'credit' || role === 'balance'
  const figures = labels.filter(isFigures)
  const distance = (label: Label, span: Span) => Math.max(0, -shared(label, span))
  const nearest = figures.toSorted((a, b) => distance(a, column) - distance(b, column))[0]
  if (!nearest) return null
  const isOurs = columns.every(
    (other) => other === column || distance(nearest, other) >= distance(nearest, column),
  )
  return isOurs && distance(nearest, column) < NEAR_TITLE ? nearest.role : null
}

export const columnOf = (columns: readonly Column[], { x0, x1 }: AmountToken): number =>
  columns.findIndex((column) => shared(column, { x0, x1 }) > OVERLAP * (x1 - x0))
