import type { PointGroup } from 'signature_pad'
import { LIMITS } from '#domain/limits'

const { height } = LIMITS.signatureCanvas

/** How a sheet stands on the screen. `turned`: on its side, its upper edge at the right. */
export type Place = { scale: number; turned: boolean }
type Strokes = readonly PointGroup[]

export const toScreen = (strokes: Strokes, { scale, turned }: Place): PointGroup[] =>
  moved(strokes, (x, y) => (turned ? [(height - y) * scale, x * scale] : [x * scale, y * scale]))

export const toSheet = (strokes: Strokes, { scale, turned }: Place): PointGroup[] =>
  moved(strokes, (x, y) => (turned ? [y / scale, height - x / scale] : [x / scale, y / scale]))

const moved = (strokes: Strokes, move: (x: number, y: number) => readonly [x: number, y: number]) =>
  strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => {
      const [x, y] = move(point.x, point.y)
      return { ...point, x, y }
    }),
  }))
