// How long each hostile request and file takes to be refused, and what all of them leave in memory. Run by:
// npm run bench:hostile
import { startHostileServer } from '../hostile/hostile-server.ts'
import { HOSTILE_TABLE } from '../hostile/hostile-table.ts'
import { percentile } from '../support/processes.ts'

const MEGABYTE = 1024 * 1024
const SLOWEST_SHOWN = 5

const server = await startHostileServer()
try {
  const before = await server.memory()
  const took: { name: string; ms: number }[] = []
  let peak = before
  for (const { name, send, status } of HOSTILE_TABLE) {
    const began = performance.now()
    const answer = await send(server.target)
    took.push({ name, ms: performance.now() - began })
    if (answer.status !== status) throw new Error(`${name} was answered with ${answer.status}`)
    peak = Math.max(peak, await server.memory())
  }
  const times = took.map(({ ms }) => ms)
  console.log(
    `${took.length} refusals: median ${percentile(times, 0.5).toFixed(1)} ms, ` +
      `99 of 100 within ${percentile(times, 0.99).toFixed(0)} ms, all within ${Math.max(...times).toFixed(0)} ms`,
  )
  for (const { name, ms } of took.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN))
    console.log(`  ${ms.toFixed(0).padStart(5)} ms  ${name}`)
  const grown = ((await server.memory()) - before) / MEGABYTE
  console.log(
    `Memory: ${(before / MEGABYTE).toFixed(0)} MB before, ${grown.toFixed(0)} MB more after, ` +
      `at most ${((peak - before) / MEGABYTE).toFixed(0)} MB more between`,
  )
} finally {
  await server.stop()
}
