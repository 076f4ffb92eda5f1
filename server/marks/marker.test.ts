// @module-tag long
import { randomBytes } from 'node:crypto'
import { PDF, PdfArray, PdfNumber, PdfStream, type PDFPage } from '@libpdf/core'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { MARK_LIMITS } from '#domain/limits'
import { lockPdf } from '../statements/locked-pdf.fixture.ts'
import { withPdf } from '../statements/reader/pdf/open-pdf.ts'
import { createKeyRing } from '../platform/crypto/keys.ts'
import { BROKEN_PDF, pagedPdf } from '../test/support/sample-pdfs.ts'
import { bomb } from '../test/support/pngs.ts'
import { makeCopyNumber } from './copy-number.ts'
import { CannotMarkError, createMarker } from './marker.ts'

const marker = createMarker()
afterAll(() => marker.close())
const mark = {
  funder: 'First Funder LLC',
  day: 'Nov 27, 2026',
  copyNumber: makeCopyNumber(createKeyRing(randomBytes(32)), 'package'),
}
const TYPE = 'application/pdf'
const numbers = [mark.copyNumber]

/** Where the line stands on each page, from its lower left corner as it is shown, as parts of its width and height. */
const linesOn = (pdf: Uint8Array): Promise<{ x: number; y: number }[]> =>
  withPdf(new Uint8Array(pdf), async (open) => {
    const found = []
    for (let number = 1; number <= open.numPages; number += 1) {
      const page = await open.getPage(number)
      const viewport = page.getViewport({ scale: 1 })
      for (const item of (await page.getTextContent()).items) {
        if (!('str' in item) || !item.str.includes(mark.copyNumber)) continue
        const [x = 0, y = 0] = viewport.convertToViewportPoint(
          Number(item.transform[4]),
          Number(item.transform[5]),
        )
        found.push({ x: x / viewport.width, y: 1 - y / viewport.height })
      }
    }
    return found
  })

/** The sample with its pages changed. */
async function changed(change: (page: PDFPage, pdf: PDF) => void) {
  const pdf = await PDF.load(new Uint8Array(await pagedPdf()))
  for (const page of pdf.getPages()) change(page, pdf)
  return Buffer.from(await pdf.save())
}

const numbersOf = (...values: number[]) => PdfArray.of(...values.map((each) => PdfNumber.of(each)))
const append = (page: PDFPage, pdf: PDF, content: string) => {
  const own = page.dict.get('Contents')
  const added = pdf.register(new PdfStream([], Buffer.from(content)))
  page.dict.set('Contents', own ? PdfArray.of(own, added) : added)
}

describe('a marked PDF', () => {
  const turned = (degrees: number) => changed((page) => page.dict.set('Rotate', PdfNumber.of(degrees)))

  it.each([
    ['plain', () => pagedPdf()],
    ['turned by 90 degrees', () => turned(90)],
    ['turned by 180 degrees', () => turned(180)],
    ['turned by -90 degrees', () => turned(-90)],
    [
      'cropped beyond the paper',
      () => changed((page) => page.dict.set('CropBox', numbersOf(700, 900, -50, 100))),
    ],
    [
      'with a paper that does not begin at zero',
      () => changed((page) => page.dict.set('MediaBox', numbersOf(100, 100, 500, 700))),
    ],
    [
      'that leaves graphics states open',
      () =>
        changed((page, pdf) => {
          append(page, pdf, 'q 5 0 0 5 900 900 cm q 0 0 1 1 re W n')
        }),
    ],
    [
      'that closes more than it opens',
      () =>
        changed((page, pdf) => {
          append(page, pdf, 'Q Q 5 0 0 5 900 900 cm')
        }),
    ],
  ])('%s, shows the line at the lower edge of each page', async (_name, make) => {
    const marked = await marker.mark(await make(), TYPE, mark)
    const lines = await linesOn(marked)
    expect(lines).toHaveLength(3)
    for (const { x, y } of lines) {
      expect(x).toSatisfy((at: number) => at > 0.015 && at < 0.04)
      expect(y).toSatisfy((at: number) => at > 0.01 && at < 0.06)
    }
    expect(await marker.read(marked)).toEqual(numbers)
  })

  it.each(['Фонд «Северный»', '北京 Funding', 'שלום', '👍🏽\u0000\n', 'é'.repeat(300), ''])(
    'takes a funder named %j',
    async (funder) => {
      const marked = await marker.mark(await pagedPdf(), TYPE, { ...mark, funder })
      expect(await linesOn(marked)).toHaveLength(3)
    },
  )

  it('is no longer protected from changes', async () => {
    const pdf = await PDF.load(new Uint8Array(await pagedPdf()))
    pdf.setProtection({ userPassword: '', ownerPassword: 'owner', permissions: { modify: false } })
    const locked = Buffer.from(await pdf.save())
    expect((await PDF.load(new Uint8Array(locked))).isEncrypted).toBe(true)
    const marked = await marker.mark(locked, TYPE, mark)
    expect((await PDF.load(new Uint8Array(marked))).isEncrypted).toBe(false)
    expect(await linesOn(marked)).toHaveLength(3)
  })

  it('is made of pictures where only readers find its pages', async () => {
    const untyped = (await pagedPdf()).toString('latin1').replaceAll('/Type /Page\n', '/Type /Pane\n')
    const marked = await marker.mark(Buffer.from(untyped, 'latin1'), TYPE, mark)
    expect(await linesOn(marked)).toHaveLength(3)
    expect(marked.toString('latin1').match(/\/DCTDecode/g)).toHaveLength(3)
  })

  it('marked for another funder, names the latter', async () => {
    const other = { ...mark, copyNumber: makeCopyNumber(createKeyRing(randomBytes(32)), 'other') }
    const twice = await marker.mark(await marker.mark(await pagedPdf(), TYPE, mark), TYPE, other)
    expect(await marker.read(twice)).toEqual([other.copyNumber, mark.copyNumber])
  })
})

