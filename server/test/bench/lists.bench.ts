// How long lists take over HTTP at the server's production bundle, with 100,000 submissions, 2,000 companies and 5,000
// users beside 1,000, 20 and 50 of them. Ends with 1 where a median is over 100 ms. Run by: npm run bench:lists
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../database/embedded-postgres.ts'
import { signIn } from '../support/factories.ts'
import { startChild, type Child } from '../support/processes.ts'
import { fill, PASSWORD, SIGN_IN, type Size } from './lists/fill.ts'
import { measure } from './lists/measure.ts'
import { otherLists } from './lists/other-lists.ts'
import { SUBMISSION_QUESTIONS, type Question } from './lists/questions.ts'

const REPETITIONS = Number(process.env.BENCH_REPETITIONS ?? 15)
const BUDGET_MS = 100
const ADMIN = 'admin@example.com'
const SIZES: Size[] = [
  { submissions: 1_000, companies: 20, users: 50 },
  { submissions: 100_000, companies: 2_000, users: 5_000 },
]

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'intake-bench-'))
const postgres = await startEmbeddedPostgres(dataDir)
const mainKey = randomBytes(32)
const servers: Child[] = []

async function startFilled(size: Size): Promise<void> {
  const name = `lists_${size.submissions}`
  const admin = new pg.Client({ connectionString: postgres.adminUrl })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name} OWNER intake`)
  await admin.end()
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  // It seeds an empty database, and writes down there which key the applications are encrypted with.
  const server = await startChild(['dist/server.mjs'], {
    DATABASE_URL: url.href,
    ENCRYPTION_KEY: mainKey.toString('base64'),
    DATA_DIR: path.join(dataDir, name),
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD: PASSWORD,
    NODE_ENV: 'production',
    PORT: '0',
    SEED_DEMO: '0',
    WORKER: 'off',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  })
  servers.push(server)
  const began = performance.now()
  await fill(url.href, mainKey, size)
  const rows = Object.entries(size).map(([table, count]) => `${count.toLocaleString('en-US')} ${table}`)
  console.log(`${rows.join(', ')}: filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
}

const load = () => `load ${os.loadavg()[0]?.toFixed(1)}`
const cell = (milliseconds: number) => milliseconds.toFixed(1).padStart(7)
let slow = 0

async function report(who: string, email: string, questions: readonly Question[]): Promise<void> {
  const callers = await Promise.all(
    servers.map(async ({ url }) => ({ url, token: await signIn(url, email, PASSWORD) })),
  )
  console.log(
    `\n${`${who} (${load()})`.padEnd(56)} ${SIZES.map(({ submissions }) => `${submissions} rows`.padStart(24)).join('')}`,
  )
  for (const question of questions) {
    const times = await measure(callers, question, REPETITIONS)
    const isSlow = (times?.at(-1)?.median ?? 0) > BUDGET_MS
    if (isSlow) slow += 1
    const cells =
      times
        ?.map(({ total, median, p95 }) => `${String(total).padStart(7)} ${cell(median)} ${cell(p95)} `)
        .join('') ?? '  refused'
    console.log(`  ${question.name.padEnd(54)} ${cells}${isSlow ? ' over budget' : ''}`)
  }
}

try {
  for (const size of SIZES) await startFilled(size)
  console.log(
    `${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.availableParallelism()} threads, ${load()}; ` +
      `how many match, median and p95 of ${REPETITIONS} calls each, in turns, in ms`,
  )
  await report('Submitted Forms, an admin', ADMIN, SUBMISSION_QUESTIONS)
  await report('Submitted Forms, a company with half of them', SIGN_IN.large, SUBMISSION_QUESTIONS)
  await report('Submitted Forms, a company with 50', SIGN_IN.small, SUBMISSION_QUESTIONS)
  const url = servers.at(-1)?.url ?? ''
  const others = await otherLists(url, await signIn(url, ADMIN, PASSWORD), '/form/submissions')
  if (others.length > 0) await report('Every other list, an admin', ADMIN, others)
  console.log(`\n${slow} medians over ${BUDGET_MS} ms; ${load()}`)
} finally {
  await Promise.all(servers.map((server) => server.stop()))
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exitCode = slow > 0 ? 1 : 0
