import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import pg from 'pg'
import { systemUrl } from '../../../database/db.ts'
import { startEmbeddedPostgres } from '../../../database/embedded-postgres.ts'
import { projectRoot } from '../../../project-root.ts'
import { readOrCreateSecretFile } from '../../../secret-file.ts'
import { signIn } from '../../support/factories.ts'
import { startChild, type Child } from '../../support/processes.ts'
import { fill, PASSWORD, type Size } from '../lists/fill.ts'
import { makeBareTables } from './bare-tables.ts'
import { options } from './options.ts'
import { removeTraces } from './remove-traces.ts'

export const ADMIN = 'admin@example.com'

export type Running = Child & { pid: number }

/** A filled Intake on its embedded PostgreSQL, and the bare server on the same one. */
export type Stage = {
  size: Size
  folder: string
  intake: Running
  bare: Running
  /** a superuser's address of Intake's database */
  databaseUrl: string
  postgresPid: number
  /** an admin's session */
  token: string
  profileFile: string
  startIntake: (env?: Record<string, string>) => Promise<Running>
  startBare: () => Promise<Running>
  stop: () => Promise<void>
}

/** Fills a new database, or takes the one that an earlier run left in BENCH_DATA. */
export async function openStage(submissions: number): Promise<Stage> {
  const root = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'intake-bench-')))
  const folder = path.resolve(root, String(submissions))
  await mkdir(path.join(folder, 'bare'), { recursive: true })
  // As root the database runs as another user, who must get through.
  for (const each of [root, folder]) await chmod(each, 0o755)
  const key = await readOrCreateSecretFile(path.join(folder, 'main-key'), () =>
    randomBytes(32).toString('base64'),
  )
  const profileFile = path.join(folder, 'profile.json')
  const bareFile = path.join(projectRoot, '.cache', `bare-server-${process.pid}.mjs`)
  await build({
    entryPoints: [path.join(import.meta.dirname, 'bare-server.ts')],
    ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile: bareFile },
  })

  const startIntake = (env: Record<string, string> = {}) =>
    startRunning([...(options.profile ? ['--import', PROFILER] : []), path.resolve(options.server)], {
      ...{ DATA_DIR: path.join(folder, 'data'), DATABASE_URL: '', STORAGE_URL: '', ENCRYPTION_KEY: key },
      ...{ ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD, SEED_DEMO: '1', NODE_ENV: 'production', PORT: '0' },
      ...{ WORKER: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'error', BENCH_PROFILE: profileFile },
      ...env,
    })
  const intake = await startIntake()
  const postgres = await startEmbeddedPostgres(path.join(folder, 'data'))
  const databaseUrl = new URL(postgres.adminUrl)
  databaseUrl.pathname = '/intake'
  const size = { submissions, companies: 2_000, users: 5_000 }
  await prepareRows(postgres.url, databaseUrl.href, Buffer.from(key, 'base64'), size)
  const startBare = () =>
    startRunning([bareFile], {
      BARE_DATABASE_URL: databaseUrl.href,
      BARE_FOLDER: path.join(folder, 'bare'),
      NODE_ENV: 'production',
    })
  const bare = await startBare()
  const [pid] = (await readFile(path.join(folder, 'data', 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return {
    ...{ size, folder, intake, bare, profileFile, startIntake, startBare },
    databaseUrl: databaseUrl.href,
    postgresPid: Number(pid),
    token: await signIn(intake.url, ADMIN, PASSWORD),
    async stop() {
      await Promise.all([intake.stop(), bare.stop()])
      await removeTraces(databaseUrl.href, folder)
      await postgres.stop()
      await rm(bareFile)
      if (options.dataDir === null) await rm(root, { recursive: true, force: true })
    },
  }
}

const PROFILER = path.join(import.meta.dirname, 'profiler.mjs')

async function startRunning(args: string[], env: Record<string, string>): Promise<Running> {
  const child = await startChild(args, env)
  return { ...child, pid: child.process.pid ?? 0 }
}

async function prepareRows(url: string, adminUrl: string, key: Buffer, size: Size): Promise<void> {
  const client = new pg.Client({ connectionString: systemUrl(adminUrl) })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>('SELECT count(*)::int FROM "FormSubmission"')
    const found = rows[0]?.count ?? 0
    if (found === 0) {
      const began = performance.now()
      await fill(url, key, size)
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      console.log(`${size.submissions.toLocaleString('en-US')} submissions filled in ${seconds} s`)
    } else if (found < size.submissions) {
      throw new Error(
        `Only ${found} of ${size.submissions} submissions are there; remove the folder of BENCH_DATA`,
      )
    }
    await makeBareTables(client)
  } finally {
    await client.end()
  }
}
