import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { systemUrl } from '../../../platform/database/connections.ts'
import { startEmbeddedPostgres } from '../../../platform/database/embedded-postgres.ts'
import { readOrCreateSecretFile } from '../../../secret-file.ts'
import { startChild, type Child } from '../../support/processes.ts'
import { PASSWORD, type Size } from './brokers.ts'
import { fill } from './fill.ts'
import { removeTraces } from './remove-traces.ts'

export const ADMIN = 'admin@example.com'

export type Running = Child & { pid: number }

/** Intake on its embedded PostgreSQL with that many rows. */
export type FilledIntake = {
  size: Size
  folder: string
  intake: Running
  /** the addresses of its database: the application's role's and a superuser's */
  appUrl: string
  databaseUrl: string
  postgresPid: number
  /** starts another server on the same database and files */
  start: (env?: Record<string, string>) => Promise<Running>
  stop: () => Promise<void>
}

const SERVER = process.env.BENCH_SERVER ?? 'dist/server.mjs'
const KEPT = process.env.BENCH_DATA

/**
 * Fills a new database, or takes the one that an earlier run left in BENCH_DATA, each size in a folder of its own.
 * @param nodeOptions before the server's file
 */
export async function openFilled(
  size: Size,
  { nodeOptions = [], env = {} }: { nodeOptions?: string[]; env?: Record<string, string> } = {},
): Promise<FilledIntake> {
  const root = KEPT ?? (await mkdtemp(path.join(os.tmpdir(), 'intake-bench-')))
  const folder = path.resolve(root, String(size.submissions))
  await mkdir(folder, { recursive: true })
  // As root the database runs as another user, who must get through.
  for (const each of [root, folder]) await chmod(each, 0o755)
  const dataDir = path.join(folder, 'data')
  const key = await readOrCreateSecretFile(path.join(folder, 'main-key'), () =>
    randomBytes(32).toString('base64'),
  )
  const start = (more: Record<string, string> = {}) =>
    startIntake({ DATA_DIR: dataDir, ENCRYPTION_KEY: key, ...env, ...more }, nodeOptions)
  // It migrates and seeds an empty database, and writes down there which key the applications are encrypted with.
  const intake = await start()
  const postgres = await startEmbeddedPostgres(dataDir)
  const databaseUrl = new URL(postgres.adminUrl)
  databaseUrl.pathname = '/intake'
  await ensureRows(databaseUrl.href, Buffer.from(key, 'base64'), size)
  const [pid] = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return {
    size,
    folder,
    intake,
    start,
    appUrl: postgres.url,
    databaseUrl: databaseUrl.href,
    postgresPid: Number(pid),
    async stop() {
      // What a load left behind ends first.
      await delay(500)
      await intake.stop()
      if (KEPT) await removeTraces(databaseUrl.href, dataDir)
      await postgres.stop()
      if (!KEPT) await rm(root, { recursive: true, force: true })
    },
  }
}

/** The production bundle, without jobs and limits, as both depend on what ran before. */
export const startIntake = (env: Record<string, string>, nodeOptions: string[] = []): Promise<Running> =>
  startRunning([...nodeOptions, path.resolve(SERVER)], {
    DATABASE_URL: '',
    STORAGE_URL: '',
    PORT: '0',
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    WORKER: 'off',
    RATE_LIMIT: 'off',
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD: PASSWORD,
    SEED_DEMO: '1',
    ...env,
  })

export async function startRunning(args: string[], env: Record<string, string>): Promise<Running> {
  const child = await startChild(args, env)
  return { ...child, pid: child.process.pid ?? 0 }
}

async function ensureRows(url: string, key: Buffer, size: Size): Promise<void> {
  const client = new pg.Client({ connectionString: systemUrl(url) })
  await client.connect()
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int FROM "FormSubmission"')
  await client.end()
  const found = rows[0]?.count ?? 0
  if (found >= size.submissions) return
  if (found > 0)
    throw new Error(
      `Only ${found} of ${size.submissions} submissions are there; remove the folder of BENCH_DATA`,
    )
  const began = performance.now()
  await alterSystem(url, (name, value) => `SET ${name} = ${value}`)
  await fill(url, key, size)
  await alterSystem(url, (name) => `RESET ${name}`)
  const counts = Object.entries(size).map(([table, count]) => `${count.toLocaleString('en-US')} ${table}`)
  console.log(`${counts.join(', ')}: filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
}

const WHILE_FILLING = {
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: "'8GB'",
  checkpoint_timeout: "'1h'",
  autovacuum: 'off',
}

/** Changes settings that make filling faster and less safe: after a crash the database is filled anew. */
async function alterSystem(url: string, change: (name: string, value: string) => string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const [name, value] of Object.entries(WHILE_FILLING))
    await client.query(`ALTER SYSTEM ${change(name, value)}`)
  await client.query('SELECT pg_reload_conf()')
  await client.query('CHECKPOINT')
  await client.end()
}
