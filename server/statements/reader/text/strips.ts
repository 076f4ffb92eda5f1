import type { Line, Word } from './lines.ts'
import { toPiece, type Piece } from './tokens.ts'

/** Lines below and above the ones that show where a page's columns part. */
const REACH_DOWN = 40
const REACH_UP = 3
const SAME_CUT = 24

/**
 * Parts lines that hold several entries side by side, as grids of checks and pages in two columns do, and puts the parts in
 * the order in which they are read. Parts are moved to where the first column stands.
 */
export function toPieces(lines: readonly Line[]): Piece[] {
  const whole = lines.map(toPiece)
  const found = whole.map(findCuts)
  const cuts = whole.map((_, index) => found[index] ?? borrowCuts(whole, found, index))
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

/** Cuts of the lines above or below, if nothing spans them from there to here. */
function borrowCuts(pieces: readonly Piece[], found: readonly (Cuts | null)[], index: number): Cuts | null {
  const [above, below] = [-1, 1].map((step) => {
    const reach = step < 0 ? REACH_DOWN : REACH_UP
    let at = index + step
    while (at >= 0 && at < pieces.length && !found[at] && Math.abs(at - index) < reach) at += step
    return found[at] ? at : null
  })
  const cutsFrom = (at: number | null | undefined) => {
    const cuts = at == null ? null : (found[at] ?? null)
    const between = at == null ? [] : pieces.slice(Math.min(at, index), Math.max(at, index) + 1)
    return cuts && between.every((piece) => fits(piece, cuts)) ? cuts : null
  }
  const cuts = cutsFrom(above) ?? cutsFrom(below)
  const isBeyond = cuts && pieces[index]?.words.some(({ x0 }) => x0 > (cuts[0] ?? 0))
  return isBeyond ? cuts : null
}

/** No word spans a cut, and each part with an amount has its date. */
function fits({ words, dates, amounts }: Piece, cuts: Cuts): boolean {
  const strip = (x: number) => cuts.filter((cut) => x > cut).length
  const isFree = words.every(({ x0, x1 }) => strip(x0 + 1) === strip(x1 - 1))
  return isFree && amounts.every((amount) => dates.some(({ x0 }) => strip(x0) === strip(amount.x0)))
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
