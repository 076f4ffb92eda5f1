import { notReadMessages as because } from '#domain/messages/statement-reading'
import type { StatementFlag } from '#domain/statement-reading'
import { compareFonts } from './flags/fonts.ts'
import { compareSums } from './flags/sums.ts'
import { findPayee } from './judge/payee.ts'
import { dailyBalances } from './judge/metrics.ts'
import { postingDate } from './month/dates-of-rows.ts'
import type { Row } from './month/entries.ts'
import type { Proposal } from './month/propose.ts'
import type { Parted } from './month/signs.ts'
import type { AccountText } from './read-text.ts'
import type { ReadAccount, ReadRow } from './reading.ts'
import { toDayIn, type Period } from './text/dates.ts'
import { textOf } from './text/tokens.ts'

/** Breaks beyond these are no change to a statement but a layout that was not understood. */
const MAX_BREAKS = 4
const MIN_AGREEING = 4

type Finding = { failure: string | null; flags: StatementFlag[] }

/** Turns an account's text into rows if all that it prints agrees, else into the reason why not. */
export function readAccount(
  { ending, period, proposal, isQuiet, isSure }: AccountText,
  { isScan, isWhole, pages }: { isScan: boolean; isWhole: boolean; pages: number },
): { account: ReadAccount; flags: StatementFlag[] } {
  const unread = { accountEnding: ending, from: period?.from ?? null, to: period?.to ?? null }
  const rows = period ? proposal.rows.flatMap((parted) => toRow(parted, period) ?? []) : []
  const checks = [
    () => checkProof(proposal, isQuiet),
    () => ({
      failure: period === null ? because.noPeriod : ending === null ? because.noAccount : null,
      flags: [],
    }),
    () => ({ failure: isScan && !(isSure && isCertain(proposal)) ? because.uncertain : null, flags: [] }),
    () => ({ failure: !isWhole && isOpenEnded(proposal, pages) ? because.openEnded : null, flags: [] }),
    () => checkDates(proposal, period),
    () => checkDaily(proposal, rows, period),
  ]
  const findings: Finding[] = []
  for (const check of checks) if (!findings.some(({ failure }) => failure !== null)) findings.push(check())
  const failure = findings.find((finding) => finding.failure !== null)?.failure ?? null
  const arithmetic = [...findings.flatMap(({ flags }) => flags), ...compareSums(proposal)]
  // A misread digit breaks a balance, too, and pictures have no fonts.
  const flags = isScan ? [] : [...arithmetic, ...compareFonts(proposal.rows)]
  if (failure !== null || proposal.proof.opening === null || proposal.proof.closing === null)
    return { account: { state: 'not_read', ...unread, failure: failure ?? because.noBalance }, flags }
  const { opening, closing, proof } = proposal
  const isPrinted = opening !== null || closing !== null
  const account: ReadAccount = {
    state: 'read',
    ...unread,
    openingCents: isPrinted ? proof.opening : null,
    closingCents: isPrinted ? proof.closing : null,
    startCents: proof.opening ?? 0,
    endCents: proof.closing ?? 0,
    rows,
  }
  return { account, flags }
}

/** A recognized row may be missing, or without a date, where no printed balances stand around all rows. */
const isCertain = ({ rows, opening, closing }: Proposal): boolean =>
  opening !== null &&
  closing !== null &&
  rows.every(({ row, amount }) => amount === null || row.dates.length > 0)

/** A sheet's height, for files of one page, and how near rows come to its foot. */
const HEIGHT = { portrait: 792, landscape: 612 }
const FOOT = 0.82
const NEAR_FOOT = 40

