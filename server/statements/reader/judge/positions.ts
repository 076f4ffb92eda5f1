import type { FundingPosition, RowKind } from '#domain/statement-reading'
import { addDays, weekdayOf } from '#domain/business-days'
import { daysBetween } from '../text/dates.ts'
import { groupBy } from '../group-by.ts'
import { businessDays, nextBusinessDay } from './business-days.ts'
import { payeeKey, withoutHolder } from './payee.ts'

export type DatedRow = { date: string; cents: number; payee: string; description: string; kind: RowKind }
/** `isSaid`: staff say that the row is of this kind. */
type Told = DatedRow & { isSaid?: boolean }
type Frequency = FundingPosition['frequency']

/** Debits of one payee and amount, over all months known of an account. */
export type Collection = {
  key: string
  payee: string
  cents: number
  frequency: Frequency
  dates: string[]
  returns: string[]
  /** The payee's advance is among the rows, so that nothing was due before the first debit. */
  hasBegun: boolean
}

const FUNDER =
  /\b(capital|cap|fund(ing|ed|er|s)?|fndg|fundg|advances?|adv|merch(ant)?|mca|factor(s|ing)?|lend(ing|er)?|lndg|loans?|fin(anc(e|ial|ing))?|receivables?|rcvbl|remit(tance)?)\b/gi
const SUPPLIER =
  /\b(leas(e|es|ing)|rent(al)?s?|ins(urance|ure)?|prem(ium)?|linen|uniforms?|suppl(y|ies)|sup|util\w*|power|water|electric\w*|gas|energy|phone|wireless|telecom|internet|cable|software|security|alarm|waste|disposal|pest|clean\w*|laundry|foods?|produce|seafood|bakery|dairy|beverage|parts|fuel|oil|tires?|lumber|propert\w*|realty|mortgage|storage|advertis\w*|marketing|dues|member\w*|benefits?|health|dental|medical|equip\w*|vehicle|fleet|janitor\w*|landscap\w*|subscription|parking|payroll|tax|windows?|copiers?|printing|office|coffee|towels?|mats?|vending|lawn|snow|hvac|plumbing|glass|paper|packaging|chemicals?|freight|courier|transport|logistics|farms?|meats?|fish|wine|beer|propane|tools?|hardware|wholesale|distribut\w*|dist)\b/gi
/** Funders hide behind initials: 'VCP LLC'. */
const INITIALS = /^[A-Z]{2,4} (LLC|INC|CORP|GRP|GROUP|CO|LP|HOLDINGS)\b/i
/** Names without their vowels: 'LNTRNBRDG', 'CPTL'. */
const SQUEEZED = /\b(?!PYMT|PYMTS|PMTS|DEPT|WKLY|MNTH)[BCDFGHJ-NP-TV-XZ]{4,}\b/
const NOT_COLLECTED: readonly RowKind[] = [
  'transfer',
  'payroll',
  'tax',
  'fee',
  'nsf_fee',
  'check',
  'returned',
  'reversal',
]
const PURCHASE = /\b(card|purchase|pos|atm|zelle|wire|check|bill pay)\b/i
/** Of a month's deposits. What suppliers are paid weekly is mostly less than the first, and hardly ever twice the second. */
const NOTABLE = 0.007
const LARGE = 0.015
const MOST = 0.6
/** A word of funding, a name in initials, an advance from the payee, or the rhythm of business days. */
const ENOUGH = 2
/** Letters. A return of the same amount leaves out what stands after the name: 'WEEKLY DEB'. */
const SAME_NAME = 5

