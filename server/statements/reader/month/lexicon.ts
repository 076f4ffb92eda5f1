/** The words by which banks name columns, sections and balances. Figures decide wherever they can; words propose. */

export type ColumnRole =
  'date' | 'posted' | 'otherDate' | 'text' | 'number' | 'amount' | 'debit' | 'credit' | 'balance'
export type SectionRole = 'credit' | 'debit' | 'balance' | 'neutral'

// The first that matches counts, so 'Ending daily balance' is a balance and 'Transaction date' a date.
const COLUMNS: readonly (readonly [ColumnRole, RegExp])[] = [
  ['balance', /\bbal(ances?|\.)?\b/],
  ['posted', /\bpost(ed|ing)?( date| on)?\b/],
  [
    'otherDate',
    /\b(effective|eff|transaction|trans?|purchase|value|entry) ?(date|dt)\b|^(effective|eff\.?)$/,
  ],
  ['date', /\b(date|dt|day)\b/],
  [
    'debit',
    /\b(debits?|withdrawals?|charges?|subtractions?|payments?|paid out|money out|out|dr|disbursements?|spent|checks? (and|&) (debits|charges|withdrawals))\b/,
  ],
  ['credit', /\b(credits?|deposits?|additions?|paid in|money in|in|cr|received|receipts?)\b/],
  ['amount', /\b(amount|amt|value)\b/],
  ['number', /\b(check|chk|cheque|no|number|num|ref|serial|seq|sequence|item)\b|#/],
  [
    'text',
    /\b(description|details?|transactions?|activity|memo|payee|particulars|reference|type|category|name|explanation|narrative|remarks?)\b/,
  ],
]

export function columnRole(label: string): ColumnRole | null {
  const plain = label
    .toLowerCase()
    .replace(/\(continued\)|[($).:/]+/g, ' ')
    .trim()
  const roles = COLUMNS.flatMap(([role, pattern]) => (pattern.test(plain) ? [role] : []))
  // 'Debits/Credits' is one column of both.
  if (roles[0] === 'debit' && roles.includes('credit')) return 'amount'
  return roles[0] ?? null
}

const CREDIT =
  /\b(deposits?|credits?|additions?|incoming|money in|received|receipts|paid in|interest (paid|earned|credited))\b/i
const DEBIT =
  /\b(withdrawals?|debits?|checks?|fees?|charges?|subtractions?|payments?|purchases?|outgoing|money out|disbursements?|paid out|spent|drafts)\b/i
const BALANCES =
  /\b(daily|ending|ledger|closing|day|account|running)\b.*\bbalances?\b|\bbalances?\b.*\b(daily|by date|by day|each day|history|summary|information|detail|activity)\b/i
const NEUTRAL = /\b(transactions?|activity|history|details?)\b/i

/** What the rows under a title are; null if it is no title. */
export function sectionRole(title: string): SectionRole | null {
  if (BALANCES.test(title)) return 'balance'
  const [isCredit, isDebit] = [CREDIT.test(title), DEBIT.test(title)]
  if (isCredit !== isDebit) return isCredit ? 'credit' : 'debit'
  return isCredit || NEUTRAL.test(title) ? 'neutral' : null
}

/** 'credit' or 'debit' where a label such as 'Total deposits' or 'Money out (12)' says so. */
export const sumRole = (label: string): 'credit' | 'debit' | null => {
  const [isCredit, isDebit] = [CREDIT.test(label), DEBIT.test(label)]
  return isCredit === isDebit ? null : isCredit ? 'credit' : 'debit'
}

export const isTotal = (label: string): boolean => /^\W*(sub-?)?totals?\b|\btotal(l?ing)?\b/i.test(label)
export const isPageTotal = (label: string): boolean => /\bpage\b/i.test(label)

export type BalanceLabel = 'opening' | 'closing' | 'forward'

const NOT_OF_A_MOMENT =
  /\b(average|avg|minimum|lowest|highest|available|collected|low|high|required|maintain|below|transfer)\b/i
const OPENING =
  /\b(beginning|opening|previous|starting|prior|start)\b.*\bbalance\b|\bbalance\b.*\b(last statement|last stmt|brought|beginning|at start|start of|previous|prior)\b/i
const CLOSING =
  /\b(ending|closing|new|final|current|end)\b.*\bbalance\b|\bbalance\b.*\b(this statement|this stmt|carried|at end|end of|ending|closing)\b/i
const FORWARD =
  /\bbalance (carried |brought )?forward\b|\b(brought|carried) forward\b|\bbalance (fwd|b\/f|c\/f)\b/i

export function balanceLabel(label: string): BalanceLabel | null {
  if (NOT_OF_A_MOMENT.test(label)) return null
  if (FORWARD.test(label)) return 'forward'
  if (OPENING.test(label)) return 'opening'
  return CLOSING.test(label) ? 'closing' : null
}

export const saysNothingHappened = (text: string): boolean =>
  /\bno (account )?(activity|transactions?|items|deposits|entries)\b|\bnot have any (activity|transactions)\b/i.test(
    text,
  )
