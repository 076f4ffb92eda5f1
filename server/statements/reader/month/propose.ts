import { groupBy } from '../group-by.ts'
import { toTables } from './columns.ts'
import type { Entry, Row } from './entries.ts'
import type { Balance, Sum } from './labelled.ts'
import { prove, type Proof, type Step } from './proof.ts'
import { partRows, signByBalance, signByRole, signByWords, type Parted } from './signs.ts'

export type DailyBalance = { row: Row; cents: number }

/** One way to read an account's entries, and how far it adds up. Rows are in posting order. */
export type Proposal = {
  rows: Parted[]
  opening: Balance | null
  closing: Balance | null
  balances: Balance[]
  sums: Sum[]
  daily: DailyBalance[]
  proof: Proof
}

type Item = Parted | Balance

const MAX_FLIPS = 6
const MAX_BALANCES = 3

/** @returns the first way that adds up, else the one in which most does */
export function propose(entries: readonly Entry[], dayOf: (row: Row) => string): Proposal {
  const rows = entries.filter((entry) => entry.kind === 'row')
  const balances = entries.filter((entry) => entry.kind === 'balance')
  const sums = entries.filter((entry) => entry.kind === 'sum')
  const daily = rows.filter(isDaily)
  const parted = new Map(
    toTables(rows.filter((row) => !isDaily(row)))
      .flatMap(partRows)
      .map((each) => [each.row, each]),
  )
  const items = entries.flatMap((entry): Item[] => {
    if (entry.kind === 'balance') return entry.label === 'forward' ? [entry] : []
    const own = entry.kind === 'row' ? parted.get(entry) : undefined
    return own && (own.amount !== null || own.balance !== null) ? [own] : []
  })
  let best: Proposal | undefined
  for (const way of waysToRead(items, balances, dayOf)) {
    const cells = daily.flatMap((row) =>
      row.amounts.slice(-1).map((amount) => ({ row, cents: amount.sign < 0 ? -amount.cents : amount.cents })),
    )
    const proposal = { ...way, balances, sums, daily: cells }
    if (way.proof.isProven) return proposal
    if (!best || worth(way.proof) > worth(best.proof)) best = proposal
  }
  return (
    best ?? {
      rows: [],
      opening: null,
      closing: null,
      balances,
      sums,
      daily: [],
      proof: prove({ opening: null, closing: null, steps: [] }),
    }
  )
}

/** How much adds up, to compare ways to read that do not add up. */
export const worth = ({ agreeing, breaks, difference }: Proof): number =>
  agreeing - 2 * breaks.length + (difference === 0 ? 1 : 0)

/** A date and a balance, without a text, in a list of daily balances. */
function isDaily({ title, header, words, amounts }: Row): boolean {
  const roles = new Set(header?.labels.map(({ role }) => role))
  const isBalances =
    title?.role === 'balance' ||
    (roles.size === 2 && roles.has('balance') && (roles.has('date') || roles.has('posted')))
  return isBalances && words.length === 0 && amounts.length === 1
}

type Way = Pick<Proposal, 'rows' | 'opening' | 'closing' | 'proof'>

function* waysToRead(
  items: readonly Item[],
  balances: readonly Balance[],
  dayOf: (row: Row) => string,
): Generator<Way> {
  const [first] = items
  const brought = first?.kind === 'balance' ? [first] : []
  const named = balances.filter(({ label }) => label === 'opening')
  const openings = distinct(named.length > 0 ? named : brought)
  const closings = distinct(balances.filter(({ label }) => label === 'closing'))
  for (const ordered of orders(items, dayOf))
    for (const opening of openings)
      for (const closing of closings)
        for (const signed of waysToSign(ordered, opening, closing)) {
          const rows = signed.filter((item) => item.kind === 'row')
          yield {
            rows,
            opening,
            closing,
            proof: prove({ ...centsOf(opening, closing), steps: signed.map(toStep) }),
          }
        }
}

const balanceCents = ({ amount }: Balance): number => (amount.sign < 0 ? -amount.cents : amount.cents)

const centsOf = (opening: Balance | null, closing: Balance | null) => ({
  opening: opening && balanceCents(opening),
  closing: closing && balanceCents(closing),
})

/** The most frequent ones first. */
function distinct(balances: readonly Balance[]): (Balance | null)[] {
  const byCents = groupBy(balances, balanceCents)
  const sorted = [...byCents.values()].sort((a, b) => b.length - a.length)
  return sorted.length > 0 ? sorted.slice(0, MAX_BALANCES).flatMap(([first]) => first ?? []) : [null]
}

/** As listed, or from the end where the newest come first, or by day where parts of the list follow one another. */
function* orders(items: readonly Item[], dayOf: (row: Row) => string): Generator<Item[]> {
  const days = items.flatMap((item) => (item.kind === 'balance' ? [] : [dayOf(item.row)]))
  const falls = days.filter((day, index) => day < (days[index - 1] ?? day)).length
  const rises = days.filter((day, index) => day > (days[index - 1] ?? day)).length
  const rows = items.filter((item) => item.kind === 'row')
  const byDay = (list: readonly Parted[]) => list.toSorted((a, b) => dayOf(a.row).localeCompare(dayOf(b.row)))
  const ways = [[...items], rows.toReversed(), byDay(rows), byDay(rows.toReversed())]
  yield* falls > rises ? [...ways.slice(1), ...ways.slice(0, 1)] : ways
}

function toStep(item: Item): Step {
  if (item.kind === 'balance') return { cents: 0, balance: balanceCents(item), page: item.page, n: item.n }
  const { amount, sign, balance, row } = item
  return { cents: amount ? sign * amount.cents : 0, balance, page: row.page, n: row.n }
}

function* waysToSign(
  items: readonly Item[],
  opening: Balance | null,
  closing: Balance | null,
): Generator<Item[]> {
  const rows = items.filter((item) => item.kind === 'row')
  const before = opening && balanceCents(opening)
  const put = (signed: readonly Parted[]) => {
    const byRow = new Map(signed.map((each) => [each.row, each]))
    return items.map((item) => (item.kind === 'balance' ? item : (byRow.get(item.row) ?? item)))
  }
  const told = signByWords(signByBalance(rows, before, { all: false }))
  yield put(told)
  if (rows.some(({ balance }) => balance !== null)) {
    yield put(signByWords(signByBalance(rows, before, { all: true })))
    return
  }
  yield put(signByRole(told))
  const keys = [...new Set(told.filter(({ isMarked }) => !isMarked).map(({ key }) => key))]
  if (!opening || !closing || keys.length > MAX_FLIPS) return
  for (let flips = 1; flips < 2 ** keys.length; flips += 1) {
    const flipped = new Set(keys.filter((_, index) => flips & (1 << index)))
    yield put(
      told.map((each) => (flipped.has(each.key) ? { ...each, sign: each.sign === 1 ? -1 : 1 } : each)),
    )
  }
}
