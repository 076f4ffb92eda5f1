/** Days of the reader's own calendar, YYYY-MM-DD as a date field has them, and the moments at which they begin. */

const DAY = /^\d{4}-\d\d-\d\d$/

/** When this day begins, or the one `later` days after it, in ISO; '' for what is no day. */
export function startOfDay(day: string, later = 0): string {
  const date = new Date(`${day}T00:00:00`)
  if (!DAY.test(day) || Number.isNaN(date.getTime())) return ''
  date.setDate(date.getDate() + later)
  return Number.isNaN(date.getTime()) || date.getFullYear() > 9999 ? '' : date.toISOString()
}

/** The day on which a moment falls; `earlier` milliseconds before it. '' for what is no moment. */
export function toDay(moment: string, earlier = 0): string {
  const date = new Date(Date.parse(moment) - earlier)
  if (Number.isNaN(date.getTime())) return ''
  const part = (number: number, digits: number) => String(number).padStart(digits, '0')
  return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1, 2)}-${part(date.getDate(), 2)}`
}

/** 'Nov 21, 2026' */
export function dayText(day: string): string {
  const date = new Date(`${day}T00:00:00`)
  return Number.isNaN(date.getTime()) ? day : SHOWN.format(date)
}

const SHOWN = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
