import { cellsOf, textOf, type Piece } from '../text/tokens.ts'
import { columnRole, sectionRole, type ColumnRole } from './lexicon.ts'

export type Label = { text: string; role: ColumnRole | null; x0: number; x1: number }

/**
 * The column titles of a table. Tables on several pages with equal ones share a key, the parts of one that stand side by
 * side only the titles.
 */
export type Header = { key: string; titles: string; labels: Label[] }

const MAX_WORDS = 4
const STACKED = 1.5

/** The labels of a line that has nothing but column titles, or null. */
function labelsOf({ words, dates, amounts }: Piece): Label[] | null {
  if (dates.length + amounts.length > 0) return null
  const cells = cellsOf(words).map((cell): Label => {
    const text = textOf(cell)
    return { text, role: columnRole(text), x0: cell[0]?.x0 ?? 0, x1: cell.at(-1)?.x1 ?? 0 }
  })
  const isTitles = cells.every(({ text, role }) => role !== null && text.split(' ').length <= MAX_WORDS)
  return cells.length > 0 && isTitles ? cells : null
}

const overlaps = (a: Label, b: Label): boolean => a.x0 < b.x1 + 2 && b.x0 < a.x1 + 2

/** Reads the header that begins at a piece. @returns it, and the pieces it takes */
export function headerAt(pieces: readonly Piece[], start: number): { header: Header; length: number } | null {
  const first = pieces[start]
  let labels = first ? labelsOf(first) : null
  if (!first || !labels) return null
  let [length, last] = [1, first]
  for (let next = pieces[start + 1]; next; next = pieces[start + length]) {
    const more = labelsOf(next)
    const size = last.words[0]?.size ?? 0
    const isBelow = next.page === last.page && next.y > last.y && next.y - last.y < STACKED * size
    const isTitle = length === 1 && labels.length === 1 && sectionRole(first.text) !== null
    if (isTitle && more && (more[0]?.x0 ?? 0) > (labels[0]?.x0 ?? 0) - 3) return null
    if (!more || !isBelow || !labels.some((label) => more.some((other) => overlaps(label, other)))) break
    labels = stack(labels, more)
    length += 1
    last = next
  }
  const roles = new Set(labels.map(({ role }) => role))
  if (labels.length < 2 || roles.size < 2) return null
  const key = labels
    .map(({ text, x0 }) => `${text.replace(/\W*\(?continued\)?/i, '')}@${Math.round(x0 / 6)}`)
    .join('|')
  const titles = [...new Set(labels.map(({ text }) => text))].join('|')
  return { header: { key, titles, labels }, length }
}

function stack(above: readonly Label[], below: readonly Label[]): Label[] {
  const joined = below.map((label) => {
    const over = above.find((other) => overlaps(label, other))
    if (!over) return label
    const text = `${over.text} ${label.text}`
    return { text, role: columnRole(text), x0: Math.min(over.x0, label.x0), x1: Math.max(over.x1, label.x1) }
  })
  const apart = above.filter((label) => !below.some((other) => overlaps(label, other)))
  return [...joined, ...apart].sort((a, b) => a.x0 - b.x0)
}
