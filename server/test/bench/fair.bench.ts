// How long others wait beside three hundred lists of one caller. Each of their calls opens a connection of its own, as Node
// accepts them one by one.
// Run by: npm run bench:fair
import { execFile } from 'node:child_process'
import os from 'node:os'
import { promisify } from 'node:util'
import { percentile } from '../support/processes.ts'
import { signIn } from '../support/factories.ts'
import { PASSWORD, SIGN_IN } from './filled/brokers.ts'
import { openFilled } from './filled/filled-intake.ts'

const AT_ONCE = 300
const QUIET_MS = 4000

const filled = await openFilled({ submissions: 20_000, companies: 40, users: 80 })
const { url } = filled.intake
const [busy, other] = [await signIn(url, SIGN_IN.large, PASSWORD), await signIn(url, SIGN_IN.small, PASSWORD)]

async function list(rows: number): Promise<void> {
  const address = `${url}/api/form/submissions?range=[0,${rows - 1}]`
  const answer = await fetch(address, { headers: { authorization: `Bearer ${busy}` } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`status ${answer.status}`)
}

async function askUntil(isOver: () => boolean): Promise<number[]> {
  const taken: number[] = []
  do {
    const address = `${url}/api/form/submissions?range=%5B0,9%5D`
    const { stdout } = await promisify(execFile)('curl', [
      '-sS', '-f', '-o', os.devNull, '-w', '%{time_total}', '-H', `authorization: Bearer ${other}`, address,
    ]) // prettier-ignore
    taken.push(Number(stdout) * 1000)
  } while (!isOver())
  return taken
}

const shown = (taken: number[]) => ({
  calls: taken.length,
  median: `${percentile(taken, 0.5).toFixed(0)} ms`,
  p95: `${percentile(taken, 0.95).toFixed(0)} ms`,
  longest: `${Math.max(...taken).toFixed(0)} ms`,
})

console.log(
  `${os.cpus()[0]?.model}, ${os.availableParallelism()} threads, load ${os.loadavg()[0]?.toFixed(1)}`,
)
const end = performance.now() + QUIET_MS
const table = { quiet: shown(await askUntil(() => performance.now() > end)) }
for (const rows of [10, 100, 1000]) {
  let isOver = false
  const lists = Promise.all(Array.from({ length: AT_ONCE }, () => list(rows))).finally(() => (isOver = true))
  Object.assign(table, { [`beside ${AT_ONCE} lists of ${rows} rows`]: shown(await askUntil(() => isOver)) })
  await lists
}
console.table(table)
await filled.stop()
