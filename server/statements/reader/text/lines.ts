/** Points from the page's left and top; `y` is the baseline. `font` tells faces apart. */
export type Word = {
  text: string
  x0: number
  x1: number
  y: number
  size: number
  font: string
  /** what a second look at a recognized word finds, null for nothing; undefined without one */
  second?: string | null
}

/** `n` counts the lines of a page from 1. */
export type Line = { page: number; n: number; y: number; words: Word[] }

/** Of the letter size: baselines this near are one line, gaps this wide part words. */
const SAME_LINE = 0.3
const WORD_GAP = 0.15
const SAME_PLACE = 0.12

/**
 * Joins letters into words, in whatever order the file has them. Gaps decide, as spaces may be missing or lie under other
 * letters. Letters painted twice, for boldness, count once.
 */
export function toWords(letters: readonly Word[]): Word[] {
  return group(letters.filter(({ text }) => text.trim() !== '')).flatMap((line) => {
    const words: Word[] = []
    let last: Word | undefined
    for (const letter of line.toSorted((a, b) => a.x0 - b.x0)) {
      const word = words.at(-1)
      const isSame = last?.text === letter.text && letter.x0 - last.x0 < SAME_PLACE * letter.size
      if (isSame) continue
      const isNear = last && letter.x0 - last.x1 < WORD_GAP * letter.size
      if (word && isNear && Math.abs(word.size - letter.size) < 0.5 * letter.size) {
        word.text += letter.text
        word.x1 = Math.max(word.x1, letter.x1)
      } else words.push({ ...letter })
      last = letter
    }
    return words
  })
}

export function toLines(page: number, words: readonly Word[]): Line[] {
  return group(words).map((line, index) => ({
    page,
    n: index + 1,
    y: line[0]?.y ?? 0,
    words: line.toSorted((a, b) => a.x0 - b.x0),
  }))
}

/** By baseline, from the top. */
function group<T extends { y: number; size: number }>(items: readonly T[]): T[][] {
  const lines: T[][] = []
  let first: T | undefined
  for (const item of items.toSorted((a, b) => a.y - b.y)) {
    const line = lines.at(-1)
    if (line && first && item.y - first.y < SAME_LINE * Math.min(item.size, first.size)) line.push(item)
    else {
      lines.push([item])
      first = item
    }
  }
  return lines
}
