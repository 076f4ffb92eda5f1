// What sealing adds to a printed application: time of its own, without the authority's, and bytes. The budget is judged by
// processor time, which other programs on the machine disturb less.
// Run by: npm run bench:seal
import os from 'node:os'
import { ownSealer } from '../../evidence/sealed.fixture.ts'
import { fullApplication, signingRecord } from '../../submissions/pdf/application-pdf.fixture.ts'
import { toEvidence } from '../../submissions/pdf/evidence-record.ts'
import { createPdfRenderer } from '../../submissions/pdf/pdf-renderer.ts'
import { median, percentile } from '../support/processes.ts'
import { startTimestampAuthority } from '../support/timestamp-authority.ts'

const COUNT = 100
const WARM_UP = 20
const MOST_MS = 60
const MOST_BYTES = { 'B-B': 25_000, 'B-LTA': 80_000 }

const authority = await startTimestampAuthority()
const sealer = await ownSealer('Intake at apply.example.com')
const pdfs = createPdfRenderer()
const application = { ...(await fullApplication()), signing: signingRecord('en') }
const isMissed: boolean[] = []

async function measure(level: keyof typeof MOST_BYTES) {
  const seal = level === 'B-B' ? 'plain' : 'stamped'
  const evidence = toEvidence(application, { kind: 'original', original: null, seal })
  const pdf = await pdfs.render({ ...application, evidence })
  const given = { ...sealer, level, authority: level === 'B-B' ? null : authority.url }
  const taken: Record<'time' | 'processor', number[]> = { time: [], processor: [] }
  let bytes = 0
  for (let n = 0; n < WARM_UP + COUNT; n++) {
    const [began, used] = [performance.now(), process.cpuUsage()]
    const { time, processor } = authority
    const sealed = await pdfs.seal(pdf, { ...given, at: new Date() })
    const { user, system } = process.cpuUsage(used)
    if (n >= WARM_UP) {
      taken.time.push(performance.now() - began - (authority.time - time))
      taken.processor.push((user + system) / 1000 - (authority.processor - processor))
    }
    bytes = sealed.pdf.length - pdf.length
  }
  isMissed.push(median(taken.processor) > MOST_MS || bytes > MOST_BYTES[level])
  const ms = (times: number[], share: number) => `${percentile(times, share).toFixed(1)} ms`
  return {
    'median time': ms(taken.time, 0.5),
    p95: ms(taken.time, 0.95),
    'processor, median': ms(taken.processor, 0.5),
    bytes,
  }
}

console.log(
  `${os.cpus()[0]?.model}, ${os.availableParallelism()} threads, load ${os.loadavg()[0]?.toFixed(1)}`,
)
try {
  console.table({ 'B-B': await measure('B-B'), 'B-LTA': await measure('B-LTA') })
} finally {
  await Promise.all([authority.stop(), pdfs.close()])
}
process.exitCode = isMissed.includes(true) ? 1 : 0
