import { formatExactTime, formatTime } from '#domain/time-zone'

/** For times that belong to no company. */
const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** ISO time → 'Nov 21, 2026, 3:04 PM EST'. Returns other text unchanged. */
export const dateTime = (iso: string, timeZone = ownZone): string =>
  format(iso, (at) => formatTime(at, timeZone))

/** ISO time → 'Saturday, November 21, 2026 at 3:04:09 PM EST'. */
export const exactTime = (iso: string, timeZone = ownZone): string =>
  format(iso, (at) => formatExactTime(at, timeZone))

const utcDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** ISO time → 'Nov 21', the day in the time zone. */
export const shortDay = (iso: string, timeZone: string): string => dateTime(iso, timeZone).replace(/,.*/, '')

/** '2026-11-21' or an ISO time → 'Nov 21, 2026', the day in UTC. */
export const dayInUtc = (iso: string): string => format(iso, (at) => plain(utcDay.format(at)))

const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

/** 60000 → '$60,000' */
export const dollars = (amount: number): string => wholeDollars.format(amount)

const exactDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** 550.5 → '$550.50', 60000 → '$60,000' */
export const money = (amount: number): string => exactDollars.format(amount)

/** Some engines put a narrow space before AM and PM. */
const plain = (text: string): string => text.replace(/\u202f/g, ' ')

function format(iso: string, show: (at: Date) => string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : show(date)
}
