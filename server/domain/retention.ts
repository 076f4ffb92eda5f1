/** Whole days in UTC, so that every reader sees the same date. */

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

const startOfDay = (at: Date): number => Math.floor(at.getTime() / DAY_MS) * DAY_MS

/** A stored period may be any number; Date and the database hold no later moment. */
const LAST_MS = Date.parse('9999-12-31')
const dateWithin = (ms: number): Date => new Date(Math.min(Math.max(ms, 0), LAST_MS))

/** The day of receipt does not count. */
export const overdueBefore = (days: number, now: Date): Date => dateWithin(startOfDay(now) - days * DAY_MS)

/** The first midnight at which `overdueBefore` is past the receipt. */
export const overdueFrom = (days: number, receivedAt: Date): Date =>
  dateWithin(startOfDay(receivedAt) + (days + 1) * DAY_MS)

export const isShorter = (before: number | null, after: number | null): boolean =>
  after !== null && (before === null || after < before)

export const afterGrace = (hours: number, now: Date): Date => new Date(now.getTime() + hours * HOUR_MS)

export function latest(...moments: (Date | null)[]): Date | null {
  const times = moments.filter((moment) => moment !== null).map((moment) => moment.getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : null
}
