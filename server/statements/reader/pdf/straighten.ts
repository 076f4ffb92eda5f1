import { loadSharp, openPicture } from '../../../platform/files/open-picture.ts'

/** Grey pixels, and the width in points of the page that they show. */
export type PagePicture = { width: number; height: number; grey: Uint8Array; pageWidth: number }

/** Degrees. */
const STEP = 0.1
const MOST = 2
/** Every third pixel of every third line tells the angle. */
const COARSE = 3
const INK = 130
const LETTER_WIDTH = 612
const MOST_PIXELS = 60_000_000
/** As many pixels as a page has at 200 dpi; recognition takes as long again for twice as many. */
const MIN_WIDTH = 1600
const MAX_WIDTH = 1760

/** Turns a page upright by its lines, and brings it to the size that is recognized best. */
export async function straighten({ width, height, grey, pageWidth }: PagePicture): Promise<PagePicture> {
  const raw = { raw: { width, height, channels: 1 as const } }
  const inches = pageWidth / 72
  const fits = Math.min(MAX_WIDTH * (inches / 8.5), Math.max(MIN_WIDTH * (inches / 8.5), width))
  const sharp = await loadSharp()
  const turned = sharp(grey, raw).rotate(-findTurn({ width, height, grey }), { background: '#ffffff' })
  const { data, info } = await turned.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  if (Math.abs(fits - width) < width * 0.05)
    return { width: info.width, height: info.height, grey: data, pageWidth }
  const sized = await sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
    .resize({ width: Math.round(info.width * (fits / width)) })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: sized.info.width, height: sized.info.height, grey: sized.data, pageWidth }
}

/** A photo of one page. @throws what sharp throws for a damaged picture */
export async function openPhoto(bytes: Uint8Array): Promise<PagePicture> {
  const picture = (await openPicture(Buffer.from(bytes), MOST_PIXELS))
    .rotate()
    .flatten({ background: '#ffffff' })
  const { data, info } = await picture.greyscale().normalise().raw().toBuffer({ resolveWithObject: true })
  return straighten({ width: info.width, height: info.height, grey: data, pageWidth: LETTER_WIDTH })
}

/** The angle at which ink gathers most in few lines, in degrees. */
function findTurn({ width, height, grey }: Omit<PagePicture, 'pageWidth'>): number {
  const ink: number[] = []
  for (let y = 0; y < height; y += COARSE)
    for (let x = 0; x < width; x += COARSE) if ((grey[y * width + x] ?? 255) < INK) ink.push(x, y)
  const shift = Math.ceil((width * Math.tan((MOST * Math.PI) / 180)) / COARSE)
  let best = { turn: 0, score: -1 }
  for (let turn = -MOST; turn <= MOST; turn += STEP) {
    const slope = Math.tan((turn * Math.PI) / 180)
    const lines = new Uint32Array(Math.ceil(height / COARSE) + 2 * shift + 1)
    for (let index = 0; index < ink.length; index += 2) {
      const line = Math.round(((ink[index + 1] ?? 0) - (ink[index] ?? 0) * slope) / COARSE) + shift
      lines[line] = (lines[line] ?? 0) + 1
    }
    const score = lines.reduce((sum, count) => sum + count * count, 0)
    if (score > best.score) best = { turn, score }
  }
  return best.turn
}
