/** Lower left and upper right corner. */
export type Box = readonly [number, number, number, number]
type Matrix = readonly [number, number, number, number, number, number]

const LETTER_WIDTH = 612
/** Of a letter page, in points: printers reach it, and few pages have text there. */
const MARGIN = 14

/** The part of a page that is shown; corners may be swapped, and the crop box may reach beyond the paper. */
export function shownBox(media: Box, crop: Box | null): Box {
  const paper = upright(media)
  const cut = crop && upright(crop)
  if (!cut) return paper
  const [left, bottom] = [Math.max(paper[0], cut[0]), Math.max(paper[1], cut[1])]
  const [right, top] = [Math.min(paper[2], cut[2]), Math.min(paper[3], cut[3])]
  return right > left && top > bottom ? [left, bottom, right, top] : paper
}

const upright = ([x1, y1, x2, y2]: Box): Box => [
  Math.min(x1, x2),
  Math.min(y1, y2),
  Math.max(x1, x2),
  Math.max(y1, y2),
]

/**
 * Where a line as wide as `width` stands upright at the lower edge of the page as people see it, smaller on small pages.
 * @param rotation clockwise, in degrees
 */
export function placeAtEdge([left, bottom, right, top]: Box, rotation: number, width: number): Matrix {
  const isTurned = rotation % 180 !== 0
  const [across, up] = isTurned ? [top - bottom, right - left] : [right - left, top - bottom]
  const scale = Math.min(across, up) / LETTER_WIDTH
  const margin = MARGIN * scale
  const size = Math.min(scale, (across - 2 * margin) / width)
  switch (rotation) {
    case 90:
      return [0, size, -size, 0, right - margin, bottom + margin]
    case 180:
      return [-size, 0, 0, -size, right - margin, top - margin]
    case 270:
      return [0, -size, size, 0, left + margin, top - margin]
    default:
      return [size, 0, 0, size, left + margin, bottom + margin]
  }
}

const TOKEN = /[^\s()<>[\]{}/%]+|\/[^\s()<>[\]{}/%]*|\(|<[^<>]*>|%[^\r\n]*/g
const IN_STRING = /[()]|\\[^]/g
const PICTURE_END = /\sEI(?=\s|$)/g

/**
 * How many graphics states a page's content leaves open, and how many it closes that it did not open. Some programs write such
 * pages, and later content would stand in another place than it should.
 */
export function unbalancedStates(content: string): { open: number; excess: number } {
  let [open, excess] = [0, 0]
  TOKEN.lastIndex = 0
  for (let token = TOKEN.exec(content); token; token = TOKEN.exec(content)) {
    const [word] = token
    if (word === '(') TOKEN.lastIndex = endOfString(content, TOKEN.lastIndex)
    else if (word === 'ID') TOKEN.lastIndex = endOfPicture(content, TOKEN.lastIndex)
    else if (word === 'q') open += 1
    else if (word === 'Q' && open > 0) open -= 1
    else if (word === 'Q') excess += 1
  }
  return { open, excess }
}

function endOfString(content: string, from: number): number {
  IN_STRING.lastIndex = from
  for (let depth = 1; depth > 0;) {
    const found = IN_STRING.exec(content)
    if (!found) return content.length
    if (found[0] === '(') depth += 1
    if (found[0] === ')') depth -= 1
  }
  return IN_STRING.lastIndex
}

function endOfPicture(content: string, from: number): number {
  PICTURE_END.lastIndex = from
  return PICTURE_END.exec(content) ? PICTURE_END.lastIndex : content.length
}
