import { PDF } from '@libpdf/core'
import { MARK_LIMITS } from '#domain/limits'
import { withPdf } from '../statements/reader/pdf/open-pdf.ts'

const DOTS_PER_POINT = 150 / 72
const QUALITY = 85

/** The pages of a file as pictures, for one that can be read but whose structure is damaged. @throws Error if pdf.js can't read it */
export const drawnPdf = (bytes: Uint8Array): Promise<Uint8Array> =>
  withPdf(bytes, async (source) => {
    if (source.numPages > MARK_LIMITS.drawnPages) throw new Error('The file has too many pages to draw them')
    const { createCanvas } = await import('@napi-rs/canvas')
    const drawn = PDF.create()
    for (let number = 1; number <= source.numPages; number += 1) {
      const page = await source.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      const scale = Math.min(DOTS_PER_POINT, Math.sqrt(MARK_LIMITS.drawnPixels / (width * height)))
      const viewport = page.getViewport({ scale })
      const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
      await page.render({ canvas: canvas as never, viewport }).promise
      page.cleanup()
      const picture = drawn.embedImage(await canvas.encode('jpeg', QUALITY))
      drawn.addPage({ width, height }).drawImage(picture, { x: 0, y: 0, width, height })
    }
    return drawn.save()
  })
