// What row-level security costs: a company's list of submissions and a submit over HTTP at the server's production
// bundle, with the policies and without them, in turns within one run. 20,000 submissions, 50 companies.
// Run by: npm run bench:rls
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts'
import { call, signIn } from '../support/factories.ts'
import { median, percentile, startChild, type Child } from '../support/processes.ts'
import { PASSWORD, SIGN_IN } from './filled/brokers.ts'
import { fill } from './filled/fill.ts'
import { COMMON_WORD } from './filled/words.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 30)
const CALLS = Number(process.env.BENCH_CALLS ?? 8)
const WARM_UP = 2
const SIZE = { submissions: 20_000, companies: 50, users: 100 }

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'intake-bench-'))
const postgres = await startEmbeddedPostgres(dataDir)
const client = new pg.Client({ connectionString: postgres.url })
const mainKey = randomBytes(32)
let server: Child | undefined

type Work = { name: string; run: () => Promise<unknown> }
type Side = 'with' | 'without'

/** Switches row-level security of every table that has it. */
async function switchPolicies(tables: string[], side: Side): Promise<void> {
  const verb = side === 'with' ? 'ENABLE' : 'DISABLE'
  for (const table of tables) await client.query(`ALTER TABLE "${table}" ${verb} ROW LEVEL SECURITY`)
}

async function timed({ run }: Work): Promise<number[]> {
  const times: number[] = []
  for (let each = -WARM_UP; each < CALLS; each++) {
    const began = performance.now()
    await run()
    if (each >= 0) times.push(performance.now() - began)
  }
  return times
}

/** A list of the caller's company; the same rows on both sides, as the service names its company too. */
async function listing(
  name: string,
  url: string,
  email: string,
  query: Record<string, unknown>,
): Promise<Work> {
  const token = await signIn(url, email, PASSWORD)
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) search.set(key, JSON.stringify(value))
  let expected: unknown
  return {
    name,
    run: async () => {
      const { status, body } = await call(url, 'GET', `/form/submissions?${search.toString()}`, { token })
      expected ??= body.total
      if (status !== 200 || body.total !== expected)
        throw new Error(`${name}: ${status}, ${String(body.total)} rows`)
    },
  }
}

function submitting(url: string): Work {
  const body = { ...fullApplication(), generatedLinkSlug: 'demo' }
  return {
    name: 'submit',
    run: async () => {
      const { status } = await call(url, 'POST', '/form/submit', { body })
      if (status !== 200) throw new Error(`submit: ${status}`)
    },
  }
}

try {
  await client.connect()
  server = await startChild(['dist/server.mjs'], {
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEY: mainKey.toString('base64'),
    DATA_DIR: path.join(dataDir, 'intake'),
    NODE_ENV: 'production',
    PORT: '0',
    SEED_DEMO: '1',
    WORKER: 'off',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  })
  const { url } = server
  await fill(postgres.url, mainKey, SIZE)
  const { rows } = await client.query<{ table: string }>(
    `SELECT relname AS table FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relrowsecurity ORDER BY 1`,
  )
  const tables = rows.map(({ table }) => table)
  const range = [0, 9]
  const works = [
    await listing('list, first page of 10,000', url, SIGN_IN.large, { range }),
    await listing('list, search of 10,000', url, SIGN_IN.large, { range, filter: { q: COMMON_WORD } }),
    await listing('list, first page of 50', url, SIGN_IN.small, { range }),
    submitting(url),
  ]
  const load = () => `load ${os.loadavg()[0]?.toFixed(1)}`
  console.log(
    `${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.availableParallelism()} threads, ${load()}; ${tables.length} ` +
      `tables; ${ROUNDS} rounds of ${CALLS} calls on each side, in turns; ms: ` +
      `median, and the fastest tenth, which what else the machine does weighs on least`,
  )
  const times = works.map(() => ({ with: [] as number[], without: [] as number[] }))
  for (let round = 0; round < ROUNDS; round++) {
    // Whoever goes first goes second in the next round.
    const sides: Side[] = round % 2 === 0 ? ['with', 'without'] : ['without', 'with']
    for (const side of sides) {
      await switchPolicies(tables, side)
      for (const [index, work] of works.entries()) times[index]?.[side].push(...(await timed(work)))
    }
  }
  for (const [index, { name }] of works.entries()) {
    const { with: secured = [], without: bare = [] } = times[index] ?? {}
    const [fast, faster] = [percentile(secured, 0.1), percentile(bare, 0.1)]
    const cells = [median(secured), fast, median(bare), faster].map((time) => time.toFixed(2).padStart(7))
    const [one, two, three, four] = cells
    const cost = `${(fast - faster).toFixed(2)} ms (${((100 * (fast - faster)) / faster).toFixed(0)} %)`
    console.log(
      `  ${name.padEnd(28)} with ${one} ${two}, without ${three} ${four}, the fastest differ by ${cost}`,
    )
  }
  console.log(load())
} finally {
  await server?.stop()
  await client.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
