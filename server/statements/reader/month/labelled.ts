import { cellsOf, textOf, type AmountToken, type DateToken, type Piece } from '../text/tokens.ts'
import type { Header } from './headers.ts'
import { balanceLabel, isTotal, sumRole, type BalanceLabel, type SectionRole } from './lexicon.ts'

export type Place = { page: number; n: number; y: number }
export type Title = Place & { text: string; role: SectionRole }

export type Context = { header: Header | null; title: Title | null; account: string | null }

/** 'Ending balance … 1,234.56'. */
export type Balance = Place &
  Context & { kind: 'balance'; label: BalanceLabel; text: string; dates: DateToken[]; amount: AmountToken }

/** 'Total deposits … 1,234.56', 'Money in (12)'. `role` is null where words do not tell. */
export type Sum = Place &
  Context & {
    kind: 'sum'
    text: string
    role: 'credit' | 'debit' | null
    isTotal: boolean
    amounts: AmountToken[]
    count: number | null
  }

/** '12 deposits', 'Deposits (12)', 'Total of 12 items', 'Deposits and credits 12' */
const COUNT =
  /^\W*(\d{1,4})\s+[a-z]|\((\d{1,4})\)|\b(\d{1,4})\s+(?:items?|transactions?)\b|[a-z]\s+(\d{1,3})$/i

/** In letter sizes. */
const BOX_HEIGHT = 4

/** The balances and sums of a line: each amount with the words before it, or the amount under a label. */
export function findLabelled(
  piece: Piece,
  next: readonly Piece[],
  place: Place,
  context: Context,
): (Balance | Sum)[] {
  const pairs = piece.amounts.length > 0 ? pairsOf(piece) : pairsBelow(piece, next)
  return pairs.flatMap(({ label, dates, amounts }): (Balance | Sum)[] => {
    const words = label.replace(/\$/g, '')
    const balance = balanceLabel(words)
    const [amount] = amounts
    if (!amount) return []
    const common = { ...place, ...context, text: words }
    const last = amounts.at(-1) ?? amount
    if (balance) return [{ kind: 'balance', ...common, label: balance, dates, amount: last }]
    const role = sumRole(words)
    if (!isTotal(words) && (role === null || dates.length > 0 || words.length > 50)) return []
    const count = COUNT.exec(words)?.slice(1).find(Boolean)
    return [
      { kind: 'sum', ...common, role, isTotal: isTotal(words), amounts, count: count ? Number(count) : null },
    ]
  })
}

type Pair = { label: string; dates: DateToken[]; amounts: AmountToken[] }

function pairsOf({ words, amounts, dates }: Piece): Pair[] {
  const pairs: Pair[] = []
  let from = 0
  for (const amount of amounts) {
    const between = dates.filter(({ first }) => first >= from && first < amount.first)
    const label = textOf(
      words
        .slice(from, amount.first)
        .filter(
          (_, index) => !between.some(({ first, last }) => from + index >= first && from + index <= last),
        ),
    )
    const last = pairs.at(-1)
    if (label === '' && last) last.amounts.push(amount)
    // Where the amount comes first, the label follows.
    else if (label === '' && amounts.length === 1)
      pairs.push({ label: textOf(words.slice(amount.last + 1)), dates: between, amounts: [amount] })
    else pairs.push({ label, dates: between, amounts: [amount] })
    from = amount.last + 1
  }
  return pairs
}

/** Labels in boxes have their amount beneath. */
function pairsBelow(piece: Piece, next: readonly Piece[]): Pair[] {
  const size = piece.words[0]?.size ?? 0
  const near = next.filter(
    ({ page, y }) => page === piece.page && y > piece.y && y - piece.y < BOX_HEIGHT * size,
  )
  return cellsOf(piece.words).flatMap((cell) => {
    const label = textOf(cell)
    const [x0, x1] = [cell[0]?.x0 ?? 0, cell.at(-1)?.x1 ?? 0]
    if (label.length > 40 || (!balanceLabel(label) && sumRole(label) === null)) return []
    const below = near.find(({ amounts, dates }) => amounts.length + dates.length > 0)
    const amount = below?.amounts.find((each) => each.x0 < x1 + 3 && each.x1 > x0 - 3)
    return amount && below?.dates.length === 0 ? [{ label, dates: [], amounts: [amount] }] : []
  })
}
