import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { randomSecret, readKeyFile, readOrCreateKeyFile } from '../crypto/key-file.ts'
import { toMessage } from '../system-error.ts'
import { ensureCluster, ensureDataDir, hasCluster } from './initdb.ts'
import { postgresAccount } from './postgres-account.ts'
import type { PostgresAccount } from './postgres-account.ts'
import { ensureRoleAndDatabase } from './embedded-role.ts'
import {
  findPostmaster,
  freePort,
  removeStalePidFile,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts'

export type EmbeddedPostgres = {
  /** the application's own role and database */
  url: string
  /** the superuser's, for making test databases; never handed to the application */
  adminUrl: string
  /** true when the server was already running, left behind by a process that was killed */
  adopted: boolean
  /** stops the server, unless another process still uses it */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** `name=value` lines of postgresql.conf, for tests that need no durability */
  settings?: string[]
  /** told in one sentence when the server went away and when it is back */
  onEvent?: (message: string) => void
}

const START_TIMEOUT_MS = 60_000
const RETRY_MS = 200
const RETRY_MAX_MS = 2000

// Statements that fail are not logged, as their text and values may be an applicant's.
const SETTINGS = [
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'timezone=UTC',
]

/** Marks the one connection by which each process shows that it uses the server. */
const PRESENCE = 'intake-presence'

/**
 * A real PostgreSQL server under `dataDir`/postgres, made on first use, with a role `intake` that is no superuser
 * and obeys row-level security, and a database `intake` that belongs to it. Passwords are random and kept under
 * `dataDir`/keys. A server that a killed process left running is adopted; one that dies is started again.
 *
 * @param dataDir absolute path
 * @throws Error when the server cannot be started, with the end of its log
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { settings = [], onEvent = () => {} }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const folder = path.join(dataDir, 'postgres')
  await ensureDataDir(dataDir, process.getuid?.() === 0)
  const account = await postgresAccount(dataDir)
  const adminFile = path.join(dataDir, 'keys', 'postgres-admin.password')
  // A new password would not open a cluster that was made with another.
  if ((await hasCluster(dataDir)) && (await readKeyFile(adminFile)) === null) {
    throw new Error(`The password of the embedded PostgreSQL is missing: restore ${adminFile} from a backup`)
  }
  const adminPassword = await readOrCreateKeyFile(adminFile, randomSecret)
  const rolePassword = await readOrCreateKeyFile(
    path.join(dataDir, 'keys', 'postgres-intake.password'),
    randomSecret,
  )
  await ensureCluster(folder, adminPassword, account)

  const server: Server = { folder, account, adminPassword, settings: [...SETTINGS, ...settings] }
  const first = await startOrAdopt(server, null)
  await ensureRoleAndDatabase(first.admin, rolePassword)
  const watch = keepRunning(server, first, onEvent)
  return {
    url: `postgresql://intake:${rolePassword}@127.0.0.1:${first.port}/intake`,
    adminUrl: adminUrl(server, first.port),
    adopted: first.adopted,
    stop: () => watch.stop(),
  }
}

type Server = { folder: string; account: PostgresAccount; adminPassword: string; settings: string[] }
type Running = { admin: pg.Client; pid: number; port: number; adopted: boolean }

function adminUrl(server: Server, port: number): string {
  return `postgresql://postgres:${server.adminPassword}@127.0.0.1:${port}/postgres`
}

/** Whichever of several processes comes first starts the server; the others find it running. */
async function startOrAdopt(
  server: Server,
  fixedPort: number | null,
  givenUp: () => boolean = () => false,
): Promise<Running> {
  const deadline = Date.now() + START_TIMEOUT_MS
  let last: unknown
  let pause = RETRY_MS
  while (Date.now() < deadline && !givenUp()) {
    try {
      const found = await findPostmaster(server.folder)
      if (found) {
        if (found.ready) return { ...found, admin: await connectAdmin(server, found.port), adopted: true }
      } else {
        await removeStalePidFile(server.folder)
        const port = fixedPort ?? (await freePort())
        const started = await spawnPostmaster(server.folder, port, server.account, server.settings)
        const admin = await connectAdmin(server, port).catch(async (error: unknown) => {
          if (isWrongPassword(error)) await stopPostmaster(server.folder, started.pid)
          throw error
        })
        return { ...started, admin, adopted: false }
      }
    } catch (error) {
      // Worth another try: it may be stopping, recovering, or have lost a race for its port or its folder.
      if (isWrongPassword(error)) throw wrongPassword(server, error)
      last = error
      // A server that fails again and again, as on a full disk, has nothing of being started all the time.
      pause = Math.min(pause * 1.5, RETRY_MAX_MS)
    }
    await delay(pause)
  }
  throw new Error(`The embedded PostgreSQL under ${server.folder} did not start`, { cause: last })
}

const INVALID_PASSWORD = '28P01'

const isWrongPassword = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === INVALID_PASSWORD

function wrongPassword(server: Server, cause: Error): Error {
  const keys = path.join(path.dirname(server.folder), 'keys')
  return new Error(`The embedded PostgreSQL refuses the password kept in ${keys}; restore that folder`, {
    cause,
  })
}

async function connectAdmin(server: Server, port: number): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: adminUrl(server, port), application_name: PRESENCE })
  // Without a listener a lost connection would end the process; 'end' follows and is handled.
  client.on('error', () => {})
  await client.connect()
  return client
}

function keepRunning(server: Server, first: Running, onEvent: (message: string) => void) {
  let current = first
  let stopping = false
  let reviving = Promise.resolve()

  // Until it is back, however long: on a disk that is full somebody makes room sooner or later.
  const revive = async () => {
    onEvent('The embedded PostgreSQL went away; starting it again')
    while (!stopping) {
      try {
        current = await startOrAdopt(server, first.port, () => stopping)
        watch()
        return onEvent('The embedded PostgreSQL is back')
      } catch (error) {
        if (stopping) return
        onEvent(toMessage(error))
        await delay(RETRY_MAX_MS)
      }
    }
  }
  const watch = () =>
    current.admin.once('end', () => {
      if (!stopping) reviving = revive()
    })
  watch()

  return {
    async stop() {
      if (stopping) return
      stopping = true
      await reviving
      await current.admin.end().catch(() => {})
      if (await usedByOthers(server, current.port)) return
      await stopPostmaster(server.folder, current.pid)
    },
  }
}

async function usedByOthers(server: Server, port: number): Promise<boolean> {
  try {
    const client = await connectAdmin(server, port)
    const { rows } = await client.query<{ others: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM pg_stat_activity
        WHERE application_name = $1 AND pid <> pg_backend_pid()) AS others`,
      [PRESENCE],
    )
    await client.end()
    return rows[0]?.others ?? false
  } catch {
    // No answer, so nobody else gets one either.
    return false
  }
}
