// How long each hostile request and file takes to be refused, what all of them leave in memory, and how hostile texts
// weigh on a server that makes their PDFs. Run by: npm run bench:hostile
import { setTimeout as delay } from 'node:timers/promises'
import { PDF_LIMITS } from '#domain/limits'
import { startHostileServer, type HostileServer } from '../hostile/hostile-server.ts'
import { HOSTILE_TABLE } from '../hostile/hostile-table.ts'
import { percentile } from '../support/processes.ts'
import { probeHealth, type HealthAnswer } from './hostile/health-probe.ts'
import { unicodeLoad } from './hostile/unicode-load.ts'

const MEGABYTE = 1024 * 1024
const SLOWEST_SHOWN = 5

const ms = (time: number) => `${time.toFixed(time < 10 ? 1 : 0)} ms`
const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(0)} MB`

function reportHealth(answers: HealthAnswer[]): void {
  const times = answers.map(({ took }) => took)
  const longest = Math.max(...answers.map(({ ran }) => ran))
  console.log(
    `/health/live: ${times.length} answers, median ${ms(percentile(times, 0.5))}, ` +
      `99 of 100 within ${ms(percentile(times, 0.99))}, slowest ${ms(Math.max(...times))}; the main thread ran at most ${ms(longest)} before one`,
  )
}

async function refusals(server: HostileServer): Promise<void> {
  const before = await server.memory()
  const took: { name: string; ms: number }[] = []
  let peak = before
  const probe = probeHealth(server)
  for (const { name, send, status } of HOSTILE_TABLE) {
    const began = performance.now()
    const answer = await send(server.target)
    took.push({ name, ms: performance.now() - began })
    if (answer.status !== status) throw new Error(`${name} was answered with ${answer.status}`)
    peak = Math.max(peak, await server.memory())
  }
  const health = await probe.stop()
  const times = took.map(({ ms }) => ms)
  console.log(
    `${took.length} refusals: median ${ms(percentile(times, 0.5))}, ` +
      `99 of 100 within ${ms(percentile(times, 0.99))}, all within ${ms(Math.max(...times))}`,
  )
  for (const { name, ms } of took.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN))
    console.log(`  ${ms.toFixed(0).padStart(5)} ms  ${name}`)
  reportHealth(health)
  console.log(
    `Memory: ${megabytes(before)} before, ${megabytes((await server.memory()) - before)} more after, ` +
      `at most ${megabytes(peak - before)} more between`,
  )
}

async function texts(server: HostileServer): Promise<void> {
  const { health, downloads, states, memory, seconds } = await unicodeLoad(server)
  const times = downloads.map(({ ms }) => ms)
  const statuses = [...new Set(downloads.map(({ status }) => status))].join(', ')
  console.log(`Hostile texts: ${[...states].map(([state, count]) => `${count} ${state}`).join(', ')}`)
  console.log(`  after ${seconds.toFixed(1)} s, with ${downloads.length} downloads (status ${statuses}): `)
  console.log(
    `  median ${ms(percentile(times, 0.5))}, 95 of 100 within ${ms(percentile(times, 0.95))}, ` +
      `slowest ${ms(Math.max(0, ...times))}`,
  )
  reportHealth(health)
  const inQuarters = [0, 0.25, 0.5, 0.75].map((share) => memory[Math.floor(memory.length * share)] ?? 0)
  const last = await server.memory()
  await delay(PDF_LIMITS.idleMs + 5000)
  console.log(
    `Memory: ${[...inQuarters, last].map(megabytes).join(', ')} in the course, ` +
      `${megabytes(Math.max(...memory))} at most, ${megabytes(await server.memory())} once the threads have ended`,
  )
}

for (const [part, env] of [
  [refusals, {}],
  [texts, { WORKER: undefined }],
] as const) {
  const server = await startHostileServer({ DATABASE_URL: undefined, ...env })
  try {
    await part(server)
  } finally {
    await server.stop()
  }
}
