import type { Line } from '../text/lines.ts'
import { textOf } from '../text/tokens.ts'

const templateOf = ({ words, y }: Line): string =>
  `${textOf(words).replace(/[\dxX*]+/g, '#')} at ${Math.round(y / 4)}`

/** Lines without amounts that pages repeat in the same place, but for their numbers: headers and footers. */
export function findFurniture(lines: readonly Line[], pages: number): ReadonlySet<Line> {
  const seen = new Map<string, Set<number>>()
  for (const line of lines) {
    const pagesOf = seen.get(templateOf(line)) ?? new Set()
    seen.set(templateOf(line), pagesOf.add(line.page))
  }
  const isRepeated = (line: Line) =>
    !/\d\.\d\d\b/.test(textOf(line.words)) &&
    (seen.get(templateOf(line))?.size ?? 0) >= Math.max(2, pages / 2)
  return new Set(pages > 1 ? lines.filter(isRepeated) : [])
}
