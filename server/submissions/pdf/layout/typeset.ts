import { faceFor, printable, type Face, type Weight } from './fonts.ts'

export const COLOURS = { ink: '#17202e', muted: '#55606f', line: '#aeb6c0', rule: '#17202e' } as const

/** In points; `leading` is the distance of two baselines. */
export type Style = { size: number; leading: number; weight: Weight; colour: string }

const style = (size: number, leading: number, weight: Weight, colour: string): Style => ({
  size,
  leading,
  weight,
  colour,
})

export const STYLES = {
  title: style(19, 23, 'bold', COLOURS.ink),
  merchant: style(13, 16, 'bold', COLOURS.ink),
  terms: style(8.5, 10.75, 'regular', COLOURS.ink),
  tiny: style(7, 8.5, 'regular', COLOURS.muted),
  company: style(10.5, 13.5, 'bold', COLOURS.ink),
  heading: style(10.5, 13.5, 'bold', COLOURS.ink),
  group: style(9.5, 12, 'bold', COLOURS.ink),
  text: style(9.5, 12, 'regular', COLOURS.ink),
  label: style(7.5, 9, 'regular', COLOURS.muted),
  small: style(8, 10, 'regular', COLOURS.muted),
  footer: style(7.5, 9.75, 'regular', COLOURS.muted),
} as const satisfies Record<string, Style>

export type TextBlock = { lines: string[]; face: Face; style: Style; height: number }

export function setText(document: PDFKit.PDFDocument, text: string, style: Style, width: number): TextBlock {
  const clean = printable(text).trim()
  const face = faceFor(document, clean, style.weight)
  document.font(face, style.size)
  const measure = (part: string): number => document.widthOfString(part)
  const lines = clean.split('\n').flatMap((paragraph) => brokenLines(paragraph, width, measure))
  return { lines, face, style, height: lines.length * style.leading }
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

const CLUSTER = /.\p{M}*/gsu

/** Linear in the word's length: measuring every prefix would be quadratic. */
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

/** Kerning can make a line wider than the sum of its clusters. */
function fitting(line: string[], width: number, measure: (part: string) => number): number {
  let count = line.length
  while (count > 1 && measure(line.slice(0, count).join('')) > width) count -= 1
  return count
}
