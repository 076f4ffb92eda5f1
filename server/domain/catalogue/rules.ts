import { DOMAIN, isEmailAddress } from '../email-addresses.ts'
import type { ProblemKey } from '../messages/form.ts'
import { isUsState } from '../us-states.ts'
import { dateRange, isDate, type DateKind } from './dates.ts'
import type { Input, InputKind } from './define.ts'
import { parseMoney } from './money.ts'
import { plain } from './plain.ts'
import { digits } from './digits.ts'

/** Prefixes that the IRS does not assign (IRS, 'How EINs are assigned and valid EIN prefixes'). */
const NO_EIN_PREFIX = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '))

/** The SSA never issues area 000, 666 or 900–999, group 00 or serial 0000 (POMS RM 10201.035). */
function ssnProblem(text: string): ProblemKey | null {
  const match = /^(\d{3})[- ]?(\d{2})[- ]?(\d{4})$/.exec(plain(text))
  if (!match) return 'ssn'
  const [, area = '', group = '', serial = ''] = match
  const issued = area !== '000' && area !== '666' && area < '900' && group !== '00' && serial !== '0000'
  return issued ? null : 'ssnUnissued'
}

/** An EIN, or an SSN: a sole proprietor without employees is taxed under it (IRS, Publication 1635). */
function taxIdProblem(text: string): ProblemKey | null {
  const number = plain(text)
  if (/^\d{3}[- ]\d{2}[- ]\d{4}$/.test(number)) return ssnProblem(number)
  if (!/^\d{2}[- ]?\d{7}$/.test(number)) return 'taxId'
  return NO_EIN_PREFIX.has(number.slice(0, 2)) ? 'taxIdUnissued' : null
}

/** An extension in English, Spanish ('ext.') or Russian ('доб.'). */
const EXTENSION = /[ ,;]*(?:(?:extension|extensión|ext|x|доб)[.:]?|#) ?\d{1,6}$/i

/** Country code and number: at most 15 digits, the first of them not 0 (ITU-T E.164); the shortest have 7. */
const INTERNATIONAL = /^[1-9]\d{6,14}$/

/** As dialled in the US: ten digits with an optional 1, or 00 or 011 and a country code. */
const DIALLED = /^(?:1?\d{10}|0(?:0|11)[1-9]\d{6,14})$/

/** Area codes are not checked, as new ones are added. */
function isPhone(text: string): boolean {
  const number = plain(text).replace(EXTENSION, '')
  if (!/^\+?[\d ()./-]+$/.test(number)) return false
  return (number.startsWith('+') ? INTERNATIONAL : DIALLED).test(digits(number))
}

/** A PNG begins with its magic number and ends with its empty last chunk, in base64 at one of three offsets. */
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
