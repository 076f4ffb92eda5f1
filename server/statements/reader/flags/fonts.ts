import { flagMessages } from '#domain/messages/statement-reading'
import type { StatementFlag } from '#domain/statement-reading'
import { groupBy } from '../group-by.ts'
import type { Parted } from '../month/signs.ts'
import type { Row } from '../month/entries.ts'

type Cell = { text: string; font: string; size: number }

/** More than these, and it is a habit of the bank's. */
const RARE_SHARE = 0.04
const RARE = 4
const SAME_SIZE = 0.2

/** Amounts, dates and words set unlike those above and below them, in a row that is otherwise set as usual. */
export function compareFonts(rows: readonly Parted[]): StatementFlag[] {
  const parts: ((parted: Parted) => Cell[])[] = [amountsOf, datesOf, wordsOf]
  const odd = parts.map((part) => findOdd(rows, part))
  return rows.flatMap(({ row }) => {
    const found = odd.flatMap((byRow) => byRow.get(row) ?? [])
    const isWholeRow = odd.every((byRow) => byRow.has(row))
    const [first] = found
    if (!first || isWholeRow) return []
    return [{ kind: 'font_differs' as const, page: row.page, text: flagMessages.font(row, first.text) }]
  })
}

const amountsOf = ({ row }: Parted): Cell[] =>
  row.amounts.map(({ font, size, cents }) => ({ font, size, text: (cents / 100).toFixed(2) }))
const datesOf = ({ row }: Parted): Cell[] => row.dateWords
const wordsOf = ({ row }: Parted): Cell[] => row.words.filter(({ text }) => /^[ -~]{3,}$/.test(text))

function findOdd(rows: readonly Parted[], part: (parted: Parted) => Cell[]): Map<Row, Cell[]> {
  const cells = rows.flatMap((parted) => part(parted).map((cell) => ({ ...cell, row: parted.row })))
  const styles = [...groupBy(cells, ({ font, size }) => `${font} ${Math.round(size / SAME_SIZE)}`).values()]
  const most = Math.max(...styles.map((style) => style.length))
  const usual = styles.find((style) => style.length === most)?.[0]
  const rare = styles.filter((style) => {
    const ownRows = new Set(style.map(({ row }) => row)).size
    return ownRows <= Math.max(RARE, RARE_SHARE * rows.length) && ownRows < rows.length / 3
  })
  const isOdd = ({ font, size }: Cell) =>
    !usual || font !== usual.font || Math.abs(size - usual.size) > SAME_SIZE
  return groupBy(rare.flat().filter(isOdd), ({ row }) => row)
}
