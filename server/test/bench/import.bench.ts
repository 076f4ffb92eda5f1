// For how long an import of 2,000 users holds locks, and how late /health/live answers beside hostile CSV files.
// Run by: npm run build && npx tsx server/test/bench/import.bench.ts
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { LIMITS } from '#domain/limits'
import { startScratchPostgres } from '../../platform/database/scratch-postgres.ts'
import { startHostileServer } from '../hostile/hostile-server.ts'
import { call } from '../support/factories.ts'
import { percentile } from '../support/processes.ts'
import { probeHealth } from './hostile/health-probe.ts'

const WATCH_MS = 10

const postgres = await startScratchPostgres()
const server = await startHostileServer({
  DATABASE_URL: postgres.url,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
})
const { url, token } = server.target
const watcher = new pg.Client({ connectionString: postgres.adminUrl })
await watcher.connect()

/** The oldest transaction that has written, and so holds locks until it ends. */
async function longestLock<T>(work: () => Promise<T>): Promise<{ result: T; took: number; held: number }> {
  const began = performance.now()
  let held = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await watcher.query<{ seconds: number | null }>(`
        SELECT max(extract(epoch FROM clock_timestamp() - xact_start))::float8 AS seconds
        FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()`)
      held = Math.max(held, rows[0]?.seconds ?? 0)
      await delay(WATCH_MS)
    }
  })()
  const result = await work()
  isOver = true
  await watching
  return { result, took: (performance.now() - began) / 1000, held }
}

const send = (kind: string, csv: string, dryRun: boolean, as = token) =>
  call(url, 'POST', `/import/${kind}`, { token: as, body: { csv, dryRun } })

async function measure(name: string, work: () => ReturnType<typeof send>) {
  const { result, took, held } = await longestLock(work)
  const { errors, ...told } = (result.body.data ?? {}) as { errors?: object[] }
  const outcome = JSON.stringify({ ...told, errors: errors?.length })
  console.log(`${name}: ${result.status} ${outcome}, ${took.toFixed(1)} s, locks held ${held.toFixed(2)} s`)
}

async function health(name: string, work: () => Promise<unknown>) {
  const probe = probeHealth(server)
  await work()
  const answers = await probe.stop()
  const times = answers.map(({ took }) => took)
  const ran = Math.max(...answers.map((answer) => answer.ran))
  console.log(
    `/health/live ${name}: median ${percentile(times, 0.5).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(0)} ms, ` +
      `the main thread ran at most ${ran.toFixed(0)} ms before an answer`,
  )
}

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at))

try {
  const created = await call(url, 'POST', '/admin/create-company', {
    token,
    body: {
      company: { nameIn: 'Bench', nameOut: 'Bench' },
      role: { name: 'Boss', userType: 'company', permissions: ['page:users', 'user:create'] },
      user: { name: 'Boss', email: 'boss@bench.example', password: 'correct-horse-1' },
    },
  })
  if (created.status !== 200) throw new Error(JSON.stringify(created.body))
  const login = { email: 'boss@bench.example', password: 'correct-horse-1' }
  const boss = ((await call(url, 'POST', '/auth/login', { body: login })).body.data as { token: string })
    .token
  const users = ['email,name', ...lines(LIMITS.importRows, (at) => `u${at}@other.example,User ${at}`)].join(
    '\n',
  )
  const own = users.replaceAll('other.example', 'own.example')
  const companies = ['nameIn,nameOut', ...lines(LIMITS.importRows, (at) => `Many ${at},Many`)].join('\n')
  await measure('dry run of 2,000 users', () => send('users', own, true, boss))
  await measure('import of 2,000 users', () => send('users', users, false))
  await measure('the same again', () => send('users', users, false))
  await measure('dry run of 2,000 addresses of another company', () => send('users', users, true, boss))
  await measure('import of 2,000 companies', () => send('companies', companies, false))
  await send('users', own, false, boss)
  const links = ['companyId,userEmail', ...lines(LIMITS.importRows, (at) => `Bench,u${at}@own.example`)].join(
    '\n',
  )
  await measure('import of 2,000 links', () => send('links', links, false))

  const megabyte = (text: string) => `nameIn,nameOut\n${text.repeat(LIMITS.importBytes / text.length - 1)}`
  await health('idle', () => delay(3000))
  for (const text of ['a\n', '"a"b', ',', '"\n', 'x', '"",\n', '""""', 'é,é\n', '\n', ' '])
    await health(`beside 1 MB of ${JSON.stringify(text)}`, () => send('companies', megabyte(text), true))
  for (const [column, text] of [
    ['notifyEmails', 'a@b.example,'],
    ['notifyEmails', 'a.'],
    ['email', 'a.'],
    ['timeZone', 'x'],
    ['nameIn', ' é'],
  ] as const) {
    const cell = text.repeat((LIMITS.importBytes - 100) / text.length / (text.includes('é') ? 1.5 : 1))
    await health(`beside a cell of 1 MB of ${JSON.stringify(text)} in ${column}`, () =>
      send('companies', `${column}\n"${cell}"`, true),
    )
  }
  await health('beside 2,000 lines that no rule allows', () =>
    send('users', ['email,name', ...lines(LIMITS.importRows, () => `${'x'.repeat(400)},`)].join('\n'), true),
  )
} finally {
  await watcher.end()
  await server.stop()
  await postgres.stop()
}
