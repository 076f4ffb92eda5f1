import { sizeOf, type Area } from './matrix.ts'

/** A glyph as painted. `y` is the baseline; all in points from the page's left and top. */
export type Glyph = {
  text: string
  x0: number
  x1: number
  y: number
  size: number
  font: string
  color: string
  /** quarter turns clockwise, which x0, x1 and y have taken back; null for slanted text */
  turn: number | null
  isInvisible: boolean
}

/** Something opaque, and the glyphs painted before that it hides. */
export type Cover = { area: Area; glyphs: Glyph[]; picture: string | null }
export type Picture = { name: string; area: Area }
export type Painted = { glyphs: Glyph[]; covers: Cover[]; pictures: Picture[] }

const MIN_SIDE = 3

/** Collects what is painted on a page, in order: what is painted later covers what was before. */
export function createSheet() {
  const painted: Painted = { glyphs: [], covers: [], pictures: [] }
  const backgrounds: { area: Area; color: string }[] = []

  function cover(area: Area, picture: string | null): void {
    const isHidden = ({ x0, x1, y, size, turn, isInvisible, text }: Glyph) =>
      turn === 0 && !isInvisible && text.trim() !== '' && isWithin(area, (x0 + x1) / 2, y - size / 3)
    const glyphs = painted.glyphs.filter(isHidden)
    if (glyphs.length > 0) painted.covers.push({ area, glyphs, picture })
  }

  return {
    painted,

    /** White on white, say. */
    isSameAsBelow(color: string, x: number, y: number): boolean {
      if (color !== '#ffffff' && backgrounds.length === 0) return false
      let below = '#ffffff'
      for (const { area, color: under } of backgrounds) if (isWithin(area, x, y)) below = under
      return below === color
    },

    addBox(area: Area, color: string | null): void {
      if (!isLarge(area)) return
      if (color !== null) backgrounds.push({ area, color })
      cover(area, null)
    },

    addPicture(area: Area, name: string, isOpaque: boolean): void {
      if (!isLarge(area)) return
      painted.pictures.push({ name, area })
      if (isOpaque) cover(area, name)
    },
  }
}

/** Start, end and baseline in a page turned so that the text is upright. */
export function upright(turn: number | null, [x0, y0]: Point, [x1, y1]: Point): [number, number, number] {
  if (turn === 1) return [y0, y1, -x0]
  if (turn === 2) return [-x0, -x1, -y0]
  if (turn === 3) return [-y0, -y1, x0]
  return [x0, x1, y0]
}

type Point = readonly [number, number]

export const isWithin = ({ left, top, right, bottom }: Area, x: number, y: number): boolean =>
  x >= left - 0.5 && x <= right + 0.5 && y >= top - 0.5 && y <= bottom + 0.5

const isLarge = (area: Area): boolean =>
  area.right - area.left >= MIN_SIDE && area.bottom - area.top >= MIN_SIDE && sizeOf(area) > MIN_SIDE ** 2
