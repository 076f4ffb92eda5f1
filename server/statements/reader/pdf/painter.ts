import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { apply, boxOf, IDENTITY, intersect, multiply, type Area, type Matrix } from './matrix.ts'
import { OPS } from './open-pdf.ts'
import { createSheet, isWithin, upright, type Painted } from './sheet.ts'

type State = {
  ctm: Matrix
  clip: Area
  fill: string | null
  alpha: number
  isPlain: boolean
  font: string
  fontScale: number
  size: number
  charSpacing: number
  wordSpacing: number
  stretch: number
  leading: number
  rise: number
  isInvisible: boolean
}

type FontFace = { name?: string; fontMatrix?: number[] }
type PdfGlyph = { unicode: string; width: number; isSpace: boolean }

const FILLS = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
])
const INVISIBLE_MODES = new Set([3, 7])
/** Of alpha. */
const OPAQUE = 0.9
const FAINT = 0.1

export class TooMuchTextError extends Error {}

/**
 * Plays a page's operators, in the order in which they paint.
 * @throws TooMuchTextError for a page of more than `most` glyphs
 */
export async function paint(page: PDFPageProxy, most: number): Promise<Painted> {
  const { transform, width, height } = page.getViewport({ scale: 1 })
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: number[] = transform
  const { fnArray, argsArray } = await page.getOperatorList()
  const sheet = createSheet()
  let left = most
  const stack: State[] = []
  let state: State = {
    ctm: [a, b, c, d, e, f],
    clip: { left: 0, top: 0, right: width, bottom: height },
    fill: '#000000',
    alpha: 1,
    isPlain: true,
    font: '',
    fontScale: 0.001,
    size: 0,
    charSpacing: 0,
    wordSpacing: 0,
    stretch: 1,
    leading: 0,
    rise: 0,
    isInvisible: false,
  }
  let text: Matrix = IDENTITY
  let pen = { x: 0, y: 0, lineX: 0, lineY: 0 }
  let isClipPending = false

  const save = () => void stack.push({ ...state })
  const restore = () => void (state = stack.pop() ?? state)
  const move = (x: number, y: number) => {
    pen.lineX += x
    pen.lineY += y
    pen.x = pen.lineX
    pen.y = pen.lineY
  }

  function setFont(name: string, size: number): void {
    const font: FontFace | null = page.commonObjs.has(name) ? page.commonObjs.get(name) : null
    state.font = font?.name ?? name
    state.fontScale = font?.fontMatrix?.[0] ?? 0.001
    state.size = size
  }

  function show(glyphs: (PdfGlyph | number)[]): void {
    // Operators without glyphs count, too.
    left -= Math.max(1, glyphs.length)
    if (left < 0) throw new TooMuchTextError('a page has too much text')
    const whole = multiply(state.ctm, text)
    const size = Math.hypot(whole[2], whole[3]) * Math.abs(state.size)
    const angle = Math.atan2(whole[1], whole[0]) / (Math.PI / 2)
    const turn = Math.abs(angle - Math.round(angle)) < 0.02 ? (Math.round(angle) + 4) % 4 : null
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        pen.x -= (glyph * state.size * state.stretch) / 1000
        continue
      }
      const start = apply(whole, pen.x, pen.y + state.rise)
      const advance = glyph.width * state.fontScale * state.size
      const end = apply(whole, pen.x + advance * state.stretch, pen.y + state.rise)
      const spacing = state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0)
      pen.x += (advance + spacing) * state.stretch
      const { font, fill } = state
      const color = fill ?? ''
      const isInvisible =
        state.isInvisible ||
        state.alpha < FAINT ||
        !isWithin(state.clip, ...start) ||
        sheet.isSameAsBelow(color, start[0], start[1] - size / 4)
      const [x0, x1, y] = upright(turn, start, end)
      sheet.painted.glyphs.push({ text: glyph.unicode, x0, x1, y, size, font, color, turn, isInvisible })
    }
  }

  const boxInClip = (bounds: Bounds) => intersect(boxOf(state.ctm, bounds), state.clip)
  const isOpaque = () => state.isPlain && state.alpha >= OPAQUE

  function path(operation: number, [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: Iterable<number>): void {
    if (isClipPending) state.clip = intersect(state.clip, boxOf(state.ctm, [x0, y0, x1, y1]))
    isClipPending = false
    if (FILLS.has(operation) && isOpaque()) sheet.addBox(boxInClip([x0, y0, x1, y1]), state.fill)
  }

  function setGraphics(entries: [string, unknown][]): void {
    for (const [key, value] of entries) {
      if (key === 'ca' && typeof value === 'number') state.alpha = value
      if (key === 'SMask') state.isPlain = value === false
      if (key === 'BM') state.isPlain = value === 'source-over'
      if (key === 'Font' && Array.isArray(value)) setFont(String(value[0]), Number(value[1]))
    }
  }

  function beginForm(matrix: Matrix | null, bounds: Bounds | null): void {
    save()
    if (matrix) state.ctm = multiply(state.ctm, matrix)
    if (bounds) state.clip = intersect(state.clip, boxOf(state.ctm, bounds))
  }

  function startText(matrix: Matrix): void {
    text = matrix
    pen = { x: 0, y: 0, lineX: 0, lineY: 0 }
  }

  fnArray.forEach((operation, index) => {
    const args = argsArray[index]
    switch (operation) {
      case OPS.save:
      case OPS.beginAnnotation:
        return save()
      case OPS.restore:
      case OPS.endAnnotation:
      case OPS.paintFormXObjectEnd:
        return restore()
      case OPS.transform:
        state.ctm = multiply(state.ctm, args)
        return
      case OPS.setGState:
        return setGraphics(args[0])
      case OPS.clip:
      case OPS.eoClip:
        isClipPending = true
        return
      case OPS.constructPath:
        return args[2] ? path(args[0], args[2]) : undefined
      case OPS.setFillRGBColor:
        state.fill = args[0]
        return
      case OPS.setFillColorN:
      case OPS.setFillTransparent:
        state.fill = null
        return
      case OPS.paintFormXObjectBegin:
        return beginForm(args[0], args[1])
      case OPS.beginText:
        return startText(IDENTITY)
      case OPS.setTextMatrix:
        return startText(args[0])
      case OPS.setCharSpacing:
        state.charSpacing = args[0]
        return
      case OPS.setWordSpacing:
        state.wordSpacing = args[0]
        return
      case OPS.setHScale:
        state.stretch = args[0] / 100
        return
      case OPS.setLeading:
        state.leading = -args[0]
        return
      case OPS.setTextRise:
        state.rise = args[0]
        return
      case OPS.setTextRenderingMode:
        state.isInvisible = INVISIBLE_MODES.has(args[0])
        return
      case OPS.setFont:
        return setFont(args[0], args[1])
      case OPS.moveText:
        return move(args[0], args[1])
      case OPS.setLeadingMoveText:
        state.leading = args[1]
        return move(args[0], args[1])
      case OPS.nextLine:
        return move(0, state.leading)
      case OPS.showText:
        return show(args[0])
      case OPS.paintImageXObject:
        return sheet.addPicture(boxInClip([0, 0, 1, 1]), args[0], isOpaque())
    }
  })
  return sheet.painted
}

type Bounds = [number, number, number, number]
