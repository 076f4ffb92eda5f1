// Applicants who draft, upload, submit and poll for minutes, and the memory of the servers meanwhile. Then, what two
// nodes take at most beside what one takes, each with the same share of a processor.
// Run by: npm run bench:endurance [-- memory | nodes]
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readArguments } from '../../command-line.mjs'
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts'
import { findPostmaster } from '../../platform/database/postgres-server.ts'
import { makeScratchFolder } from '../../platform/database/scratch-postgres.ts'
import { median } from '../support/processes.ts'
import { processTime, residentMegabytes } from './compare/process-figures.ts'
import { limitProcessor } from './endurance/limit-processor.ts'
import { familyMegabytes } from './endurance/memory.ts'
import { startApplicants, type Crowd } from './endurance/applicants.ts'
import { startRunning, type Running } from './filled/filled-intake.ts'

const number = (name: string, unless: number): number => Number(process.env[name] ?? unless)
const APPLICANTS = number('BENCH_APPLICANTS', 200)
const SECONDS = number('BENCH_SECONDS', 300)
const FIRST_SECONDS = number('BENCH_FIRST_SECONDS', 60)
/** Between two calls of one applicant. */
const THINK_MS = number('BENCH_THINK_MS', 4000)
const NODE_SECONDS = number('BENCH_NODE_SECONDS', 20)
/** Of one processor, for each node. */
const SHARE = number('BENCH_SHARE', 0.25)
/** Memory is read this often, and a figure is the median of the readings around its time. */
const READ_EVERY_MS = 2000
const AROUND_MS = 10_000

const [only] = readArguments({
  usage: 'npm run bench:endurance -- [memory | nodes]',
  operands: [0, 1],
}).positionals
const folder = await mkdtemp(path.join(os.tmpdir(), 'intake-endurance-'))
const postgresFolder = await makeScratchFolder()
const postgres = await startEmbeddedPostgres(postgresFolder, { settings: ['max_connections=200'] })
const nodes: Running[] = []
const key = randomBytes(32).toString('base64')
let missed = false

const startNode = async (env: Record<string, string> = {}): Promise<Running> => {
  const node = await startRunning(['dist/server.mjs'], {
    DATABASE_URL: postgres.url,
    DATA_DIR: path.join(folder, 'data'),
    ENCRYPTION_KEY: key,
    PORT: '0',
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
    SEED_DEMO: '1',
    UPLOAD_QUOTA_COMPANY_MB: '100000',
    UPLOAD_QUOTA_ADDRESS_MB: '100000',
    ...env,
  })
  nodes.push(node)
  return node
}

try {
  const one = await startNode()
  const load = () => os.loadavg()[0]?.toFixed(1)
  console.log(`${os.cpus()[0]?.model}, ${os.availableParallelism()} processors, load before ${load()}`)
  if (only !== 'nodes') await measureMemory(one)
  if (only !== 'memory') await measureNodes(one)
  console.log(`load after ${load()}`)
} finally {
  for (const node of nodes) await node.stop()
  await postgres.stop()
  for (const each of [folder, postgresFolder]) await rm(each, { recursive: true, force: true })
}
process.exitCode = missed ? 1 : 0

type Reading = { atMs: number; server: number; postgres: number }

async function measureMemory(node: Running): Promise<void> {
  const postmaster = (await findPostmaster(path.join(postgresFolder, 'postgres')))?.pid ?? 0
  const crowd = startApplicants([node.url], { count: APPLICANTS, thinkMs: THINK_MS })
  const readings: Reading[] = []
  const began = performance.now()
  while (performance.now() - began < SECONDS * 1000) {
    const [server, database] = [await residentMegabytes(node.pid), await familyMegabytes(postmaster)]
    readings.push({ atMs: performance.now() - began, server, postgres: database })
    await delay(READ_EVERY_MS)
  }
  await crowd.stop()
  const around = (atMs: number, of: 'server' | 'postgres') =>
    median(readings.filter((each) => Math.abs(each.atMs - atMs) <= AROUND_MS).map((each) => each[of]))
  console.log(`\n${APPLICANTS} applicants for ${SECONDS} s: ${tell(crowd)}`)
  const rows = (['server', 'postgres'] as const).map((of) => {
    const [first, last] = [around(FIRST_SECONDS * 1000, of), around(SECONDS * 1000, of)]
    return { of, first, last, times: last / first }
  })
  for (const { of, first, last, times } of rows)
    console.log(
      `${of}: ${first.toFixed(0)} MB after ${FIRST_SECONDS} s, ${last.toFixed(0)} MB at the end, x ${times.toFixed(2)} (at most 1.2)`,
    )
  missed ||= crowd.errors.length > 0 || (rows[0]?.times ?? 2) > 1.2
}

/** Each node has a share of a processor that PostgreSQL and the applicants leave, so that it is the limit. */
async function measureNodes(one: Running): Promise<void> {
  const two = await startNode()
  const limits = await Promise.all(
    [one, two].map(({ pid }, index) => limitProcessor(`intake-${index}`, pid, SHARE)),
  )
  try {
    const rates: number[] = []
    for (const urls of [[one.url], [one.url, two.url], [one.url], [one.url, two.url]]) {
      const crowd = startApplicants(urls, { count: 12 * urls.length, thinkMs: 0, polls: 0 })
      await delay(3000)
      const before = [crowd.submitted(), await processTime(one.pid), await processTime(two.pid)]
      const began = performance.now()
      await delay(NODE_SECONDS * 1000)
      const seconds = (performance.now() - began) / 1000
      const after = [crowd.submitted(), await processTime(one.pid), await processTime(two.pid)]
      const [done = 0, own = 0, other = 0] = after.map((each, index) => each - (before[index] ?? 0))
      await crowd.stop()
      rates.push(done / seconds)
      const each = (own + (urls.length > 1 ? other : 0)) / done
      console.log(
        `${urls.length} node${urls.length > 1 ? 's' : ''} at ${SHARE * 100} % of a processor: ` +
          `${(done / seconds).toFixed(2)} applications/s, ${each.toFixed(0)} ms of processor time each; ${tell(crowd)}`,
      )
      missed ||= crowd.errors.length > 0
    }
    const [a = 0, b = 0, c = 0, d = 0] = rates
    const times = (b + d) / (a + c)
    console.log(`two nodes take x ${times.toFixed(2)} of what one takes (at least 1.8)`)
    missed ||= times < 1.8
  } finally {
    for (const lift of limits) await lift()
  }
}

function tell({ submitted, calls, errors, slowest }: Crowd): string {
  const shown = errors.length > 0 ? `: ${[...new Set(errors)].slice(0, 5).join('; ')}` : ''
  return `${submitted()} applications, ${calls()} calls, slowest ${slowest().toFixed(0)} ms, ${errors.length} errors${shown}`
}
