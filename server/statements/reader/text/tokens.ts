import { parseAmount, type PrintedAmount } from './amounts.ts'
import { parseDate, type PrintedDate } from './dates.ts'
import type { Line, Word } from './lines.ts'

type Place = { x0: number; x1: number; first: number; last: number; isInText: boolean }
/**
 * Runs of words, `first` to `last`, that are a date or an amount. `isInText`: words stand close before. `other`: what a
 * second look finds instead. `isSure`: it finds the same, or was not needed.
 */
export type DateToken = Place & PrintedDate & Twice<PrintedDate>
export type AmountToken = Place & PrintedAmount & Twice<PrintedAmount> & { size: number; font: string }

type Twice<T> = { other: T | null; isSure: boolean }

/** A line, or the part of it that stands in one of several columns of a page. */
export type Piece = Line & { dates: DateToken[]; amounts: AmountToken[]; text: string }

/** Gaps in letter sizes: words of a sentence, parts of one figure, columns. */
const IN_SENTENCE = 0.5
const IN_FIGURE = 1.3
const IN_COLUMN = 1

const WEEKDAY = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?$/i
const SIGN_BEFORE = /^(\$|[-\u2010-\u2015\u2212+]\$?|[(<[]\$?)$/
const SIGN_AFTER = /^([-\u2010-\u2015\u2212+)>\]]|CR|DR|DB|OD)$/i

export const gapBefore = (words: readonly Word[], index: number): number => {
  const [left, right] = [words[index - 1], words[index]]
  return left && right ? (right.x0 - left.x1) / right.size : Infinity
}

export function toPiece({ page, n, y, words: all }: Line): Piece {
  const words = all.filter(({ text }) => text !== '$' && text !== '|')
  const dates: DateToken[] = []
  const amounts: AmountToken[] = []
  for (let index = 0; index < words.length;) {
    const date = dateAt(words, index)
    const amount = date ? null : amountAt(words, index)
    if (date) dates.push(date)
    if (amount) amounts.push(amount)
    index = (date ?? amount ?? { last: index }).last + 1
  }
  return { page, n, y, words, dates, amounts, text: textOf(words) }
}

export const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ')

/** Parts of a line that wide gaps separate. */
export function cellsOf(words: readonly Word[]): Word[][] {
  const cells: Word[][] = []
  words.forEach((word, index) => {
    if (gapBefore(words, index) >= IN_COLUMN) cells.push([word])
    else cells.at(-1)?.push(word)
  })
  return cells
}

function dateAt(words: readonly Word[], start: number): DateToken | null {
  const first =
    WEEKDAY.test(words[start]?.text ?? '') && gapBefore(words, start + 1) < IN_COLUMN ? start + 1 : start
  for (const length of [3, 2, 1]) {
    const part = words.slice(first, first + length)
    const isTogether = part.every(
      (_, index) => index === 0 || gapBefore(words, first + index) < IN_COLUMN * 0.7,
    )
    const date = part.length === length && isTogether ? parseTwice(part, parseDate) : null
    if (date) return { ...date, ...place(words, start, first + length - 1) }
  }
  return null
}

function amountAt(words: readonly Word[], start: number): AmountToken | null {
  const word = words[start]
  if (!word) return null
  const hasSign = SIGN_BEFORE.test(word.text)
  const isNear = gapBefore(words, start + 1) < IN_FIGURE || word.text.includes('$')
  const number = hasSign && isNear ? start + 1 : start
  const isSignAfter =
    SIGN_AFTER.test(words[number + 1]?.text ?? '') && gapBefore(words, number + 1) < IN_FIGURE * 2
  for (const last of isSignAfter ? [number + 1, number] : [number]) {
    const amount = parseTwice(words.slice(start, last + 1), parseAmount)
    const digits = words[number]
    if (!amount || !digits) continue
    const where = place(words, start, last)
    const isInText = where.isInText || gapBefore(words, last + 1) < IN_SENTENCE
    return { ...amount, ...where, isInText, size: digits.size, font: digits.font }
  }
  return null
}

/** Reads words as they were found first, or else at the second look. */
function parseTwice<T extends object>(
  words: readonly Word[],
  parse: (text: string) => T | null,
): (T & Twice<T>) | null {
  const first = parse(textOf(words))
  if (words.every(({ second }) => second === undefined))
    return first && { ...first, other: null, isSure: true }
  const isWhole = words.every(({ second }) => second != null)
  const second = isWhole ? parse(words.map((word) => word.second).join(' ')) : null
  const isSure = JSON.stringify(first) === JSON.stringify(second)
  if (first) return { ...first, other: isSure ? null : second, isSure }
  return second && { ...second, other: null, isSure }
}

function place(words: readonly Word[], first: number, last: number): Place {
  const x0 = words[first]?.x0 ?? 0
  return { first, last, x0, x1: words[last]?.x1 ?? x0, isInText: gapBefore(words, first) < IN_SENTENCE }
}
