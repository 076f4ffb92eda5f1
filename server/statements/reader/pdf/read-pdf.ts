import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { flagMessages } from '#domain/messages/statement-reading'
import type { StatementFlag } from '#domain/statement-reading'
import { readHistory, type FileHistory } from '../flags/history.ts'
import { groupBy } from '../group-by.ts'
import { toLines, toWords, type Line, type Word } from '../text/lines.ts'
import { sizeOf, type Area } from './matrix.ts'
import { ImageKind, withPdf } from './open-pdf.ts'
import { paint } from './painter.ts'
import type { Cover, Glyph, Painted } from './sheet.ts'

export type PdfContent = {
  pages: number
  lines: Line[]
  scans: number[]
  flags: StatementFlag[]
  history: FileHistory
}

/** A page with fewer letters on a picture is a scan. */
const FEW_LETTERS = 40
const WHOLE_PAGE = 0.5
const NOTES = new Set(['FreeText', 'Stamp', 'Square', 'Redact', 'Polygon', 'Ink'])
const OPAQUE = 0.9

type Most = { pages: number; glyphs: number }

/**
 * Reads the text that a viewer shows, unless there are more pages than `most`. @param last the last page to read
 * @throws TooMuchTextError, and what pdf.js throws for damaged and locked files
 */
export const readPdf = (bytes: Uint8Array, most: Most, last = Infinity): Promise<PdfContent> =>
  withPdf(bytes, async (pdf) => {
    const content: PdfContent = {
      pages: pdf.numPages,
      lines: [],
      scans: [],
      flags: [],
      history: await readHistory(pdf, bytes),
    }
    const count = pdf.numPages > most.pages ? 0 : Math.min(pdf.numPages, last)
    for (let number = 1; number <= count; number += 1) {
      const { words, isScan, flags } = await readPage(pdf, number, most.glyphs)
      content.lines.push(...toLines(number, words))
      content.flags.push(...flags)
      if (isScan) content.scans.push(number)
    }
    return content
  })

async function readPage(
  pdf: PDFDocumentProxy,
  number: number,
  glyphs: number,
): Promise<{ words: Word[]; isScan: boolean; flags: StatementFlag[] }> {
  const page = await pdf.getPage(number)
  try {
    const painted = await paint(page, glyphs)
    const { width, height } = page.getViewport({ scale: 1 })
    const isWhole = (area: Area) => sizeOf(area) > WHOLE_PAGE * width * height
    const covers: Cover[] = []
    for (const cover of painted.covers)
      if (cover.picture === null || (await isOpaque(page, cover.picture))) covers.push(cover)
    const hidden = new Set(covers.flatMap(({ glyphs }) => glyphs))
    const seen = upright(painted).filter((glyph) => !glyph.isInvisible && !hidden.has(glyph))
    const isScan = seen.length < FEW_LETTERS && painted.pictures.some(({ area }) => isWhole(area))
    const words = toWords(seen)
    const flags = covers
      .filter(({ area }) => !isWhole(area))
      .flatMap((cover) => flagCover(cover, words, number))
    return { words: isScan ? [] : words, isScan, flags: [...flags, ...(await flagNotes(page, number))] }
  } finally {
    page.cleanup()
  }
}

/** The glyphs that are turned as most are. */
function upright({ glyphs }: Painted): Glyph[] {
  const turns = [
    ...groupBy(
      glyphs.filter(({ turn }) => turn !== null),
      ({ turn }) => turn,
    ).values(),
  ]
  return turns.reduce<Glyph[]>((most, turn) => (turn.length > most.length ? turn : most), [])
}

/** Text that was painted twice, below and above a box, is the same to a reader. */
function flagCover({ area, glyphs, picture }: Cover, words: readonly Word[], page: number): StatementFlag[] {
  const below = toWords(glyphs)
    .map(({ text }) => text)
    .join(' ')
  const inside = words.filter(
    ({ x0, x1, y, size }) =>
      (x0 + x1) / 2 > area.left &&
      (x0 + x1) / 2 < area.right &&
      y - size / 3 > area.top &&
      y - size / 3 < area.bottom,
  )
  const above = inside.map(({ text }) => text).join(' ')
  if (below === above) return []
  return [{ kind: 'text_covered', page, text: flagMessages.covered(below.slice(0, 60), picture !== null) }]
}

async function flagNotes(page: PDFPageProxy, number: number): Promise<StatementFlag[]> {
  const annotations: { subtype?: string }[] = await page.getAnnotations()
  const kinds = new Set(
    annotations.flatMap(({ subtype }) => (subtype && NOTES.has(subtype) ? [subtype] : [])),
  )
  return [...kinds].map((kind) => ({ kind: 'text_covered', page: number, text: flagMessages.note(kind) }))
}

type PictureData = { kind?: number; data?: Uint8ClampedArray | null } | null

/** Watermarks and stamps let the text below show. */
async function isOpaque(page: PDFPageProxy, name: string): Promise<boolean> {
  const store = name.startsWith('g_') ? page.commonObjs : page.objs
  const picture = await new Promise<PictureData>((resolve) => void store.get(name, resolve))
  if (picture?.kind !== ImageKind.RGBA_32BPP || !picture.data) return true
  let [opaque, all] = [0, 0]
  for (let index = 3; index < picture.data.length; index += 4 * 97) {
    all += 1
    if ((picture.data[index] ?? 255) > 200) opaque += 1
  }
  return opaque > OPAQUE * all
}
