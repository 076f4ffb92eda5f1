import { flagMessages } from '#domain/messages/statement-reading'
import type { StatementFlag } from '#domain/statement-reading'
import type { Sum } from '../month/labelled.ts'
import { isPageTotal } from '../month/lexicon.ts'
import type { Proposal } from '../month/propose.ts'
import type { Parted } from '../month/signs.ts'

const centsOf = ({ amount, sign }: Parted): number => (amount?.cents ?? 0) * sign
const add = (cents: readonly number[]): number => cents.reduce((total, each) => total + each, 0)
const plain = (title: string | undefined): string =>
  (title ?? '').replace(/\W*\(?\bcontinued\b\)?/i, '').toLowerCase()

/** Printed totals of a section, a page or the account that its rows do not give. */
export function compareSums({ rows, sums }: Proposal): StatementFlag[] {
  const all = rows.map(centsOf)
  const [credits, debits] = [add(all.filter((cents) => cents > 0)), -add(all.filter((cents) => cents < 0))]
  const differing = sums.flatMap((sum): StatementFlag[] => {
    const printed = sum.amounts.at(-1)
    const [first] = rows
    const isAfter =
      first !== undefined &&
      (sum.page > first.row.page || (sum.page === first.row.page && sum.n > first.row.n))
    const given =
      printed && sum.isTotal
        ? isAfter
          ? sumOf(sum, rows, credits, debits)
          : ahead(sum, credits, debits)
        : null
    if (!printed || given === null || given.includes(printed.cents)) return []
    const [nearest = 0] = given
    return [
      { kind: 'sum_differs', page: sum.page, text: flagMessages.sum(sum, sum.text, printed.cents - nearest) },
    ]
  })
  return [...differing, ...sums.flatMap((sum) => compareCount(sum, rows))]
}

/** Only where the sum agrees: then the rows that it counts are known. */
function compareCount(sum: Sum, rows: readonly Parted[]): StatementFlag[] {
  const { role, count, amounts, title } = sum
  const printed = amounts.at(-1)?.cents ?? 0
  if (role === null || count === null || printed === 0) return []
  const sign = role === 'credit' ? 1 : -1
  const side = rows.filter((row) => centsOf(row) * sign > 0)
  const section = rows.filter(({ row }) => title !== null && plain(row.title?.text) === plain(title.text))
  const meant = [side, section].filter((own) => Math.abs(add(own.map(centsOf))) === printed)
  const [first] = meant
  if (!first || meant.some(({ length }) => length === count)) return []
  return [
    { kind: 'sum_differs', page: sum.page, text: flagMessages.count(sum, sum.text, count, first.length) },
  ]
}

/** What lies on accounts is no sum of deposits. */
const ON_DEPOSIT = /\bon deposit\b/i

/** Of a summary above the rows, which says whether it means credits or debits. */
function ahead({ role, text }: Sum, credits: number, debits: number): number[] | null {
  if (role === null || ON_DEPOSIT.test(text)) return null
  return [role === 'credit' ? credits : debits]
}

/** The sums that a total may mean, the likeliest first; null where nothing tells. */
function sumOf(sum: Sum, rows: readonly Parted[], credits: number, debits: number): number[] | null {
  if (isPageTotal(sum.text)) {
    const own = rows.filter(({ row }) => row.page === sum.page).map(centsOf)
    const sides = [-add(own.filter((cents) => cents < 0)), add(own.filter((cents) => cents > 0))]
    return sum.amounts.length === 2 ? sides.slice(-1) : sides
  }
  const title = plain(sum.title?.text)
  const section = rows.filter(({ row }) => title !== '' && plain(row.title?.text) === title).map(centsOf)
  const account = sum.role === 'credit' ? [credits] : sum.role === 'debit' ? [debits] : [credits, debits]
  if (section.length > 0) return [Math.abs(add(section)), ...account]
  return sum.role === null ? null : account
}