/** Finds payees that take the same amount each business day or each week, then drops those that are no funders by name. */
export function findCollections(rows: readonly Told[], monthlyDeposits: number): Collection[] {
  const debits = rows.filter(
    ({ cents, kind, description, isSaid }) =>
      cents < 0 &&
      (isSaid ? kind === 'remittance' : !NOT_COLLECTED.includes(kind) && !PURCHASE.test(description)),
  )
  return [...groupBy(debits, ({ payee, cents }) => `${payeeKey(payee)} ${cents}`).values()].flatMap(
    (same) => {
      const [first] = same
      const dates = same.map(({ date }) => date).sort()
      const isSaid = same.some((row) => row.isSaid)
      const frequency =
        first && dates.length > 1 ? (rhythmOf(dates) ?? (isSaid ? paceOf(dates) : null)) : null
      if (!first || !frequency) return []
      const cents = -first.cents
      const key = payeeKey(first.payee)
      const returns = rows
        .filter((row) => row.kind === 'returned' && row.cents === cents && mentions(row, stemOf(first.payee)))
        .map(({ date }) => date)
      const isLender = rows.some((row) => row.kind === 'advance' && mentions(row, key))
      const isShort = INITIALS.test(first.payee) || SQUEEZED.test(first.payee)
      const evidence =
        2 * count(withoutHolder(first.description), FUNDER) -
        2 * count(first.payee, SUPPLIER) +
        (isShort && cents > NOTABLE * monthlyDeposits ? 2 : 0) +
        (returns.length > 0 ? 1 : 0) +
        (isLender ? 3 : 0) +
        (frequency === 'daily' ? 2 : 0) +
        Math.min(2, Math.floor(cents / (LARGE * monthlyDeposits)))
      return isSaid || evidence >= ENOUGH
        ? [{ key, payee: first.payee, cents, frequency, dates, returns, hasBegun: isLender }]
        : []
    },
  )
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** The first words of a name. */
const stemOf = (payee: string): string =>
  payee.split(' ').reduce((stem, word) => (stem.length < SAME_NAME ? stem + payeeKey(word) : stem), '')

const mentions = ({ description, payee }: DatedRow, key: string): boolean => {
  const own = payeeKey(payee)
  return payeeKey(description).includes(key) || (own.length > 5 && key.includes(own))
}

function rhythmOf(dates: readonly string[]): Frequency | null {
  const gaps = dates.slice(1).map((date, index) => ({ from: dates[index] ?? date, to: date }))
  const share = (test: (gap: { from: string; to: string }) => boolean) =>
    gaps.filter(test).length / gaps.length
  const isNextDay = ({ from, to }: { from: string; to: string }) =>
    to > from && nextBusinessDay(addDays(from, 1)) === to
  const isNextWeek = ({ from, to }: { from: string; to: string }) => {
    const days = daysBetween(from, to)
    return Math.abs(days - 7 * Math.round(days / 7)) <= 1 && days >= 6 && days <= 22
  }
  if (share(isNextDay) >= MOST) return 'daily'
  return share(isNextWeek) >= MOST ? 'weekly' : null
}

/** Of debits that staff call a funder's though they come neither each day nor each week. */
const paceOf = (dates: readonly string[]): Frequency =>
  daysBetween(dates[0] ?? '', dates.at(-1) ?? '') / (dates.length - 1) < 4 ? 'daily' : 'weekly'

/** What a collection took within a period, and on which due days it did not. */
export function positionIn(
  { payee, cents, frequency, dates, returns, hasBegun }: Collection,
  { from, to }: { from: string; to: string },
  revenue: number,
): FundingPosition | null {
  const paid = dates.filter((date) => date >= from && date <= to)
  if (paid.length < 2) return null
  const due = frequency === 'daily' ? businessDays(from, to) : weeklyDue(dates, from, to)
  const [first = from, last = to] = [dates[0], dates.at(-1)]
  // A single due day before the first or after the last debit counts as missed. With several, the debits began or ended there.
  const before = due.filter((day) => day < first)
  const after = due.filter((day) => day > last)
  const within = due.filter((day) => day >= first && day <= last)
  const open = [
    ...(before.length === 1 && !hasBegun ? before : []),
    ...within,
    ...(after.length === 1 ? after : []),
  ]
  const isPaid = (day: string) =>
    frequency === 'daily' ? paid.includes(day) : dates.some((date) => Math.abs(daysBetween(day, date)) <= 2)
  const missed =
    open.filter((day) => !isPaid(day)).length + returns.filter((date) => date >= from && date <= to).length
  return {
    descriptorPrefix: payee,
    funder: toTitle(payee.replace(WHAT_FOR, '')),
    cents,
    frequency,
    payments: paid.length,
    missed,
    revenuePercent: sharePercent(cents * paid.length, revenue),
  }
}

export const sharePercent = (cents: number, revenue: number): number | null =>
  revenue > 0 ? Math.round((1000 * cents) / revenue) / 10 : null

/** The usual weekday of each week, or the business day after it. */
function weeklyDue(dates: readonly string[], from: string, to: string): string[] {
  const weekdays = [...groupBy(dates, weekdayOf).entries()].sort((a, b) => b[1].length - a[1].length)
  const weekday = weekdays[0]?.[0] ?? 1
  const due: string[] = []
  let day = addDays(from, -6)
  while (weekdayOf(day) !== weekday) day = addDays(day, 1)
  for (; day <= to; day = addDays(day, 7)) {
    const settled = nextBusinessDay(day)
    if (settled >= from && settled <= to) due.push(settled)
  }
  return due
}

/** 'NORTHGATE CAP DAILY PMT' */
const WHAT_FOR = /\s+((ach|daily|weekly|wkly|dly)\s+)?(pmts?|pymts?|payments?|debits?|deb|receivables?)$/i

const toTitle = (name: string): string =>
  name.toLowerCase().replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
