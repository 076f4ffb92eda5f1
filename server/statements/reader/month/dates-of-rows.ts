import type { DateToken } from '../text/tokens.ts'
import type { Row } from './entries.ts'

/** How likely a date under a column's title is the posting date. */
const LIKELIHOOD = new Map([
  ['posted', 3],
  ['date', 2],
  ['otherDate', 0],
  ['text', 0.5],
])
const UNTITLED = 1

/** The posting date of a row that may also print the day of the purchase. */
export function postingDate({ dates, header }: Row): DateToken | null {
  const likelihood = ({ x0, x1 }: DateToken): number => {
    const label = header?.labels.find((each) => each.x0 < x1 + 2 && each.x1 > x0 - 2)
    return label?.role ? (LIKELIHOOD.get(label.role) ?? UNTITLED) : UNTITLED
  }
  return dates.reduce<DateToken | null>(
    (best, date) => (best && likelihood(best) >= likelihood(date) ? best : date),
    null,
  )
}
