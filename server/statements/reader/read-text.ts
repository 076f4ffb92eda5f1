import { groupBy } from './group-by.ts'
import { findMention } from './month/accounts.ts'
import { postingDate } from './month/dates-of-rows.ts'
import { findEntries, type Entry, type Row } from './month/entries.ts'
import { findFurniture } from './month/furniture.ts'
import { saysNothingHappened } from './month/lexicon.ts'
import { findPeriods } from './month/period.ts'
import { propose, worth, type Proposal } from './month/propose.ts'
import { settleDates } from './month/settle-dates.ts'
import { proposeScan } from './month/repair.ts'
import { addDays, daysBetween, toDayIn, type Period } from './text/dates.ts'
import type { Line } from './text/lines.ts'
import { toPieces } from './text/strips.ts'
import type { Piece } from './text/tokens.ts'

export type AccountText = {
  ending: string | null
  period: Period | null
  entries: Entry[]
  proposal: Proposal
  isQuiet: boolean
  /** false where recognition leaves the account or the period in doubt */
  isSure: boolean
}

const SOMEWHEN: Period = { from: '2000-01-01', to: '2000-12-31' }

/** Reads the accounts of a file from its lines, each in the way that adds up, if any does. */
export function readText(lines: readonly Line[], pages: number, isScan: boolean): AccountText[] {
  const furniture = findFurniture(lines, pages)
  const repeated = new Set([...furniture].map(({ page, n }) => `${page} ${n}`))
  const isFurniture = ({ page, n }: Piece) => repeated.has(`${page} ${n}`)
  const pieces = [...groupBy(lines, ({ page }) => page).values()].flatMap(toPieces)
  const mentions = pieces.flatMap((piece) => {
    const mention = piece.amounts.length === 0 ? findMention(piece) : null
    return mention ? [{ ...mention, isRepeated: isFurniture(piece) }] : []
  })
  const onEachPage = new Set(mentions.filter(({ isRepeated }) => isRepeated).map(({ ending }) => ending))
  const named = mentions.filter(({ isLabelled }) => isLabelled)
  const counted = [...groupBy(named, ({ ending }) => ending).values()].sort((a, b) => b.length - a.length)
  const first = ((isScan ? counted[0]?.[0] : named[0]) ?? mentions[0])?.ending ?? null
  const follows = (piece: Piece) => !isFurniture(piece) || onEachPage.size > 1

  const readings = [false, true].map((inherit) => {
    const entries = findEntries(pieces, { isFurniture, first, follows, inherit })
    const split = [...groupBy(entries, ({ account }) => account).entries()].filter(([, own]) =>
      isAccount(own),
    )
    const parts: [string | null, Entry[]][] = split.length > 0 ? split : [[first, entries]]
    return parts.map(([ending, own]) => {
      const same = mentions.filter((mention) => mention.ending === ending)
      const isSure = same.length > 1 || same.some((mention) => mention.isSure)
      return readAccount({ ending, entries: own, pieces, isScan, isSure })
    })
  })
  const proven = (accounts: readonly AccountText[]) =>
    accounts.every(({ proposal }) => proposal.proof.isProven)
  const worthOf = (accounts: readonly AccountText[]) =>
    accounts.reduce((sum, { proposal: { proof, rows } }) => sum + worth(proof) + rows.length / 1000, 0)
  return (
    readings.find(proven) ?? readings.reduce((best, each) => (worthOf(each) > worthOf(best) ? each : best))
  )
}

/** A heading that only mentions another account has neither rows nor balances below. */
const isAccount = (entries: readonly Entry[]): boolean =>
  entries.some(({ kind }) => kind === 'row') ||
  new Set(entries.map((each) => (each.kind === 'balance' ? each.label : null))).size > 1

type Account = {
  ending: string | null
  entries: Entry[]
  pieces: readonly Piece[]
  isScan: boolean
  isSure: boolean
}

function readAccount({ ending, entries: found, pieces, isScan, isSure }: Account): AccountText {
  const isRow = ({ dates: [date], amounts }: Piece) => date?.isInText === false && amounts.length > 0
  const texts = pieces.filter((piece) => !isRow(piece))
  const printed = rowsOf(found).flatMap((row) => postingDate(row) ?? [])
  const [period = null] = findPeriods(texts, isScan ? printed.filter((date) => date.isSure) : printed)
  const entries = isScan && period ? settleDates(found, period) : found
  // By their dates, as a row may stand for another with a mended amount.
  const days = new Map(
    rowsOf(entries).map((row) => {
      const date = postingDate(row)
      return [row.dates, date ? toDayIn(date, period ?? SOMEWHEN) : '']
    }),
  )
  const dayOf = (row: Row) => days.get(row.dates) ?? ''
  return {
    ending,
    period,
    entries,
    proposal: isScan ? proposeScan(entries, dayOf) : propose(entries, dayOf),
    isQuiet: pieces.some(({ text }) => saysNothingHappened(text)),
    isSure: isSure && (!isScan || (period !== null && isWholeMonth(period))),
  }
}

const rowsOf = (entries: readonly Entry[]): Row[] => entries.filter((entry) => entry.kind === 'row')

/** From a day of one month to the day before it in the next: a digit taken for another makes other periods. */
const isWholeMonth = ({ from, to }: Period): boolean => {
  const next = addDays(to, 1)
  return next.slice(8) === from.slice(8) && daysBetween(from, next) < 32
}
