import type { AmountToken, DateToken, Piece } from '../text/tokens.ts'
import { cellsOf } from '../text/tokens.ts'
import { findMention } from './accounts.ts'
import { headerAt, type Header } from './headers.ts'
import { findLabelled, type Balance, type Context, type Place, type Sum, type Title } from './labelled.ts'
import { sectionRole } from './lexicon.ts'
import type { Word } from '../text/lines.ts'

/** A line, and the lines that continue it, with a date and amounts. Rows without a date of their own have the last one's. */
export type Row = Place &
  Context & {
    kind: 'row'
    dates: DateToken[]
    isDated: boolean
    amounts: AmountToken[]
    words: Word[]
    dateWords: Word[]
    size: number
  }

type OpenRow = Row & { lastY: number }

export type Entry = Row | Balance | Sum

/** In letter sizes. */
const NEXT_LINE = 1.9
const SAME_EDGE = 5
const NEAR_ROWS = 5
const TITLE_WORDS = 10
/** A dated line with more words than these beside one amount is no printed balance. */
const ROW_WORDS = 9
/** Pieces from a title to the first row or header under it. */
const TITLE_REACH = 3

type Options = {
  isFurniture: (piece: Piece) => boolean
  first: string | null
  follows: (piece: Piece) => boolean
  /** Lines without a date are rows, too: the date stands on the first of a day. */
  inherit: boolean
}

/** Sorts the pieces of a file into rows, balances and sums, each with the titles above it. */
export function findEntries(
  pieces: readonly Piece[],
  { isFurniture, first, follows, inherit }: Options,
): Entry[] {
  const entries: Entry[] = []
  let header: Header | null = null
  let title: Title | null = null
  let account = first
  let titleIndex = -Infinity
  let row: OpenRow | null = null

  const context = (): Context => ({ header, title, account })

  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index]
    if (!piece) break
    const place = { page: piece.page, n: piece.n, y: piece.y }
    const found = headerAt(pieces, index)
    if (found) {
      const isSame = header?.key === found.header.key || header?.titles === found.header.titles
      if (!isSame && index - titleIndex > TITLE_REACH) title = null
      header = found.header
      entries.push(...findLabelled(piece, pieces.slice(index + 1, index + 8), place, context()))
      index += found.length - 1
      if (row) row.lastY = Infinity
      continue
    }
    const mention = findMention(piece)
    const isContinued: boolean = row !== null && isContinuation(piece, row)
    const dates = piece.dates.filter(({ isInText }) => !isInText)
    const amounts = piece.amounts.filter(({ isInText }) => !isInText)
    const isUndated =
      dates.length === 0 &&
      amounts.length > 0 &&
      row !== null &&
      (row.amounts.length > 0 || row.words.length === 0)
    const isInherited =
      inherit &&
      isUndated &&
      row !== null &&
      isNear(piece, row) &&
      !isFurniture(piece) &&
      hasNoDate(piece, row)
    const labelled = findLabelled(piece, pieces.slice(index + 1, index + 8), place, context())
    const isRow = dates.length > 0 ? amounts.length > 1 || piece.words.length > ROW_WORDS : isInherited
    if (
      labelled.some((entry) =>
        entry.kind === 'balance'
          ? !isRow || !dates.length
          : dates.length === 0 && (entry.isTotal || !isInherited),
      )
    ) {
      for (const entry of labelled)
        entries.push(mention?.isLabelled ? { ...entry, account: mention.ending } : entry)
      continue
    }
    if (isContinued && !isInherited && row && (amounts.length === 0 || row.amounts.length === 0)) {
      row.words.push(...wordsWithout(piece, [], amounts))
      row.amounts.push(...amounts)
      row.lastY = piece.y
      continue
    }
    const isDated: boolean = dates.length > 0 && !isContinued
    if (isDated || isInherited) {
      const own: DateToken[] = isDated ? dates : (row?.dates ?? [])
      const size = piece.words[0]?.size ?? 0
      const dateWords: Word[] = isDated
        ? dates.flatMap(({ first: from, last }) => piece.words.slice(from, last + 1))
        : []
      const words = wordsWithout(piece, isDated ? dates : [], amounts)
      row = {
        kind: 'row',
        ...place,
        ...context(),
        dates: own,
        isDated,
        amounts,
        words,
        dateWords,
        size,
        lastY: piece.y,
      }
      entries.push(row)
      continue
    }
    if (mention && amounts.length === 0 && follows(piece)) account = mention.ending
    const newTitle = isFurniture(piece) ? null : titleOf(piece)
    if (newTitle) {
      title = newTitle
      titleIndex = index
      row = null
    }
  }
  return entries.filter((entry) => entry.kind !== 'row' || entry.amounts.length > 0)
}

/** Something else than a date in the column of dates is a date that was not recognized. */
function hasNoDate({ words }: Piece, { dates, words: own }: OpenRow): boolean {
  const isInColumn = (word: Word) => dates.some(({ x0, x1 }) => word.x0 < x1 && x0 < word.x1)
  return own.length === 0 || own.some(isInColumn) || !words.some(isInColumn)
}

function isContinuation(piece: Piece, row: OpenRow): boolean {
  const [first] = piece.words
  if (!first || piece.page !== row.page || piece.y <= row.lastY) return false
  if (piece.y - row.lastY > NEXT_LINE * row.size || Math.abs(first.size - row.size) > 0.5) return false
  const edges = cellsOf(row.words).flatMap(([word]) => (word ? [word.x0] : []))
  const isInDateColumn = (date: DateToken) => row.dates.some((own) => own.x0 < date.x1 && date.x0 < own.x1)
  if (piece.dates.some((date) => !date.isInText && isInDateColumn(date))) return false
  const dateEdge = row.dates[0]?.x0 ?? -Infinity
  return (
    edges.some((edge) => Math.abs(edge - first.x0) < SAME_EDGE) && Math.abs(first.x0 - dateEdge) > SAME_EDGE
  )
}

const isNear = (piece: Piece, row: OpenRow): boolean =>
  row.lastY === Infinity || piece.page !== row.page || Math.abs(piece.y - row.lastY) < NEAR_ROWS * row.size

function wordsWithout(
  { words }: Piece,
  dates: readonly DateToken[],
  amounts: readonly AmountToken[],
): Word[] {
  const taken = [...dates, ...amounts]
  return words.filter((_, index) => !taken.some(({ first, last }) => index >= first && index <= last))
}

function titleOf({ words, dates, amounts, text, page, n, y }: Piece): Title | null {
  if (dates.length > 0 || amounts.length > 0 || words.length > TITLE_WORDS || /[.,;]$/.test(text)) return null
  const role = sectionRole(text.replace(/\(?\bcontinued\b\)?/i, ''))
  return role && /^[A-Z*=(]/.test(text) ? { text, role, page, n, y } : null
}
