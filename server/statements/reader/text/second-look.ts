import { findMention } from '../month/accounts.ts'
import { parseAmount } from './amounts.ts'
import { parseDate } from './dates.ts'
import type { Line, Word } from './lines.ts'
import { toPiece } from './tokens.ts'

/** Part of a page to recognize again, in points. `isFigures`: nothing but digits and signs stands there. */
export type Strip = { x0: number; x1: number; y0: number; y1: number; isFigures: boolean }

const MARGIN = 4
const FEWEST = 2
const NEAR = 80
const MOST_MENTIONS = 4

/** Columns of dates and amounts, and lines that name the account: what must not have a wrong digit. */
export function stripsToCheck(lines: readonly Line[]): Strip[] {
  const pieces = lines.map(toPiece)
  const columns: (Strip & { count: number })[] = []
  for (const { dates, amounts, words, y } of pieces) {
    for (const token of [...dates, ...amounts].filter(({ isInText }) => !isInText)) {
      const own = words.slice(token.first, token.last + 1)
      const size = own[0]?.size ?? 0
      const box = { x0: token.x0 - MARGIN, x1: token.x1 + MARGIN, y0: y - size, y1: y + 0.8 * size }
      const isFigures = own.every(({ text }) => !/[A-Za-z]/.test(text))
      const column = columns.find((each) => each.x0 < token.x1 && token.x0 < each.x1)
      if (column) Object.assign(column, join(column, { ...box, isFigures }), { count: column.count + 1 })
      else columns.push({ ...box, isFigures, count: 1 })
    }
  }
  const mentions = pieces
    .filter((piece) => piece.amounts.length === 0 && findMention(piece))
    .slice(0, MOST_MENTIONS)
  return [
    ...joinNear(
      columns.filter(({ count }) => count >= FEWEST),
      lines,
    ),
    ...mentions.map(({ words, y }) => lineStrip(words, y)),
  ]
}

/** Columns of figures side by side cost less together, where no text stands between them. */
function joinNear(columns: readonly Strip[], lines: readonly Line[]): Strip[] {
  const words = lines.flatMap((line) => line.words)
  const joined: Strip[] = []
  for (const column of columns.toSorted((a, b) => a.x0 - b.x0)) {
    const last = joined.at(-1)
    const isText = ({ text, x0, x1, y }: Word) =>
      last && /[A-Za-z]{2}/.test(text) && x0 < column.x0 && x1 > last.x1 && y > column.y0 && y < column.y1
    const isNear = last?.isFigures && column.isFigures && column.x0 - last.x1 < NEAR && !words.some(isText)
    if (last && isNear) joined[joined.length - 1] = join(last, column)
    else joined.push(column)
  }
  return joined
}

const join = (a: Strip, b: Strip): Strip => ({
  x0: Math.min(a.x0, b.x0),
  x1: Math.max(a.x1, b.x1),
  y0: Math.min(a.y0, b.y0),
  y1: Math.max(a.y1, b.y1),
  isFigures: a.isFigures && b.isFigures,
})

function lineStrip(words: readonly Word[], y: number): Strip {
  const size = words[0]?.size ?? 0
  const [x0, x1] = [words[0]?.x0 ?? 0, words.at(-1)?.x1 ?? 0]
  return { x0: x0 - MARGIN, x1: x1 + MARGIN, y0: y - 1.3 * size, y1: y + 0.6 * size, isFigures: false }
}

/** Puts what the second look found beside the words of the first; adds figures that the first missed. */
export function addSecondLook(lines: readonly Line[], strip: Strip, found: readonly Word[]): Line[] {
  return lines.map((line) => {
    const near = found.filter(({ y, size }) => Math.abs(y - line.y) < 0.5 * size)
    const isInside = ({ x0, x1 }: Word) =>
      x0 > strip.x0 && x1 < strip.x1 && line.y > strip.y0 && line.y < strip.y1
    const over = (word: Word) => near.filter((other) => other.x0 < word.x1 && word.x0 < other.x1)
    const words = line.words.map((word) => {
      // Among digits alone, recognition makes a number of a word.
      if (!isInside(word) || (strip.isFigures && /[A-Za-z]{3}/.test(word.text))) return word
      return {
        ...word,
        second:
          over(word)
            .map(({ text }) => text)
            .join('') || null,
      }
    })
    const missed = near.filter(
      (word) => !line.words.some((other) => other.x0 < word.x1 && word.x0 < other.x1) && isFigure(word.text),
    )
    return {
      ...line,
      words: [...words, ...missed.map((word) => ({ ...word, second: null }))].sort((a, b) => a.x0 - b.x0),
    }
  })
}

const isFigure = (text: string): boolean => parseAmount(text) !== null || parseDate(text) !== null
