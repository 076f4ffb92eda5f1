import { faceFor, printable, type Face, type Weight } from './fonts.ts'

/** The inks; each is told from white in black and white too. */
export const COLOURS = { ink: '#17202e', muted: '#55606f', line: '#aeb6c0', rule: '#17202e' } as const

/** Sizes in points; `leading` is the distance of two baselines. */
export type Style = { size: number; leading: number; weight: Weight; colour: string }

const style = (size: number, leading: number, weight: Weight, colour: string): Style => ({
  size,
  leading,
  weight,
  colour,
})

export const STYLES = {
  title: style(19, 23, 'bold', COLOURS.ink),
  company: style(10.5, 13.5, 'bold', COLOURS.ink),
  heading: style(10.5, 13.5, 'bold', COLOURS.ink),
  group: style(9.5, 12.5, 'bold', COLOURS.ink),
  text: style(9.5, 12.5, 'regular', COLOURS.ink),
  label: style(7.5, 9.75, 'regular', COLOURS.muted),
  small: style(8, 10.5, 'regular', COLOURS.muted),
  footer: style(7.5, 9.75, 'regular', COLOURS.muted),
} as const satisfies Record<string, Style>

/** A text set in lines of a given width, ready to be drawn line by line. */
export type TextBlock = { lines: string[]; face: Face; style: Style; height: number }

/** Breaks a text into lines of at most `width` points: between words, and within a word that is wider than a line. */
export function setText(document: PDFKit.PDFDocument, text: string, style: Style, width: number): TextBlock {
  const clean = printable(text).trim()
  const face = faceFor(document, clean, style.weight)
  document.font(face, style.size)
  const measure = (part: string): number => document.widthOfString(part)
  const lines = clean.split('\n').flatMap((paragraph) => brokenLines(paragraph, width, measure))
  return { lines, face, style, height: lines.length * style.leading }
}

/** Draws one line with its top at `y`. pdfkit never breaks it, moves on to another page or makes it a link. */
export function drawLine(
  document: PDFKit.PDFDocument,
  block: TextBlock,
  line: string,
  x: number,
  y: number,
): void {
  // The line stands in the middle of its leading, whatever the font's own height is.
  const baseline = y + block.style.leading / 2 + block.style.size * 0.36
  document
    .font(block.face, block.style.size)
    .fillColor(block.style.colour)
    .text(line, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
}

/** Draws a whole block with its top left corner at (x, y). */
export function drawBlock(document: PDFKit.PDFDocument, block: TextBlock, x: number, y: number): void {
  block.lines.forEach((line, index) => drawLine(document, block, line, x, y + index * block.style.leading))
}

/** The width in points of a block's widest line. */
export function blockWidth(document: PDFKit.PDFDocument, block: TextBlock): number {
  document.font(block.face, block.style.size)
  return Math.max(0, ...block.lines.map((line) => document.widthOfString(line)))
}

function brokenLines(paragraph: string, width: number, measure: (part: string) => number): string[] {
  const lines: string[] = []
  const space = measure(' ')
  let line = ''
  let used = 0
  for (const word of paragraph.split(/ +/)) {
    const wordWidth = measure(word)
    if (line !== '' && used + space + wordWidth <= width) {
      line += ` ${word}`
      used += space + wordWidth
      continue
    }
    if (line !== '') lines.push(line)
    const parts = wordWidth <= width ? [word] : brokenWord(word, width, measure)
    lines.push(...parts.slice(0, -1))
    line = parts.at(-1) ?? ''
    used = parts.length > 1 ? measure(line) : wordWidth
  }
  return [...lines, line]
}

/** A character with the marks on it, which no line break parts. */
const CLUSTER = /.\p{M}*/gsu

/**
 * Measures each cluster once and each line a few times, so that the time grows with the length of the word: measuring
 * all its prefixes would make it grow with the square.
 */
function brokenWord(word: string, width: number, measure: (part: string) => number): string[] {
  const widths = new Map<string, number>()
  const lines: string[] = []
  let line: string[] = []
  let used = 0
  const endLine = (): void => {
    const fits = fitting(line, width, measure)
    lines.push(line.slice(0, fits).join(''))
    line = line.slice(fits)
    used = line.reduce((sum, cluster) => sum + (widths.get(cluster) ?? 0), 0)
  }
  for (const cluster of word.match(CLUSTER) ?? []) {
    const own = widths.get(cluster) ?? measure(cluster)
    widths.set(cluster, own)
    if (line.length > 0 && used + own > width) endLine()
    line.push(cluster)
    used += own
  }
  while (line.length > 0) endLine()
  return lines
}

/** How many clusters fit on the line: kerning can make it wider than the sum of them. */
function fitting(line: string[], width: number, measure: (part: string) => number): number {
  let count = line.length
  while (count > 1 && measure(line.slice(0, count).join('')) > width) count -= 1
  return count
}
