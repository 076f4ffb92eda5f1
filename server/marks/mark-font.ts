import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { measureText, type FontInput, type PDF } from '@libpdf/core'

export const FONT_FILE = createRequire(import.meta.url).resolve(
  'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
)

/** Printed for characters that the font lacks, such as Chinese. */
const NO_GLYPH = '\u25a1'

/** Helvetica, which every reader has, for plain letters; else a font with more of them. */
export function markFont(
  pdf: PDF,
  line: string,
  size: number,
): { font: FontInput; width: number; text: string } {
  if (/^[ -~]*$/.test(line))
    return { font: 'Helvetica', width: measureText(line, 'Helvetica', size), text: line }
  const font = pdf.embedFont(readFileSync(FONT_FILE))
  const text = [...line].map((character) => (font.canEncode(character) ? character : NO_GLYPH)).join('')
  return { font, width: font.widthOfTextAtSize(text, size), text }
}
