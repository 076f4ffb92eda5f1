import { groupBy } from './group-by.ts'
import { findMention } from './month/accounts.ts'
import { postingDate } from './month/dates-of-rows.ts'
import { findEntries, type Entry, type Row } from './month/entries.ts'
import { findFurniture } from './month/furniture.ts'
import { saysNothingHappened } from './month/lexicon.ts'
import { findPeriods } from './month/period.ts'
import { worth, type Proposal } from './month/propose.ts'
import { proposeTwice } from './month/repair.ts'
import { toDayIn, type Period } from './text/dates.ts'
import type { Line } from './text/lines.ts'
import { toPieces } from './text/strips.ts'
import type { Piece } from './text/tokens.ts'

export type AccountText = {
  ending: string | null
  period: Period | null
  entries: Entry[]
  proposal: Proposal
  isQuiet: boolean
}

const SOMEWHEN: Period = { from: '2000-01-01', to: '2000-12-31' }

/** Reads the accounts of a file from its lines, each in the way that adds up, if any does. */
export function readText(lines: readonly Line[], pages: number): AccountText[] {
  const furniture = findFurniture(lines, pages)
  const repeated = new Set([...furniture].map(({ page, n }) => `${page} ${n}`))
  const isFurniture = ({ page, n }: Piece) => repeated.has(`${page} ${n}`)
  const pieces = [...groupBy(lines, ({ page }) => page).values()].flatMap(toPieces)
  const mentions = pieces.flatMap((piece) => {
    const mention = piece.amounts.length === 0 ? findMention(piece) : null
    return mention ? [{ ...mention, isRepeated: isFurniture(piece) }] : []
  })
  const onEachPage = new Set(mentions.filter(({ isRepeated }) => isRepeated).map(({ ending }) => ending))
  const first = (mentions.find(({ isLabelled }) => isLabelled) ?? mentions[0])?.ending ?? null
  const follows = (piece: Piece) => !isFurniture(piece) || onEachPage.size > 1

  const readings = [false, true].map((inherit) => {
    const entries = findEntries(pieces, { isFurniture, first, follows, inherit })
    const split = [...groupBy(entries, ({ account }) => account).entries()].filter(([, own]) =>
      isAccount(own),
    )
    const parts: [string | null, Entry[]][] = split.length > 0 ? split : [[first, entries]]
    return parts.map(([ending, own]) => readAccount(ending, own, pieces))
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

function readAccount(ending: string | null, entries: Entry[], pieces: readonly Piece[]): AccountText {
  const rows = entries.filter((entry) => entry.kind === 'row')
  const dates = rows.flatMap((row) => postingDate(row) ?? [])
  const isRow = ({ dates: [date], amounts }: Piece) => date?.isInText === false && amounts.length > 0
  const [period = null] = findPeriods(
    pieces.filter((piece) => !isRow(piece)),
    dates,
  )
  // By their dates, as a row may stand for another with a mended amount.
  const days = new Map(
    rows.map((row) => {
      const date = postingDate(row)
      return [row.dates, date ? toDayIn(date, period ?? SOMEWHEN) : '']
    }),
  )
  const dayOf = (row: Row) => days.get(row.dates) ?? ''
  const isQuiet = pieces.some(({ text }) => saysNothingHappened(text))
  return { ending, period, entries, proposal: proposeTwice(entries, dayOf), isQuiet }
}
