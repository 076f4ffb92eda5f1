import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import { normalized, streamSafe } from '#domain/stream-safe'

export type Weight = 'regular' | 'bold'

export type Face = 'Liberation' | 'Liberation-Bold' | 'DejaVu' | 'DejaVu-Bold'

const require = createRequire(import.meta.url)

// Shared by all documents: opening a font takes longer than drawing an application.
const dejaVu = {
  regular: opened('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: opened('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
}
/** As wide as Helvetica. Shaping would take most of a document's time, and its letters need none. */
const liberation = {
  regular: opened('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf', layOutPlainly),
  bold: opened('pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf', layOutPlainly),
}

function opened(file: string, adapt?: (font: fontkit.Font) => void): () => fontkit.Font {
  let font: fontkit.Font | undefined
  return () => {
    if (font) return font
    font = open(require.resolve(file))
    adapt?.(font)
    return font
  }
}

function layOutPlainly(font: fontkit.Font): void {
  font.layout = (text) => {
    const glyphs = font.glyphsForString(text)
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }))
    const width = glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0)
    // pdfkit scales the positions alone.
    return { glyphs, positions, advanceWidth: (width * 1000) / font.unitsPerEm }
  }
}

function open(file: string): fontkit.Font {
  const font = fontkit.create(readFileSync(file))
  // A glyph keeps the character it is first used for. First used as a part of another (и of й) it would keep none, and
  // text of later documents could not be searched or copied.
  for (const codePoint of font.characterSet) {
    if (!isPresentationForm(codePoint)) font.glyphForCodePoint(codePoint)
  }
  return font
}

const isPresentationForm = (codePoint: number): boolean =>
  (codePoint >= 0xfb00 && codePoint <= 0xfdff) || (codePoint >= 0xfe70 && codePoint <= 0xfeff)

/** Printed for characters without a glyph, such as Chinese, so that they are not lost unnoticed. */
const NO_GLYPH = '\u25a1'

export function faceFor(document: PDFKit.PDFDocument, text: string, weight: Weight): Face {
  const [family, fonts] = isPlain(text)
    ? (['Liberation', liberation] as const)
    : (['DejaVu', dejaVu] as const)
  const face = weight === 'bold' ? (`${family}-Bold` as const) : family
  document.registerFont(face, fonts[weight]())
  return face
}

/** Liberation sets letter by letter; marks need a font that combines them. */
const isPlain = (text: string): boolean =>
  !/\p{M}/u.test(text) &&
  [...text].every((character) => character === '\n' || hasGlyph(liberation, character))

export function printable(text: string): string {
  const visible = text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\t\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
  // Composition splits some marks in two, so the cap follows it.
  const clean = streamSafe(normalized(visible, 'NFC'))
  return clean.replace(/[^ -~\n]/gu, (character) => (hasGlyph(dejaVu, character) ? character : NO_GLYPH))
}

const hasGlyph = ({ regular, bold }: typeof dejaVu, character: string): boolean => {
  const codePoint = character.codePointAt(0) ?? 0
  return regular().hasGlyphForCodePoint(codePoint) && bold().hasGlyphForCodePoint(codePoint)
}
