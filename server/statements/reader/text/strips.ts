import type { Line, Word } from './lines.ts'
import { toPiece, type Piece } from './tokens.ts'

/** Lines away from the ones that show where a page's columns part. */
const REACH = 6
const SAME_CUT = 24

/**
 * Parts lines that hold several entries side by side, as grids of checks and pages in two columns do, and puts the parts in
 * the order in which they are read. Parts are moved to where the first column stands.
 */
export function toPieces(lines: readonly Line[]): Piece[] {
  const whole = lines.map(toPiece)
  const found = whole.map(findCuts)
  const cuts = whole.map((piece, index) => found[index] ?? borrowCuts(piece, found, index))
  const pieces: Piece[] = []
  for (let start = 0; start < whole.length;) {
    const own = cuts[start]
    let end = start + 1
    if (own) while (end < whole.length && isSameCut(own, cuts[end])) end += 1
    const block = whole.slice(start, end)
    if (own) pieces.push(...split(block, cuts.slice(start, end)))
    else pieces.push(...block)
    start = end
  }
  return pieces
}

type Cuts = number[]

const isSameCut = (a: Cuts, b: Cuts | null | undefined): boolean =>
  b != null &&
  [0, a.length - 1].some(
    (at) => Math.abs((a[at] ?? 0) - (b[Math.min(at, b.length - 1)] ?? Infinity)) < SAME_CUT,
  )

/** Cuts after the amount, or the date, that ends each entry: dates and amounts alternate. */
function findCuts({ words, dates, amounts }: Piece): Cuts | null {
  const apart = [
    ...dates.map((date) => ({ ...date, kind: 'date' })),
    ...amounts.map((amount) => ({ ...amount, kind: 'amount' })),
  ]
    .filter(({ isInText }) => !isInText)
    .sort((a, b) => a.first - b.first)
  const count = (kind: string) => apart.filter((token) => token.kind === kind).length
  if (count('date') < 2 || count('amount') < 2) return null
  const start = apart[0]?.kind
  const cuts = apart.flatMap((token, index) => {
    const next = apart[index + 1]
    if (next?.kind !== start || token.kind === start) return []
    return [(token.x1 + (words[token.last + 1]?.x0 ?? token.x1)) / 2]
  })
  return cuts.length > 0 ? cuts : null
}

/** Cuts of lines around, for a line that no word spans them. */
function borrowCuts(
  { words, dates, amounts }: Piece,
  found: readonly (Cuts | null)[],
  index: number,
): Cuts | null {
  const near = (step: number) => {
    for (let away = 1; away <= REACH; away += 1) {
      const cuts = found[index + away * step]
      if (cuts) return cuts
    }
    return null
  }
  const before = near(-1)
  const cuts = before ?? near(1)
  if (!cuts) return null
  const isBetween = before !== null && isSameCut(cuts, near(1))
  const isFree = cuts.every((cut) => words.every(({ x0, x1 }) => x1 < cut + 2 || x0 > cut - 2))
  // A row across the whole page keeps its amount.
  const isRow = cuts.some(
    (cut) => dates.some(({ x1 }) => x1 < cut) && !amounts.some(({ x1 }) => x1 < cut) && amounts.length > 0,
  )
  const isOneSided = cuts.some((cut) => words.every(({ x0 }) => x0 > cut))
  return isFree && !isRow && (isBetween || (before !== null && isOneSided)) ? cuts : null
}

function split(block: readonly Piece[], cuts: readonly (Cuts | null)[]): Piece[] {
  const count = Math.max(...cuts.map((each) => each?.length ?? 0)) + 1
  const strips = Array.from({ length: count }, (_, strip) =>
    block.flatMap((piece, index) => {
      const own = cuts[index] ?? []
      const words = piece.words.filter(({ x0 }) => own.filter((cut) => x0 > cut).length === strip)
      return words.length > 0 ? [{ ...piece, words }] : []
    }),
  )
  const lefts = strips.map((strip) => Math.min(...strip.flatMap(({ words }) => words.map(({ x0 }) => x0))))
  return strips.flatMap((strip, index) => {
    const move = (lefts[0] ?? 0) - (lefts[index] ?? 0)
    const moved = (words: readonly Word[]) =>
      words.map((word) => ({ ...word, x0: word.x0 + move, x1: word.x1 + move }))
    return strip.map((piece) => toPiece({ ...piece, words: moved(piece.words) }))
  })
}