describe('a marked picture', () => {
  const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: '#556' } })

  it.each(['jpeg', 'png'] as const)('stays a %s, upright, and loses its other metadata', async (format) => {
    const taken = await photo.clone().withExif({ IFD0: { Make: 'Canon-4471' } }).withMetadata({ orientation: 6 })
      .toFormat(format).toBuffer() // prettier-ignore
    const marked = await marker.mark(taken, `image/${format}`, mark)
    const { width, height, format: kept } = await sharp(marked).metadata()
    expect([kept, width, height]).toEqual([format, 600, 900])
    expect(marked.includes('Canon-4471')).toBe(false)
    expect(await marker.read(marked)).toEqual(numbers)
    expect(marked.equals(await marker.mark(taken, `image/${format}`, { ...mark, funder: 'Other' }))).toBe(
      false,
    )
  })

  it('may be a pixel', async () => {
    const pixel = await sharp({ create: { width: 1, height: 1, channels: 4, background: '#fff' } })
      .png()
      .toBuffer()
    expect(await marker.read(await marker.mark(pixel, 'image/png', mark))).toEqual(numbers)
  })
})

describe('what can be marked', () => {
  it.each([
    ['a PDF', true, () => pagedPdf(), TYPE],
    ['a PDF without its table of objects', true, async () => (await pagedPdf()).subarray(0, -600), TYPE],
    ['a locked PDF', false, async () => lockPdf(await pagedPdf(), 'Tulip-4471'), TYPE],
    ['a broken PDF', false, async () => BROKEN_PDF, TYPE],
    ['nothing', false, async () => Buffer.alloc(0), TYPE],
    ['a text', false, async () => Buffer.from('text'), 'image/png'],
    ['a picture that unpacks to gigabytes', false, async () => bomb(30_000), 'image/png'],
  ] as const)('%s: %s', async (_name, can, make, fileType) => {
    const file = Buffer.from(await make())
    expect(await marker.canMark(file, fileType)).toBe(can)
    if (!can) await expect(marker.mark(file, fileType, mark)).rejects.toThrow(CannotMarkError)
    expect(await marker.read(file)).toEqual([])
  })

  it('may be full of numbers, of which few are read', async () => {
    const numbers = Array.from(
      { length: 9_999 },
      (_, at) => `0000-0000-0000-0000-${String(at).padStart(4, '0')}`,
    )
    const read = await marker.read(Buffer.from(numbers.join('\n')))
    expect(read).toHaveLength(MARK_LIMITS.readNumbers)
  })

  it('is nothing that takes too long, or more memory than there is', async () => {
    const hurried = createMarker({ taskMs: 1 })
    expect(await hurried.canMark(await pagedPdf(), TYPE)).toBe(false)
    await hurried.close()
    const poor = createMarker({ growthMegabytes: -1000 })
    expect(await poor.canMark(await pagedPdf(), TYPE)).toBe(false)
    await poor.close()
  })
})
