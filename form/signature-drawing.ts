import Pad, { type PointGroup } from 'signature_pad'
import { LIMITS } from '#domain/limits'

const { width, height, line } = LIMITS.signatureCanvas

/** The drawing is handed on at twice the canvas's size, so that it prints sharp; at its own, if that is too much. */
const EXPORT_SCALES = [2, 1] as const

/** signature_pad's widths are radii; one for both makes a round line of an even width. */
const PEN = {
  minWidth: line / 2,
  maxWidth: line / 2,
  dotSize: line / 2,
  penColor: '#000',
  backgroundColor: '#fff',
}

/**
 * Draws strokes on a canvas and keeps them through every change of its size or density: strokes are stored in the
 * coordinates of a 400x120 sheet and drawn again on whatever the screen makes of it.
 */
export class SignatureDrawing {
  readonly #canvas: HTMLCanvasElement
  readonly #pad: Pad
  readonly #watcher: ResizeObserver
  #scale = 1

  /** `onDrawn` gets a PNG data URL whenever a stroke ends. */
  constructor(canvas: HTMLCanvasElement, onDrawn: (drawing: string) => void) {
    this.#canvas = canvas
    this.#pad = new Pad(canvas, PEN)
    this.#pad.addEventListener('endStroke', () => onDrawn(this.#toPng()))
    this.#watcher = new ResizeObserver(this.#fit)
    this.#watcher.observe(canvas)
    // Zooming or another screen changes the density without changing the size.
    window.addEventListener('resize', this.#fit)
    this.#fit()
  }

  clear(): void {
    this.#pad.clear()
  }

  stop(): void {
    this.#watcher.disconnect()
    window.removeEventListener('resize', this.#fit)
    this.#pad.off()
  }

  readonly #fit = (): void => {
    const shownWidth = this.#canvas.clientWidth
    const density = Math.max(window.devicePixelRatio || 1, 1)
    const [pixelWidth, pixelHeight] = [shownWidth, this.#canvas.clientHeight].map((side) =>
      Math.round(side * density),
    )
    // Hidden, or nothing changed: resizing would only wipe it.
    if (!shownWidth || !pixelWidth || !pixelHeight) return
    if (
      this.#canvas.width === pixelWidth &&
      this.#canvas.height === pixelHeight &&
      this.#scale === shownWidth / width
    )
      return
    const strokes = scaled(this.#pad.toData(), shownWidth / width / this.#scale)
    this.#scale = shownWidth / width
    this.#canvas.width = pixelWidth
    this.#canvas.height = pixelHeight
    this.#canvas.getContext('2d')?.scale(density, density)
    this.#pad.fromData(strokes)
  }

  #toPng(): string {
    const [sharp, plain] = EXPORT_SCALES
    const drawing = this.#atScale(sharp)
    return drawing.length * BYTES_PER_CHARACTER <= LIMITS.signatureBytes ? drawing : this.#atScale(plain)
  }

  #atScale(scale: number): string {
    const sheet = document.createElement('canvas')
    sheet.width = width * scale
    sheet.height = height * scale
    const pen = new Pad(sheet, PEN)
    pen.off()
    const strokes = scaled(this.#pad.toData(), scale / this.#scale)
    pen.fromData(strokes.map((stroke) => ({ ...stroke, ...penAt(scale) })))
    return sheet.toDataURL('image/png')
  }
}

/** Base64 carries three bytes in four characters. */
const BYTES_PER_CHARACTER = 3 / 4

const penAt = (scale: number) => ({
  minWidth: PEN.minWidth * scale,
  maxWidth: PEN.maxWidth * scale,
  dotSize: PEN.dotSize * scale,
})

const scaled = (strokes: readonly PointGroup[], by: number): PointGroup[] =>
  strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * by, y: point.y * by })),
  }))
