import { DOMAIN, isEmailAddress } from '../email-addresses.ts'
import type { ProblemKey } from '../messages/form.ts'
import { isUsState } from '../us-states.ts'
import { dateRange, isDate, type DateKind } from './dates.ts'
import type { Input, InputKind } from './define.ts'
import { parseMoney } from './money.ts'
import { isPhone } from './phone.ts'
import { plain } from './plain.ts'
import { ssnProblem, taxIdProblem } from './tax-numbers.ts'

/**
 * A PNG begins with its magic number and ends with its empty last chunk, in base64 at one of three offsets.
 */
const isWholePng = (text: string): boolean =>
  text.startsWith('data:image/png;base64,iVBORw0KGgo') &&
  /(AAAAAElFTkSuQmCC|AAAAASUVORK5CYII=|AAAABJRU5ErkJggg==)$/.test(text.slice(-20)) &&
  isBase64(text.slice('data:image/png;base64,'.length, -2))

/** V8 takes 10 µs for these two classes over a signature of 8 KB, and 54 µs for `[^A-Za-z0-9+/]`. */
const isBase64 = (text: string): boolean => !/[^+-z]/.test(text) && !/[,-.:-@[-`]/.test(text)

const inRange = (text: string, min: number, max: number): boolean =>
  /^\d+$/.test(plain(text)) && Number(plain(text)) >= min && Number(plain(text)) <= max

/** From 00501 (Holtsville, NY) to 99950 (Ketchikan, AK); four more digits name the delivery route (USPS). */
function isZip(text: string): boolean {
  const code = /^(\d{5})(?:-?\d{4})?$/.exec(plain(text))?.[1]
  return code !== undefined && code >= '00501' && code <= '99950'
}

const WEBSITE = new RegExp(`^(?:https?://)?${DOMAIN}(?::\\d{1,5})?(?:[/?#]\\S*)?$`, 'iu')

const isOwnership = (text: string): boolean =>
  [...text.matchAll(/(\d+(?:[.,]\d+)?)\s*%/g)].every(
    ([, share = '']) => Number(share.replace(',', '.')) <= 100,
  )

type Rule = (text: string, today: string, input: Input) => ProblemKey | null

const unless = (ok: boolean, problem: ProblemKey): ProblemKey | null => (ok ? null : problem)

const within =
  (kind: DateKind, problem: ProblemKey): Rule =>
  (text, today) => {
    if (!isDate(text)) return 'date'
    const { min, max } = dateRange(kind, today)
    return unless(text >= min && text <= max, problem)
  }

const chosen: Rule = (text, _today, input) => unless(input.choices.includes(text), 'choice')

export const RULES: Record<InputKind, Rule> = {
  text: () => null,
  longText: () => null,
  phone: (text) => unless(isPhone(text), 'phone'),
  email: (text) => unless(isEmailAddress(plain(text)), 'email'),
  website: (text) => unless(WEBSITE.test(plain(text)), 'website'),
  date: within('date', 'signingDate'),
  pastDate: within('pastDate', 'pastDate'),
  birthDate: within('birthDate', 'birthDate'),
  year: (text, today) => unless(inRange(text, 1900, Number(today.slice(0, 4))), 'year'),
  money: (text) => unless(parseMoney(text)?.minus === false, 'money'),
  signedMoney: (text) => unless(parseMoney(text) !== null, 'money'),
  ownership: (text) => unless(isOwnership(text), 'ownership'),
  creditScore: (text) => unless(inRange(text, 300, 850), 'creditScore'),
  ssn: ssnProblem,
  taxId: taxIdProblem,
  zip: (text) => unless(isZip(text), 'zip'),
  state: (text) => unless(isUsState(text), 'state'),
  yesNo: chosen,
  choice: chosen,
  signature: (text) => unless(isWholePng(text), 'signature'),
}
