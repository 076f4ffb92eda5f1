import { toLines, type Line, type Word } from './lines.ts'

/** A word as recognition finds it, in pixels, with the baseline of its line. */
export type RecognizedWord = {
  text: string
  confidence: number
  box: { x0: number; y0: number; x1: number; y1: number }
  baseline: { x0: number; y0: number; x1: number; y1: number }
}

/** Part of the letter size that a digit is high. */
const DIGIT_HEIGHT = 0.72
const LONG_LINE = 0.3

/** Lines of a recognized page, upright and in points. @param scale points of a pixel */
export function toRecognizedLines(
  page: number,
  words: readonly RecognizedWord[],
  { width, scale }: { width: number; scale: number },
): Line[] {
  const slope = slopeOf(words, width)
  const real = words.filter(({ text }) => /[\p{L}\p{N}$]/u.test(text) || /^[-–—]$/.test(text))
  const heights = real.filter(({ text }) => /^[\d.,]{4,}$/.test(text)).map(({ box }) => box.y1 - box.y0)
  const size =
    (median(heights.length > 0 ? heights : real.map(({ box }) => box.y1 - box.y0)) * scale) / DIGIT_HEIGHT
  const placed = toLines(
    page,
    real.flatMap(splitFigures).map(({ text, box, baseline }) => {
      const middle = (box.x0 + box.x1) / 2
      const own = (baseline.y1 - baseline.y0) / Math.max(1, baseline.x1 - baseline.x0)
      const y = baseline.y0 + (middle - baseline.x0) * own - middle * slope
      return { text: mendFigure(text), x0: box.x0 * scale, x1: box.x1 * scale, y: y * scale, size, font: '' }
    }),
  )
  return placed.map((line) => ({ ...line, words: joinMonths(line.words) }))
}

const JOINED = /^([-(]?\$?(?:\d{1,3}(?:,\d{3})+|\d{2,3})\.\d\d)(\d{3,6})$/

/** '2,562.351174' is an amount and the number of the next check. */
function splitFigures(word: RecognizedWord): RecognizedWord[] {
  const [, amount, next] = JOINED.exec(word.text) ?? []
  if (!amount || !next) return [word]
  const { x0, x1 } = word.box
  const cut = x0 + ((x1 - x0) * amount.length) / word.text.length
  return [
    { ...word, text: amount, box: { ...word.box, x1: cut } },
    { ...word, text: next, box: { ...word.box, x0: cut } },
  ]
}

const MONTH = /^(january|february|march|april|may|june|july|august|september|october|november|december)$/i

/** Recognition parts the 'J' from 'une'. */
function joinMonths(words: readonly Word[]): Word[] {
  return words.flatMap((word, index) => {
    const [before, next] = [words[index - 1], words[index + 1]]
    if (next && MONTH.test(word.text + next.text))
      return [{ ...word, text: word.text + next.text, x1: next.x1 }]
    return before && MONTH.test(before.text + word.text) ? [] : [word]
  })
}

/** The turn of the page, from its long lines. */
function slopeOf(words: readonly RecognizedWord[], width: number): number {
  const lines = new Map(words.map(({ baseline }) => [`${baseline.x0} ${baseline.y0}`, baseline]))
  const long = [...lines.values()].filter(({ x0, x1 }) => x1 - x0 > LONG_LINE * width)
  return median(long.map(({ x0, y0, x1, y1 }) => (y1 - y0) / (x1 - x0)))
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

const LETTERS = new Map([...'OoQlI|'].map((letter) => [letter, 'OoQ'.includes(letter) ? '0' : '1']))

const digitsIn = (text: string): string =>
  text.replace(/[OoQlI|]/g, (letter) => LETTERS.get(letter) ?? letter)

/** '1.234,56' and '1,234.5O' are amounts with a point for a comma and a letter for a digit; 'Mar2l' is a date. */
function mendFigure(text: string): string {
  const [, month, day] =
    /^((?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}?)([\dlIOo]{2})$/i.exec(text) ?? []
  if (month && day && /\d/.test(day)) return month + digitsIn(day)
  // A slash is lost more often than it is read for nothing.
  const date = /^(\d\d)\/?(\d\d)\/?(\d\d)$/.exec(text)
  if (date && text.includes('/')) return date.slice(1).join('/')
  // The point before the cents is lost, or read as a colon.
  const [, dollars, cents, close] = /^([-+(]?\$?\d{1,3}(?:,\d{3})+)[:;]?(\d\d)([-)]?)$/.exec(text) ?? []
  if (dollars && cents) return `${dollars}.${cents}${close ?? ''}`
  const [, before = '', digits, after = ''] =
    /^([-–(<[{]?[$S]?-?)([\dOoQlI|][\dOoQlI|.,]*[.,][\dOoQlI|]{2})([-)>\]}]?)$/.exec(text) ?? []
  if (digits === undefined) return text
  const plain = digitsIn(digits)
  const whole = plain.slice(0, -3).replace(/[.,]/g, ',')
  return `${before.replace('S', '$').replace('{', '(')}${whole}.${plain.slice(-2)}${after.replace('}', ')')}`
}

const SHORT_DATE = /^(1[0-2]|[1-9])\/(3[01]|[12]\d|[1-9])$/
const NO_SLASH = /^\d{2,4}$/
const SAME_COLUMN = 3
const FEWEST_DATES = 4

/** '33' in a column of dates like '3/3' has lost its slash, if the month is one of the others. */
export function mendSlashes(lines: readonly Line[]): Line[] {
  const dated = lines.flatMap(({ words }) => words.filter(({ text }) => SHORT_DATE.test(text)))
  const months = new Set(dated.map(({ text }) => text.split('/')[0] ?? ''))
  const isInColumn = ({ x0 }: Word) =>
    dated.filter((other) => Math.abs(other.x0 - x0) < SAME_COLUMN).length >= FEWEST_DATES
  const mend = (text: string) => {
    const found = [...months].map((month) => `${month}/${text.slice(month.length)}`)
    return found.find((date) => date.replace('/', '') === text && SHORT_DATE.test(date)) ?? text
  }
  return lines.map((line) => ({
    ...line,
    words: line.words.map((word) =>
      [word.text, word.second ?? ''].some((text) => NO_SLASH.test(text)) && isInColumn(word)
        ? { ...word, text: mend(word.text), ...(word.second && { second: mend(word.second) }) }
        : word,
    ),
  }))
}
