/** Takes months as 'YYYY-MM'. The Russian 'август 2026 г.' would end a sentence with two full stops. */
export const monthName = (month: string, locale: string): string =>
  new Date(`${month}-01`)
    .toLocaleDateString(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    .replace(/\s?г\.$/, '')

export const shortMonthName = (month: string, locale: string): string =>
  new Date(`${month}-01`).toLocaleDateString(locale, { month: 'long', timeZone: 'UTC' })

const shortest = (month: string): string =>
  new Date(`${month}-01`).toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' })

const toNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))

/** ['2026-07', '2026-08', '2026-10'] → 'Jul–Aug, Oct' */
export function monthSpans(months: readonly string[]): string {
  const spans: [first: string, last: string][] = []
  for (const month of [...months].sort()) {
    const span = spans.at(-1)
    if (span && toNumber(month) - toNumber(span[1]) <= 1) span[1] = month
    else spans.push([month, month])
  }
  return spans
    .map(([first, last]) => (first === last ? shortest(first) : `${shortest(first)}–${shortest(last)}`))
    .join(', ')
}
