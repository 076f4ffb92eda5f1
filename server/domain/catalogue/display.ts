import { usDate } from './dates.ts'
import type { Input } from './define.ts'
import { digits } from './digits.ts'
import { masked } from './mask.ts'
import { parseMoney } from './money.ts'

export const SIGNATURE_MARKER = '[signature]'

export function displayValue(input: Input, value: string): string {
  const text = value.trim()
  if (text === '') return ''
  switch (input.kind) {
    case 'phone':
      return displayPhone(text)
    case 'money':
    case 'signedMoney':
      return displayMoney(text)
    case 'date':
    case 'pastDate':
    case 'birthDate':
      return usDate(text)
    case 'ssn':
    case 'taxId':
    case 'zip':
      return digits(text).length === 9 ? masked(input.kind, text) : text
    case 'signature':
      return SIGNATURE_MARKER
    default:
      return text
  }
}

/** Hides all letters and digits but the last four; of four or fewer, all. Masking twice changes nothing. */
export function maskedValue(input: Input, value: string): string {
  if (value.trim() === '') return ''
  if (input.kind === 'signature') return SIGNATURE_MARKER
  const shown = displayValue(input, value)
  const secret = shown.replace(/[^\p{L}\p{N}*]/gu, '').length
  let left = secret > 4 ? secret - 4 : secret
  return shown.replace(/[\p{L}\p{N}*]/gu, (character) => (left-- > 0 ? '*' : character))
}

function displayPhone(text: string): string {
  const number = digits(text).length === 11 ? text.replace(/^\+?1\D*/, '(') : text
  return digits(number).length === 10 ? masked('phone', number) : text
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

function displayMoney(text: string): string {
  const money = parseMoney(text)
  return money ? DOLLARS.format(Number(`${money.minus ? '-' : ''}${money.whole}.${money.cents}`)) : text
}
