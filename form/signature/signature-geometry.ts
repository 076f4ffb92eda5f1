import { LIMITS } from '#domain/limits'

/** A point of the 400x120 sheet that a signature is drawn on, whatever size the screen shows it in. */
export type SheetPoint = { readonly x: number; readonly y: number }

const { width, height } = LIMITS.signatureCanvas

/**
 * Whether strokes come to a signature. A tap, a dot or a wiggle on the spot does not: it takes ink of some length and
 * of some extent. Initials and a cross do. What lies beside the sheet counts as far as its edge, as none of it shows.
 */
export function isSignature(strokes: readonly (readonly SheetPoint[])[]): boolean {
  const onSheet = strokes.map((stroke) => stroke.map(clamped))
  const points = onSheet.flat()
  if (points.length === 0) return false
  const length = onSheet.reduce((sum, stroke) => sum + lengthOf(stroke), 0)
  const extent = Math.max(spread(points.map(({ x }) => x)), spread(points.map(({ y }) => y)))
  return length >= LIMITS.signatureInk.length && extent >= LIMITS.signatureInk.extent
}

/** A typed name as it is drawn: without the blanks around it, and one where there are several. */
export const tidyName = (typed: string): string => typed.trim().replace(/\s+/g, ' ')

/** Whether what was typed is somebody's name: letters of any script; punctuation and digits alone are none. */
export const isName = (typed: string): boolean =>
  (typed.match(/\p{L}/gu)?.length ?? 0) >= LIMITS.signatureName.letters

/** How far a text's ink reaches from where it begins on its baseline, as a canvas measures it. */
type TextReach = { left: number; right: number; ascent: number; descent: number }

const MARGIN = { x: 16, y: 6 }
/** Where the sheet's line is ruled, and a typed name stands; the form's stylesheet draws it there. */
export const BASELINE = height * 0.76

/**
 * Places a text that reaches so far at a size of `size`: on the line, in the middle, at that size or as much smaller
 * as it takes to stay within the margins.
 */
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

const lengthOf = (stroke: readonly SheetPoint[]): number =>
  stroke.reduce((sum, point, index) => {
    const before = stroke[index - 1]
    return before ? sum + Math.hypot(point.x - before.x, point.y - before.y) : sum
  }, 0)