/** Whether further rows may have stood on a page that is missing: nothing printed but balances of rows proves the list. */
function isOpenEnded({ rows, opening, closing }: Proposal, pages: number): boolean {
  if (opening !== null && closing !== null) return false
  const places = rows.map(({ row }) => row)
  const last = places.filter(({ page }) => page === pages)
  const before = places.filter(({ page }) => page < pages)
  const isWide = places.some(({ amounts }) => amounts.some(({ x1 }) => x1 > HEIGHT.landscape))
  const foot =
    before.length > 0
      ? Math.max(...before.map(({ y }) => y)) - NEAR_FOOT
      : FOOT * (isWide ? HEIGHT.landscape : HEIGHT.portrait)
  return last.some(({ y }) => y > foot)
}

function toRow({ row, amount, sign }: Parted, period: Period): ReadRow | null {
  const date = postingDate(row)
  if (!date || !amount) return null
  const words = textOf(row.words)
  const isNumberOnly = /^\d+\W*$/.test(words)
  const description =
    isNumberOnly && /check/i.test(`${row.title?.text} ${row.header?.key}`)
      ? `CHECK ${words.replace(/\D/g, '')}`
      : words
  const place = { page: row.page, line: row.n, top: row.y - row.size, bottom: row.y + row.size * 0.3 }
  return {
    ...place,
    date: toDayIn(date, period),
    cents: sign * amount.cents,
    description,
    payee: findPayee(description),
  }
}

function checkProof({ proof, rows, opening, closing }: Proposal, isQuiet: boolean): Finding {
  const { isProven, breaks, agreeing, difference } = proof
  if (isProven) {
    const isEmpty = rows.length === 0 && !isQuiet && opening?.amount.cents === closing?.amount.cents
    return { failure: isEmpty ? because.noRows : null, flags: [] }
  }
  const isUnderstood = rows.length > 1 && breaks.length <= MAX_BREAKS
  const [first] = breaks
  if (first?.step) {
    const broken = breaks.flatMap(({ step, difference: cents }) =>
      step
        ? [{ kind: 'balance_break' as const, page: step.page, text: because.balanceBreak(step, cents) }]
        : [],
    )
    return {
      failure: because.balanceBreak(first.step, first.difference),
      flags: isUnderstood && agreeing >= MIN_AGREEING ? broken : [],
    }
  }
  if (difference === null || closing === null)
    return { failure: rows.length > 0 ? because.noBalance : because.noRows, flags: [] }
  const text = because.closing(closing, difference)
  return { failure: text, flags: isUnderstood ? [{ kind: 'sum_differs', page: closing.page, text }] : [] }
}

function checkDates({ rows }: Proposal, period: Period | null): Finding {
  const outside = rows.flatMap(({ row }) => {
    const date = postingDate(row)
    const day = date && period ? toDayIn(date, period) : null
    return day && period && (day < period.from || day > period.to) ? [{ row, day }] : []
  })
  const flags = outside.map(({ row, day }) => ({
    kind: 'date_outside' as const,
    page: row.page,
    text: because.dateOutside(row, day),
  }))
  return { failure: flags[0]?.text ?? null, flags: flags.slice(0, MAX_BREAKS) }
}

/** The list of daily balances that some statements print. One that mostly disagrees means other balances. */
function checkDaily({ daily, proof }: Proposal, rows: readonly ReadRow[], period: Period | null): Finding {
  if (!period || proof.opening === null) return { failure: null, flags: [] }
  const given = dailyBalances(period.from, period.to, proof.opening, rows)
  const days = daily.map(({ row, cents }) => ({ row, cents, day: dayOf(row, period) }))
  const wrong = days.flatMap(({ row, cents, day }) => {
    const balance = given.get(day)
    return balance === undefined || balance === cents
      ? []
      : [
          {
            kind: 'balance_break' as const,
            page: row.page,
            text: because.dailyBalance(row, day, cents - balance),
          },
        ]
  })
  const isSame = wrong.length === 0 || wrong.length > days.length / 2
  return isSame
    ? { failure: null, flags: [] }
    : { failure: wrong[0]?.text ?? null, flags: wrong.slice(0, MAX_BREAKS) }
}

const dayOf = (row: Row, period: Period): string => {
  const date = postingDate(row)
  return date ? toDayIn(date, period) : ''
}
