// How long the first view of four statements takes, from the file to the marked copy, with threads that are not yet started,
// and how late /health/live would answer meanwhile.
// Run by: npm run bench:marks
import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { makeCopyNumber } from '../../marks/copy-number.ts'
import { createMarker } from '../../marks/marker.ts'
import { createKeyRing } from '../../platform/crypto/keys.ts'
import { layouts } from '../../statements/reader/fixtures/layouts.fixture.ts'
import { makeStatement } from '../../statements/reader/fixtures/statement.fixture.ts'
import { KINDS } from '../marks/pdfs.ts'

const MOST_MS = 3000

const copyNumber = makeCopyNumber(createKeyRing(randomBytes(32)), 'package')
const mark = { funder: 'Фонд «Северный»', day: 'Nov 27, 2026', copyNumber }
const statements = Object.keys(layouts)
  .slice(0, 4)
  .map(async (layout) => (await makeStatement({ layout, month: '2026-10', opening: 900_000 })).pdf)
const SETS = {
  statements: await Promise.all(statements),
  scans: (await KINDS.scans?.()) ?? [],
  'owner-protected': (await KINDS['owner-protected']?.()) ?? [],
  '500 pages': (await KINDS['500 pages']?.()) ?? [],
}

const rows: Record<string, object> = {}
let isMissed = false
for (const [name, pdfs] of Object.entries(SETS)) {
  const marker = createMarker()
  const delay = monitorEventLoopDelay()
  delay.enable()
  const began = performance.now()
  const four = pdfs.slice(0, 4).map((pdf) => marker.mark(Buffer.from(pdf), 'application/pdf', mark))
  await Promise.all(four)
  const ms = performance.now() - began
  rows[name] = {
    'four files': `${ms.toFixed(0)} ms`,
    'event loop, longest': `${(delay.max / 1e6).toFixed(0)} ms`,
  }
  if (name === 'statements' && ms > MOST_MS) isMissed = true
  await marker.close()
}
console.table(rows)
process.exitCode = isMissed ? 1 : 0
