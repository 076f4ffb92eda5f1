import { LIMITS } from '#domain/limits'

export type SheetPoint = { readonly x: number; readonly y: number }

const { width, height } = LIMITS.signatureCanvas

/**
 * Whether strokes are a signature: enough ink and extent, so that initials or a cross count and a tap or a dot
 * doesn't. Points outside the canvas count as on its edge.
 */
export function isSignature(strokes: readonly (readonly SheetPoint[])[]): boolean {
  const onSheet = strokes.map((stroke) => stroke.map(clamped))
  const points = onSheet.flat()
  if (points.length === 0) return false
  const length = onSheet.reduce((sum, stroke) => sum + measureLength(stroke), 0)
  const extent = Math.max(spread(points.map(({ x }) => x)), spread(points.map(({ y }) => y)))
  return length >= LIMITS.signatureInk.length && extent >= LIMITS.signatureInk.extent
}

export const scaled = <P extends SheetPoint, S extends { points: P[] }>(
  strokes: readonly S[],
  scale: number,
) =>
  strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
  }))

export const tidyName = (typed: string): string => typed.trim().replace(/\s+/g, ' ')

/** Whether the text contains letters of any script; punctuation and digits alone are no name. */
export const isName = (typed: string): boolean =>
  (typed.match(/\p{L}/gu)?.length ?? 0) >= LIMITS.signatureName.letters

type TextReach = { left: number; right: number; ascent: number; descent: number }

const MARGIN = { x: 16, y: 6 }
/** The ruled line of the canvas, which the stylesheet draws at the same place. */
export const BASELINE = height * 0.76

export function fitName({ left, right, ascent, descent }: TextReach, size: number) {
  const shrink = Math.min(
    1,
    (width - 2 * MARGIN.x) / Math.max(left + right, 1),
    (BASELINE - MARGIN.y) / Math.max(ascent, 1),
    (height - BASELINE - MARGIN.y) / Math.max(descent, 1),
  )
  return { size: size * shrink, x: (width + (left - right) * shrink) / 2, y: BASELINE }
}

const clamped = ({ x, y }: SheetPoint): SheetPoint => ({
  x: Math.min(Math.max(x, 0), width),
  y: Math.min(Math.max(y, 0), height),
})

const spread = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), -Infinity) -
  values.reduce((least, value) => Math.min(least, value), Infinity)

const measureLength = (stroke: readonly SheetPoint[]): number =>
  stroke.reduce((sum, point, index) => {
    const before = stroke[index - 1]
    return before ? sum + Math.hypot(point.x - before.x, point.y - before.y) : sum
  }, 0)
