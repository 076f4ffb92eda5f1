/** Dates of the panel, in the reader's own time zone. Some engines put a narrow space before AM; ours is a plain one. */
const shown = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

const plain = (text: string): string => text.replace(/\u202f/g, ' ')

/** ISO time → 'Nov 21, 2026, 3:04 PM'; what is no time stays as it is. */
export const dateTime = (iso: string): string => format(shown, iso)

/** ISO time → 'Saturday, November 21, 2026 at 3:04:09 PM EST'. */
export const exactTime = (iso: string): string => format(exact, iso)

const utcDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** '2026-11-21' or an ISO time → 'Nov 21, 2026', the day in UTC. */
export const dayInUtc = (iso: string): string => format(utcDay, iso)

function format(formatter: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : plain(formatter.format(date))
}
