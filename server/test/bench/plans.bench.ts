// Which plans PostgreSQL chooses for every list, search, count, board, dashboard and export with 1,000,000 submissions: fails
// where a large table is read whole. Run by: npm run bench:plans, with BENCH_DATA, and with
// BENCH_ONLY, which names of calls match, for some of them.
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { signIn } from '../support/factories.ts'
import { PASSWORD, SIGN_IN } from './filled/brokers.ts'
import { ADMIN, openFilled } from './filled/filled-intake.ts'
import type { Question } from './lists/questions.ts'
import { planFaults, plansIn } from './plans/plan-faults.ts'
import { askPlanned, planQuestions } from './plans/plan-questions.ts'

/** A table with fewer rows may be read whole. */
const LARGE = 50_000
const ONLY = new RegExp(process.env.BENCH_ONLY ?? '')

const filled = await openFilled({ submissions: 1_000_000, companies: 20_000, users: 100_000 })
const admin = new pg.Client({ connectionString: filled.databaseUrl })
await admin.connect()
const SETTINGS = {
  session_preload_libraries: "'auto_explain'",
  // A search for owners makes 800 short statements.
  'auto_explain.log_min_duration': '3',
  'auto_explain.log_format': 'json',
  'auto_explain.log_nested_statements': 'on',
}
const logFile = path.join(filled.folder, 'data', 'postgres.log')
let faulty = 0

async function check(
  who: string,
  url: string,
  token: string,
  question: Question,
  sizes: Map<string, number>,
) {
  const { size } = await stat(logFile)
  const began = performance.now()
  const status = await askPlanned(url, token, question)
  const took = performance.now() - began
  await delay(50)
  const file = await open(logFile)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(32_000_000), position: size })
  await file.close()
  const plans = plansIn(buffer.toString('utf8', 0, bytesRead))
  const isLarge = (table: string) => (sizes.get(table) ?? 0) >= LARGE
  const faults = new Set(plans.flatMap((plan) => planFaults(plan, isLarge)))
  if (faults.size > 0 || status !== 200) faulty += 1
  const result = status === 200 ? [...faults].join(', ') || 'ok' : `status ${status}`
  console.log(
    `${who.padEnd(9)}${question.name.padEnd(60)}${String(plans.length).padStart(3)} plans ${took.toFixed(0).padStart(7)} ms  ${result}`,
  )
}

try {
  for (const [name, value] of Object.entries(SETTINGS))
    await admin.query(`ALTER SYSTEM SET ${name} = ${value}`)
  await admin.query('SELECT pg_reload_conf()')
  const { rows } = await admin.query<{ name: string; rows: number }>(
    `SELECT relname AS name, reltuples::float8 AS rows FROM pg_class WHERE relkind IN ('r', 'p')`,
  )
  const sizes = new Map(rows.map((row) => [row.name, row.rows]))
  // Its connections are new, so they load the module.
  const other = await filled.start()
  const { url } = other
  for (const [who, email] of [
    ['admin', ADMIN],
    ['large', SIGN_IN.large],
    ['small', SIGN_IN.small],
  ] as const) {
    const token = await signIn(url, email, PASSWORD)
    for (const question of await planQuestions(url, token))
      if (ONLY.test(question.name)) await check(who, url, token, question, sizes)
  }
  await other.stop()
} finally {
  for (const name of Object.keys(SETTINGS)) await admin.query(`ALTER SYSTEM RESET ${name}`)
  await admin.query('SELECT pg_reload_conf()')
  await admin.end()
  await filled.stop()
}
console.log(`${faulty} calls with plans that read too much`)
process.exitCode = faulty > 0 ? 1 : 0
