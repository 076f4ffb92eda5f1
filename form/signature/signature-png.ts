import Pad, { type PointGroup } from 'signature_pad'
import { LIMITS } from '#domain/limits'
import { scaled } from './signature-geometry.ts'

const { width, height, line } = LIMITS.signatureCanvas

export type Picture = (context: CanvasRenderingContext2D) => void

/** signature_pad's widths are radii; equal ones draw a line of constant width. */
export const penAt = (scale: number) => ({
  minWidth: (line / 2) * scale,
  maxWidth: (line / 2) * scale,
  dotSize: (line / 2) * scale,
})

export const PAPER_AND_INK = { penColor: '#000', backgroundColor: '#fff' }

/** Twice the canvas's size prints sharply; its own size if that exceeds the limit. */
const SCALES = { sharp: 2, plain: 1 }

/** Base64 encodes three bytes in four characters. */
const BYTES_PER_CHARACTER = 3 / 4

/** `under` is drawn below the strokes, which are in canvas units. */
export function toPng(strokes: readonly PointGroup[], under: Picture | null): string {
  const sharp = atScale(strokes, under, SCALES.sharp)
  const fits = sharp.length * BYTES_PER_CHARACTER <= LIMITS.signatureBytes
  return fits ? sharp : atScale(strokes, under, SCALES.plain)
}

function atScale(strokes: readonly PointGroup[], under: Picture | null, scale: number): string {
  const sheet = document.createElement('canvas')
  sheet.width = width * scale
  sheet.height = height * scale
  const pen = new Pad(sheet, PAPER_AND_INK)
  pen.off()
  paint(sheet.getContext('2d'), under, scale)
  const drawn = scaled(strokes, scale).map((stroke) => ({ ...stroke, ...penAt(scale) }))
  pen.fromData(drawn, { clear: false })
  return sheet.toDataURL('image/png')
}

export function paint(
  context: CanvasRenderingContext2D | null,
  picture: Picture | null,
  scale: number,
): void {
  if (!context || !picture) return
  context.save()
  context.scale(scale, scale)
  picture(context)
  context.restore()
}

/** signature_pad draws only up to the last point but one and would cut off a quick flourish. */
export function finished(stroke: PointGroup): PointGroup {
  const last = stroke.points.at(-1)
  return last && stroke.points.length > 2 ? { ...stroke, points: [...stroke.points, last] } : stroke
}
