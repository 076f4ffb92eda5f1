import type { ProblemKey } from '../messages/form.ts'
import { plain } from './plain.ts'

/** Prefixes that the IRS does not assign (IRS, 'How EINs are assigned and valid EIN prefixes'). */
const NO_EIN_PREFIX = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '))

/** The SSA never issues area 000, 666 or 900–999, group 00 or serial 0000 (POMS RM 10201.035). */
export function ssnProblem(text: string): ProblemKey | null {
  const match = /^(\d{3})[- ]?(\d{2})[- ]?(\d{4})$/.exec(plain(text))
  if (!match) return 'ssn'
  const [, area = '', group = '', serial = ''] = match
  const issued = area !== '000' && area !== '666' && area < '900' && group !== '00' && serial !== '0000'
  return issued ? null : 'ssnUnissued'
}

/** An EIN, or an SSN: a sole proprietor without employees is taxed under it (IRS, Publication 1635). */
export function taxIdProblem(text: string): ProblemKey | null {
  const number = plain(text)
  if (/^\d{3}[- ]\d{2}[- ]\d{4}$/.test(number)) return ssnProblem(number)
  if (!/^\d{2}[- ]?\d{7}$/.test(number)) return 'taxId'
  return NO_EIN_PREFIX.has(number.slice(0, 2)) ? 'taxIdUnissued' : null
}
