/** `sign` is 0 where nothing beside the digits tells it. */
export type PrintedAmount = { cents: number; sign: -1 | 0 | 1 }

const DIGITS = '(\\d{1,3}(?:,\\d{3})+|\\d*)(?:\\.(\\d\\d))?'
const MINUS = '[-\\u2010-\\u2015\\u2212]'
const BEFORE = `(?:[(<[]|${MINUS}|\\+)`
const AFTER = `(?:[)>\\]]|${MINUS}|\\+)`
const AMOUNT = new RegExp(
  `^\\**(${BEFORE}?)(\\$?)(${BEFORE}?)${DIGITS}(${AFTER}?)\\**(CR|DR|DB|OD|C|D)?$`,
  'i',
)

/** Reads '1,234.56', '$1234.56', '-$5.00', '(5.00)', '5.00-', '5.00 CR'. Whole dollars need their '$'. */
export function parseAmount(text: string): PrintedAmount | null {
  const match = AMOUNT.exec(text.replaceAll(' ', ''))
  if (!match) return null
  const [, open = '', dollar, inner = '', whole = '', cents, close = '', letters = ''] = match
  if (cents === undefined && (!dollar || whole === '')) return null
  const before = open + inner
  // A bracket without its other half belongs to the text around.
  if (/[(<[]/.test(before) !== /[)>\]]/.test(close) || before.length > 1) return null
  const isMinus = /[^+]/.test(before) || /[^+]/.test(close) || /^(D|OD)/i.test(letters)
  const isPlus = before === '+' || close === '+' || /^C/i.test(letters)
  return {
    cents: Number(whole.replaceAll(',', '') || 0) * 100 + Number(cents ?? 0),
    sign: isMinus ? -1 : isPlus ? 1 : 0,
  }
}
