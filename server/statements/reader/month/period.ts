import {
  addDays,
  daysBetween,
  lastDay,
  parseMonth,
  toDay,
  toDayIn,
  type Period,
  type PrintedDate,
} from '../text/dates.ts'
import { textOf, type DateToken, type Piece } from '../text/tokens.ts'
import { groupBy } from '../group-by.ts'

const MAX_DAYS = 370
const CONNECTED = /^\W*(through|thru|to|and|until|-|–|—|ending|ends?|closing)?\W*$/i
const LABEL = /\b(period|statement|cycle|from|for|activity|transactions|between|dates?|beginning|through)\b/i
const BEFORE = /\b(last|previous|prior) (statement|stmt)\b/i
const START = /\b(beginning|opening|start|starting|from|first)\b/i
const END = /\b(this (statement|stmt)|ending|closing|end|thru|through|to|statement date|as of|last day)\b/i
const DAYS_IN_PERIOD =
  /\bdays in (?:the )?(?:statement |billing )?(?:period|cycle|month)\b\D{0,12}(\d{2,3})\b|\b(\d{2,3}) days in (?:the )?(?:statement |billing )?(?:period|cycle)/i

type Candidate = Period & { weight: number }

/** Dates that stand alone with a label: 'LAST STATEMENT 06/30/26', 'Ending balance on July 31, 2026'. */
type Edge = { role: 'before' | 'start' | 'end'; date: PrintedDate; weight: number }

/**
 * The period that a statement says it covers, in the order of likelihood.
 * @param rowDates dates of rows, which fall into the period
 */
export function findPeriods(pieces: readonly Piece[], rowDates: readonly PrintedDate[]): Period[] {
  const year = commonYear(pieces)
  const candidates = [
    ...pieces.flatMap((piece) => rangesIn(piece, year)),
    ...monthsIn(pieces),
    ...fromEdges(pieces, year),
  ]
  const good = candidates.filter(({ from, to }) => from <= to && daysBetween(from, to) < MAX_DAYS)
  const ranked = [...groupBy(good, ({ from, to }) => `${from} ${to}`).values()].flatMap((same) => {
    const [period] = same
    if (!period) return []
    const { from, to } = period
    const inside = rowDates.filter((date) => isWithin(toDayIn(date, period), period)).length
    const share = rowDates.length > 0 ? inside / rowDates.length : 1
    const weight = Math.max(...same.map((each) => each.weight)) + Math.min(2, same.length / 4)
    return [{ from, to, score: share * 20 + weight - daysBetween(from, to) / 400 }]
  })
  return ranked.sort((a, b) => b.score - a.score).map(({ from, to }) => ({ from, to }))
}

const isWithin = (day: string, { from, to }: Period): boolean => day >= from && day <= to

function commonYear(pieces: readonly Piece[]): number | null {
  const years = pieces.flatMap(({ dates }) => dates.flatMap(({ year }) => year ?? []))
  const byYear = [...groupBy(years, (year) => year)].sort((a, b) => b[1].length - a[1].length)
  return byYear[0]?.[0] ?? null
}

/** 'July 1, 2026 through July 31, 2026', '12/17/25 - 01/16/26', 'Dec 17 - Jan 16, 2026'. */
function rangesIn({ dates, words, amounts }: Piece, year: number | null): Candidate[] {
  if (amounts.length > 0) return []
  return dates.flatMap((start, index) => {
    const end = dates[index + 1]
    if (!end || !CONNECTED.test(textOf(words.slice(start.last + 1, end.first)))) return []
    const period = toPeriod(start, end, year)
    if (!period) return []
    const before = textOf(words.slice(0, start.first))
    return [{ ...period, weight: LABEL.test(before) ? 3 : 2 }]
  })
}

function toPeriod(start: PrintedDate, end: PrintedDate, year: number | null): Period | null {
  const endYear = end.year ?? start.year ?? year
  if (endYear === null) return null
  const to = toDay(endYear, end.month, end.day)
  const isEarlier = start.month > end.month || (start.month === end.month && start.day > end.day)
  const from = toDay(start.year ?? (isEarlier ? endYear - 1 : endYear), start.month, start.day)
  return from <= to ? { from, to } : null
}

/** 'Statement for July 2026' */
function monthsIn(pieces: readonly Piece[]): Candidate[] {
  return pieces.flatMap(({ words }) =>
    words.flatMap((_, index) => {
      const month = parseMonth(textOf(words.slice(index, index + 2)))
      if (!month) return []
      const from = toDay(month.year, month.month, 1)
      return [{ from, to: lastDay(month.year, month.month), weight: 1 }]
    }),
  )
}

function fromEdges(pieces: readonly Piece[], year: number | null): Candidate[] {
  const edges = pieces.flatMap((piece, index) => edgesIn(piece, pieces[index + 1]))
  const days = Number(
    DAYS_IN_PERIOD.exec(pieces.map(({ text }) => text).join('\n'))
      ?.slice(1)
      .find(Boolean) ?? 0,
  )
  const dayOf = ({ year: own, month, day }: PrintedDate) => {
    const known = own ?? year
    return known === null ? null : toDay(known, month, day)
  }
  const of = (role: Edge['role']) =>
    edges.flatMap((edge) => {
      const day = edge.role === role ? dayOf(edge.date) : null
      return day ? [{ day, weight: edge.weight }] : []
    })
  const ends = of('end')
  const starts = [
    ...of('start'),
    ...of('before').map(({ day, weight }) => ({ day: addDays(day, 1), weight: weight + 1 })),
  ]
  return ends.flatMap((end) => {
    const known = starts.map((start) => ({
      from: start.day,
      to: end.day,
      weight: Math.min(start.weight, end.weight),
    }))
    const counted = days > 0 ? [{ from: addDays(end.day, 1 - days), to: end.day, weight: 1.5 }] : []
    const isMonthEnd = addDays(end.day, 1).endsWith('-01')
    const assumed = isMonthEnd ? [{ from: `${end.day.slice(0, 8)}01`, to: end.day, weight: 0.5 }] : []
    return [...known, ...counted, ...assumed]
  })
}

function edgesIn(piece: Piece, next: Piece | undefined): Edge[] {
  return piece.dates
    .flatMap((date, index): Edge[] => {
      const from = (piece.dates[index - 1]?.last ?? -1) + 1
      const label = textOf(piece.words.slice(from, date.first)).slice(-45)
      return toEdge(label, date, index === 0 ? 1.8 : 1.5)
    })
    .concat(piece.dates.length > 0 || !next ? [] : edgesBelow(piece, next))
}

/** A label in a box, with its date beneath. */
const edgesBelow = (piece: Piece, next: Piece): Edge[] =>
  next.dates.flatMap((date: DateToken) => {
    const label = textOf(piece.words.filter(({ x0, x1 }) => x0 < date.x1 + 10 && x1 > date.x0 - 10))
    return next.amounts.length === 0 ? toEdge(label, date, 1) : []
  })

function toEdge(label: string, date: PrintedDate, weight: number): Edge[] {
  if (BEFORE.test(label)) return [{ role: 'before', date, weight: weight + 0.5 }]
  if (START.test(label)) return [{ role: 'start', date, weight }]
  return END.test(label) ? [{ role: 'end', date, weight }] : []
}
