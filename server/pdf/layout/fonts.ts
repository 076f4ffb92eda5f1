import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import { normalized, streamSafe } from '#domain/stream-safe'

export type Weight = 'regular' | 'bold'

export type Face = 'Helvetica' | 'Helvetica-Bold' | 'DejaVu' | 'DejaVu-Bold'

const require = createRequire(import.meta.url)

// Shared by all documents: opening a font takes longer than drawing an application.
const dejaVu = { regular: opened('DejaVuSansCondensed.ttf'), bold: opened('DejaVuSansCondensed-Bold.ttf') }

function opened(file: string): () => fontkit.Font {
  let font: fontkit.Font | undefined
  return () => (font ??= open(require.resolve(`dejavu-fonts-ttf/ttf/${file}`)))
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

// Windows code page 1252, the characters of the standard PDF fonts
const STANDARD =
  /^[ -~\u00a0-\u00ac\u00ae-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122\n]*$/

/** Printed for characters without a glyph, such as Chinese, so that they are not lost unnoticed. */
const NO_GLYPH = '\u25a1'

export function faceFor(document: PDFKit.PDFDocument, text: string, weight: Weight): Face {
  if (STANDARD.test(text)) return weight === 'bold' ? 'Helvetica-Bold' : 'Helvetica'
  const face = weight === 'bold' ? 'DejaVu-Bold' : 'DejaVu'
  document.registerFont(face, dejaVu[weight]())
  return face
}

export function printable(text: string): string {
  const visible = text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\t\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
  // Composition splits some marks in two, so the cap follows it.
  const clean = streamSafe(normalized(visible, 'NFC'))
  if (STANDARD.test(clean)) return clean
  return clean.replace(/[^ -~\n]/gu, (character) => (hasGlyph(character) ? character : NO_GLYPH))
}

const hasGlyph = (character: string): boolean => {
  const codePoint = character.codePointAt(0) ?? 0
  return dejaVu.regular().hasGlyphForCodePoint(codePoint) && dejaVu.bold().hasGlyphForCodePoint(codePoint)
}
