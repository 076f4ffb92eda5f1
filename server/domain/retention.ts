/** How long submissions are kept. Whole days in UTC, so that everybody reads the same date. */

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

const startOfDay = (at: Date): number => Math.floor(at.getTime() / DAY_MS) * DAY_MS

/** What Date and the database both hold; a stored period may be any number. */
const LAST_MS = Date.parse('9999-12-31')
const dateWithin = (ms: number): Date => new Date(Math.min(Math.max(ms, 0), LAST_MS))

/** Submissions received before this moment are older than `days` days; the day of receipt does not count. */
export const overdueBefore = (days: number, now: Date): Date => dateWithin(startOfDay(now) - days * DAY_MS)

/** From when a submission is older than `days` days: the first midnight at which `overdueBefore` is past its receipt. */
export const overdueFrom = (days: number, receivedAt: Date): Date =>
  dateWithin(startOfDay(receivedAt) + (days + 1) * DAY_MS)

/** Would a company that changes its period from one to the other have more destroyed? null: kept for ever. */
export const isShorter = (before: number | null, after: number | null): boolean =>
  after !== null && (before === null || after < before)

/** Nothing is destroyed before this, where what would keep it is taken away at `now`. */
export const afterGrace = (hours: number, now: Date): Date => new Date(now.getTime() + hours * HOUR_MS)

/** The last of these moments; null where there is none. */
export function latest(...moments: (Date | null)[]): Date | null {
  const times = moments.filter((moment) => moment !== null).map((moment) => moment.getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : null
}
