import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { sizeOf } from './matrix.ts'
import { ImageKind, withPdf } from './open-pdf.ts'
import { STATEMENT_LIMITS } from '#domain/limits'
import { paint } from './painter.ts'
import type { Picture } from './sheet.ts'
import { straighten, type PagePicture } from './straighten.ts'

type PictureData = {
  width: number
  height: number
  kind?: number
  data?: Uint8Array | Uint8ClampedArray | null
}

const WHOLE_PAGE = 0.8
const DOTS_PER_POINT = 200 / 72

/** The picture that a scanned page is, or else the page drawn; upright. */
export const pagePicture = (bytes: Uint8Array, number: number): Promise<PagePicture> =>
  withPdf(bytes, async (pdf: PDFDocumentProxy) => {
    const page = await pdf.getPage(number)
    const { width: pageWidth, height, rotation } = page.getViewport({ scale: 1 })
    const { pictures, glyphs } = await paint(page, STATEMENT_LIMITS.glyphs)
    const large = pictures.filter(({ area }) => sizeOf(area) > WHOLE_PAGE * pageWidth * height)
    const [only] = large
    const isUpright = rotation === 0 && only !== undefined && pictures.length === 1
    const own = isUpright && glyphs.every(({ isInvisible }) => isInvisible) ? await load(page, only) : null
    const grey = own && toGrey(own)
    if (own && grey) return straighten({ width: own.width, height: own.height, grey, pageWidth })
    return straighten({ ...(await draw(page)), pageWidth })
  })

async function load(page: PDFPageProxy, { name }: Picture): Promise<PictureData | null> {
  const store = name.startsWith('g_') ? page.commonObjs : page.objs
  return new Promise((resolve) => void store.get(name, resolve))
}

function toGrey({ width, height, kind, data }: PictureData): Uint8Array | null {
  if (!data) return null
  const grey = new Uint8Array(width * height)
  if (kind === ImageKind.GRAYSCALE_1BPP) {
    const rowBytes = (width + 7) >> 3
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        grey[y * width + x] = ((data[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0
    return grey
  }
  const channels = kind === ImageKind.RGBA_32BPP ? 4 : 3
  for (let index = 0, from = 0; index < grey.length; index += 1, from += channels)
    grey[index] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 151 + (data[from + 2] ?? 0) * 28) >> 8
  return grey
}

/** For pages that several pictures make up, or that are turned. */
async function draw(page: PDFPageProxy): Promise<Omit<PagePicture, 'pageWidth'>> {
  const { createCanvas } = await import('@napi-rs/canvas')
  const viewport = page.getViewport({ scale: DOTS_PER_POINT })
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise
  const { data } = context.getImageData(0, 0, width, height)
  return {
    width,
    height,
    grey: toGrey({ width, height, kind: ImageKind.RGBA_32BPP, data }) ?? new Uint8Array(),
  }
}
