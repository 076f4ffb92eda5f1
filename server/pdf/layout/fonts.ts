import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import { normalized, streamSafe } from '#domain/stream-safe'

export type Weight = 'regular' | 'bold'

/** A font by the name under which `registerFonts` made it known to a document. */
export type Face = 'Helvetica' | 'Helvetica-Bold' | 'DejaVu' | 'DejaVu-Bold'

const require = createRequire(import.meta.url)

// Opening a font takes longer than drawing a whole application, and an opened one can be shared by all documents.
const dejaVu = {
  regular: opened('DejaVuSansCondensed.ttf'),
  bold: opened('DejaVuSansCondensed-Bold.ttf'),
}

function opened(file: string): () => fontkit.Font {
  let font: fontkit.Font | undefined
  return () => (font ??= open(require.resolve(`dejavu-fonts-ttf/ttf/${file}`)))
}

function open(file: string): fontkit.Font {
  const font = fontkit.create(readFileSync(file))
  // A glyph remembers the character it was first asked for. Asked for first as a part of another (и of й), it would
  // remember none, and later documents could be read but neither searched nor copied.
  for (const codePoint of font.characterSet) {
    if (!isPresentationForm(codePoint)) font.glyphForCodePoint(codePoint)
  }
  return font
}

// Ligatures and positional forms are shown for the letters they stand for.
const isPresentationForm = (codePoint: number): boolean =>
  (codePoint >= 0xfb00 && codePoint <= 0xfdff) || (codePoint >= 0xfe70 && codePoint <= 0xfeff)

// What the standard PDF fonts can write: Windows code page 1252.
const STANDARD =
  /^[ -~\u00a0-\u00ac\u00ae-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122\n]*$/

/** Stands for a character that no font of ours can draw (Chinese, emoji): a gap in the paper must be seen. */
const NO_GLYPH = '\u25a1'

/**
 * The font a text needs. The standard one costs nothing and is not embedded; DejaVu is taken only where the text
 * goes beyond Western Europe. `text` must come from `printable`.
 */
export function faceFor(document: PDFKit.PDFDocument, text: string, weight: Weight): Face {
  if (STANDARD.test(text)) return weight === 'bold' ? 'Helvetica-Bold' : 'Helvetica'
  const face = weight === 'bold' ? 'DejaVu-Bold' : 'DejaVu'
  document.registerFont(face, dejaVu[weight]())
  return face
}

/**
 * A text as it can be printed: composed letters, plain line breaks, no control or invisible characters (they could
 * reorder what is read), at most 30 marks on a letter, and a box for each character that has no glyph.
 */
export function printable(text: string): string {
  const visible = text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\t\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
  // Some marks are two when composed.
  const clean = streamSafe(normalized(visible, 'NFC'))
  if (STANDARD.test(clean)) return clean
  return clean.replace(/[^ -~\n]/gu, (character) => (hasGlyph(character) ? character : NO_GLYPH))
}

// Both weights are asked, as either may have to draw the text.
const hasGlyph = (character: string): boolean => {
  const codePoint = character.codePointAt(0) ?? 0
  return dejaVu.regular().hasGlyphForCodePoint(codePoint) && dejaVu.bold().hasGlyphForCodePoint(codePoint)
}
