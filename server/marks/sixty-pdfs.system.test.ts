import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { createKeyRing } from '../platform/crypto/keys.ts'
import { examine } from '../test/marks/examine.ts'
import { KINDS } from '../test/marks/pdfs.ts'
import { makeCopyNumber } from './copy-number.ts'
import { createMarker } from './marker.ts'

const keys = createKeyRing(randomBytes(32))
const marker = createMarker()
afterAll(() => marker.close())

it.each(Object.entries(KINDS))(
  '%s: readers open the copies, and they are traced, as marked, linearised and cleaned',
  async (kind, make) => {
    const pdfs = await make()
    expect(pdfs).toHaveLength(5)
    for (const [index, pdf] of pdfs.entries()) {
      const copyNumber = makeCopyNumber(keys, `${kind} ${index}`)
      const funder = index % 2 ? 'Фонд «Северный»' : 'First Funder LLC'
      const { pages, shown, hidden, traced } = await examine(marker, pdf, {
        funder, day: 'Nov 27, 2026', copyNumber }) // prettier-ignore
      expect([pages, shown]).toEqual([pages, { 'pdf.js': pages, poppler: pages, mupdf: pages }])
      expect([hidden, traced]).toEqual(Array(2).fill(Array(3).fill(copyNumber)))
    }
  },
)
