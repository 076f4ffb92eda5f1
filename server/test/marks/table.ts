import { randomBytes } from 'node:crypto'
import { makeCopyNumber } from '../../marks/copy-number.ts'
import { createMarker } from '../../marks/marker.ts'
import { createKeyRing } from '../../platform/crypto/keys.ts'
import { examine } from './examine.ts'
import { KINDS } from './pdfs.ts'

/**
 * 60 marked PDFs, and what pdf.js, poppler, MuPDF and a trace make of them, before and after `qpdf --linearize` and
 * `mutool clean`. `tsx server/test/marks/table.ts [kinds]`; it needs qpdf, poppler-utils, mupdf-tools and LibreOffice.
 */
const asked = process.argv.slice(2)
const keys = createKeyRing(randomBytes(32))
const marker = createMarker()
const rows = []
for (const [kind, make] of Object.entries(KINDS)) {
  if (asked.length > 0 && !asked.includes(kind)) continue
  for (const [index, pdf] of (await make()).entries()) {
    const copyNumber = makeCopyNumber(keys, `${kind} ${index}`)
    const mark = {
      funder: index % 2 ? 'Фонд «Северный»' : 'First Funder LLC',
      day: 'Nov 27, 2026',
      copyNumber,
    }
    const count = (numbers: string[]) => numbers.filter((number) => number === copyNumber).length
    try {
      const { pages, ms, shown, hidden, traced } = await examine(marker, pdf, mark)
      rows.push({ file: `${kind} ${index + 1}`, kB: Math.round(pdf.length / 1024), pages, ms, ...shown,
        'hidden of 3': count(hidden), 'traced of 3': count(traced) }) // prettier-ignore
    } catch (error) {
      rows.push({ file: `${kind} ${index + 1}`, error: String(error).slice(0, 200) })
    }
  }
}
console.table(rows)
await marker.close()
