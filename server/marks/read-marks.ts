import { MARK_LIMITS } from '#domain/limits'
import { loadSharp } from '../platform/files/open-picture.ts'
import { withPdf } from '../statements/reader/pdf/open-pdf.ts'
import { findCopyNumbers } from './copy-number.ts'
import { readPieces } from './pdf-mark.ts'

/** Numbers in a file, those that do not show before those in the text of pages; of a file full of them the first ones. */
export async function readMarks(bytes: Uint8Array): Promise<string[]> {
  const hidden = [readPieces(bytes), readMetadata(bytes)]
  const found = await Promise.all([...hidden, readText(bytes)].map((part) => part.catch(() => [])))
  // Also where the structure is damaged.
  const plain = Buffer.from(bytes).toString('latin1')
  return findCopyNumbers([...found.flat(), plain].join('\n')).slice(0, MARK_LIMITS.readNumbers)
}

async function readMetadata(bytes: Uint8Array): Promise<string[]> {
  const sharp = await loadSharp()
  const { xmp, exif } = await sharp(bytes, { limitInputPixels: MARK_LIMITS.pixels }).metadata()
  return [xmp, exif].flatMap((part) => (part ? [part.toString('latin1')] : []))
}

const readText = (bytes: Uint8Array): Promise<string[]> =>
  withPdf(bytes, async (pdf) => {
    const lines: string[] = []
    for (let number = 1; number <= Math.min(pdf.numPages, MARK_LIMITS.readPages); number += 1) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      const texts = items.map((item) => ('str' in item ? item.str : ''))
      // Some programs write letter by letter.
      lines.push(texts.join('\n'), texts.join(''))
      page.cleanup()
    }
    return lines
  })
