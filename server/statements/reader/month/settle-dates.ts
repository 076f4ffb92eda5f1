import { groupBy } from '../group-by.ts'
import { daysBetween, toDayIn, type Period } from '../text/dates.ts'
import type { DateToken } from '../text/tokens.ts'
import { postingDate } from './dates-of-rows.ts'
import type { Entry, Row } from './entries.ts'

const NEAR = 3
const MOST = 0.95
/** Rows whose dates show a column, at least, and as parts of a table and of a file. */
const FEW = 3
const IN_TABLE = 0.1
const IN_FILE = 0.3

type Dated = { row: Row; date: DateToken }

/**
 * Recognition can take one digit of a date for another, and no sum would show it. A date that two looks see differently
 * counts if the list's order allows only one; else the row is left without a date.
 */
export function settleDates(entries: readonly Entry[], period: Period): Entry[] {
  const dated = entries.flatMap((entry): Dated[] => {
    const date = entry.kind === 'row' ? postingDate(entry) : null
    return entry.kind === 'row' && date ? [{ row: entry, date }] : []
  })
  const settled = new Map<Row, DateToken | null>()
  // One ledger runs through the pages; sections begin anew.
  const isLedger = directionOf(sureDays(dated, period)) !== 0
  const lists = isLedger
    ? [dated]
    : groupBy(dated, ({ row }) => row.title?.text.replace(/\W*continued\W*/i, '')).values()
  for (const list of lists) {
    const days = list.map(({ date }) => (date.isSure ? toDayIn(date, period) : null))
    const direction = directionOf(sureDays(list, period))
    list.forEach((item, index) => {
      const { row, date } = item
      const own = date.isSure ? date : choose(date, period, boundsAt(days, index, direction, period))
      settled.set(row, isInColumn(item, dated) ? own : null)
    })
  }
  return entries.map((entry) => {
    if (entry.kind !== 'row') return entry
    const date = settled.get(entry)
    return { ...entry, dates: date ? [date] : [] }
  })
}

/**
 * Whether other rows of the table, or many of the file, have their dates in the same column. A date elsewhere belongs to
 * the text, and the row's own was not recognized.
 */
function isInColumn({ row, date }: Dated, all: readonly Dated[]): boolean {
  const others = all.filter((each) => each.row !== row)
  const alike = others.filter((each) => tableOf(each.row) === tableOf(row))
  const isBelow = (list: readonly Dated[], share: number) =>
    list.filter((each) => each.date.x0 < date.x1 && date.x0 < each.date.x1).length >=
    Math.max(FEW, share * list.length)
  return others.length < FEW || isBelow(alike, IN_TABLE) || isBelow(others, IN_FILE)
}

const tableOf = ({ header, title }: Row): string => header?.key ?? title?.text ?? ''

const sureDays = (list: readonly Dated[], period: Period): string[] =>
  list.flatMap(({ date }) => (date.isSure ? [toDayIn(date, period)] : []))

/** 1 where days rise down the list, -1 where they fall, 0 without an order. */
function directionOf(days: readonly string[]): -1 | 0 | 1 {
  const steps = days.slice(1).map((day, index) => day.localeCompare(days[index] ?? day))
  const share = (sign: number) => steps.filter((step) => step * sign >= 0).length / Math.max(1, steps.length)
  return share(1) >= MOST ? 1 : share(-1) >= MOST ? -1 : 0
}

type Bounds = { first: string; last: string } | null

/** Between the nearest sure days of the list, or the ends of the period. */
function boundsAt(
  days: readonly (string | null)[],
  index: number,
  direction: -1 | 0 | 1,
  { from, to }: Period,
): Bounds {
  if (direction === 0) return null
  const before = days.slice(0, index).findLast((day) => day !== null)
  const after = days.slice(index + 1).find((day) => day !== null)
  return direction === 1
    ? { first: before ?? from, last: after ?? to }
    : { first: after ?? from, last: before ?? to }
}

function choose(date: DateToken, period: Period, bounds: Bounds): DateToken | null {
  if (!bounds) return null
  const candidates = [date, ...(date.other ? [{ ...date, ...date.other }] : [])]
  const fits = candidates.filter((each) => {
    const day = toDayIn(each, period)
    return day >= bounds.first && day <= bounds.last
  })
  const [only] = fits
  if (!only || fits.length > 1) return null
  return date.other !== null || daysBetween(bounds.first, bounds.last) <= NEAR ? only : null
}
