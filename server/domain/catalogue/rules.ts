import type { ProblemKey } from '../messages/form.ts'
import { isUsState } from '../us-states.ts'
import { isDate, yearsBefore } from './dates.ts'
import type { Input, InputKind } from './define.ts'
import { digits } from './digits.ts'

/** Prefixes the IRS has never issued to an employer (IRS, 'How EINs are assigned'). */
const NO_EIN_PREFIX = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '))

/** SSA: area 000, 666 and 900–999, group 00 and serial 0000 are never issued. */
function isSsn(text: string): boolean {
  const match = /^(\d{3})[- ]?(\d{2})[- ]?(\d{4})$/.exec(text)
  if (!match) return false
  const [, area = '', group = '', serial = ''] = match
  return area !== '000' && area !== '666' && area < '900' && group !== '00' && serial !== '0000'
}

const isTaxId = (text: string): boolean => /^\d{2}-?\d{7}$/.test(text) && !NO_EIN_PREFIX.has(text.slice(0, 2))

/** Ten digits in the United States; up to fifteen elsewhere (ITU-T E.164). An extension may follow. */
function isPhone(text: string): boolean {
  const [number = '', extension = ''] = text.split(/(?:ext\.?|x|#)/i)
  const count = digits(number).length
  return /^[\d\s()+.-]+$/.test(number) && count >= 10 && count <= 15 && digits(extension).length <= 6
}

/** A PNG begins with its magic number and ends with its empty last chunk, in base64 at one of three offsets. */
const isWholePng = (text: string): boolean =>
  text.startsWith('data:image/png;base64,iVBORw0KGgo') &&
  /(AAAAAElFTkSuQmCC|AAAAASUVORK5CYII=|AAAABJRU5ErkJggg==)$/.test(text.slice(-20)) &&
  /^[A-Za-z0-9+/]+={0,2}$/.test(text.slice('data:image/png;base64,'.length))

const inRange = (text: string, min: number, max: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max

type Rule = (text: string, today: string, input: Input) => ProblemKey | null

const unless = (ok: boolean, problem: ProblemKey): ProblemKey | null => (ok ? null : problem)

/** Kind → what is wrong with an answer that was given; null when nothing is. */
export const RULES: Record<InputKind, Rule> = {
  text: () => null,
  longText: () => null,
  phone: (text) => unless(isPhone(text), 'phone'),
  email: (text) => unless(/^[^\s@<>"(),;:\\]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text), 'email'),
  website: (text) => unless(/^(https?:\/\/)?[^\s/.]+(\.[^\s/.]+)+(\/\S*)?$/i.test(text), 'website'),
  date: (text) => unless(isDate(text), 'date'),
  pastDate: (text, today) => unless(isDate(text) && text <= today, 'pastDate'),
  birthDate: (text, today) =>
    unless(isDate(text) && text <= yearsBefore(today, 18) && text >= yearsBefore(today, 120), 'birthDate'),
  year: (text, today) => unless(inRange(text, 1900, Number(today.slice(0, 4))), 'year'),
  money: (text) =>
    unless(/^-?\$?\s?-?\d{1,3}(,?\d{3})*(\.\d{1,2})?$/.test(text) && text.length <= 20, 'money'),
  creditScore: (text) => unless(inRange(text, 300, 850), 'creditScore'),
  ssn: (text) => unless(isSsn(text), 'ssn'),
  taxId: (text) => unless(isTaxId(text), 'taxId'),
  zip: (text) => unless(/^\d{5}(-?\d{4})?$/.test(text), 'zip'),
  state: (text) => unless(isUsState(text), 'state'),
  yesNo: (text, _today, input) => unless(input.choices.includes(text), 'choice'),
  choice: (text, _today, input) => unless(input.choices.includes(text), 'choice'),
  signature: (text) => unless(isWholePng(text), 'signature'),
}
