import { plain } from './plain.ts'

type Money = { minus: boolean; dollar: boolean; whole: string; cents: string }

const WHOLE = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)$/
const MAX_DIGITS = 12

/** Dollars in American notation. '12500,50' and '12.500' are rejected: asking again is better than a wrong amount. */
export function parseMoney(text: string): Money | null {
  const match = /^(-?)(\$?) ?(-?)(\d[\d ,]*)(?:\.(\d{0,2}))?$/.exec(plain(text))
  if (!match) return null
  const [, before = '', dollar = '', after = '', written = '', cents = ''] = match
  const whole = written.replace(/[ ,]/g, '').replace(/^0+(?=\d)/, '')
  if (!WHOLE.test(written) || whole.length > MAX_DIGITS || (before && after)) return null
  return { minus: (before || after) !== '', dollar: dollar !== '', whole, cents }
}

/** @returns null for a text that is no amount */
export function toDollars(text: string): number | null {
  const money = parseMoney(text)
  return money && Number(`${money.whole}.${money.cents || '0'}`) * (money.minus ? -1 : 1) + 0
}

export function groupedMoney(text: string): string {
  const money = parseMoney(text)
  if (money === null) return text
  const whole = money.whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return (
    (money.minus ? '-' : '') +
    (money.dollar ? '$' : '') +
    whole +
    (money.cents && `.${money.cents.padEnd(2, '0')}`)
  )
}
