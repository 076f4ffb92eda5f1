export const DEFAULT_TIME_ZONE = 'America/New_York'

export function isTimeZone(name: string): boolean {
  // Intl also takes offsets such as '+05:00', which know no daylight saving time.
  if (!/^[a-z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Intl ignores case; each zone gets one name, as every further one would keep formatters of its own. */
export const timeZoneName = (name: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone

/** 'Nov 22, 2026, 3:04 PM EST' */
export const formatTime = (at: Date, timeZone: string): string => format(at, timeZone, 'time')

/** 'Sunday, November 22, 2026 at 3:04:09 PM EST' */
export const formatExactTime = (at: Date, timeZone: string): string => format(at, timeZone, 'exactTime')

export const dayInZone = (at: Date, timeZone: string): string => formatter('day', timeZone).format(at)

const DAY_MS = 24 * 60 * 60 * 1000

/** Usually midnight, but some zones move their clocks at that time. @param day the day's midnight in UTC */
export function startOfDay(day: Date, timeZone: string): Date {
  const midnight = day.getTime()
  const moments = [midnight - DAY_MS, midnight + DAY_MS]
    .map((near) => midnight - offsetMs(near, timeZone))
    .sort((one, other) => one - other)
  const start = moments.find((moment) => moment + offsetMs(moment, timeZone) >= midnight)
  return new Date(start ?? midnight)
}

function offsetMs(at: number, timeZone: string): number {
  const parts = formatter('offset', timeZone).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  // 'GMT', 'GMT-05:00', or 'GMT-04:56:02' for years before standard time.
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? []
  const ahead = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ahead : ahead
}

const MINUTE = {
  year: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

const FORMATS = {
  time: { ...MINUTE, month: 'short' },
  exactTime: { ...MINUTE, weekday: 'long', month: 'long', second: '2-digit' },
  day: { year: 'numeric', month: '2-digit', day: '2-digit' },
  offset: { timeZoneName: 'longOffset' },
} as const

type Format = keyof typeof FORMATS

/** Some engines put a narrow space before AM and PM. */
const format = (at: Date, timeZone: string, name: Format): string =>
  formatter(name, timeZone)
    .format(at)
    .replace(/\u202f/g, ' ')

/** A list formats many times in few zones, and making a formatter is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(name: Format, timeZone: string): Intl.DateTimeFormat {
  const key = `${name} ${timeZone}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(name === 'day' ? 'en-CA' : 'en-US', {
    ...FORMATS[name],
    // A browser may not know the newest zones.
    timeZone: isTimeZone(timeZone) ? timeZone : DEFAULT_TIME_ZONE,
  })
  formatters.set(key, made)
  return made
}
