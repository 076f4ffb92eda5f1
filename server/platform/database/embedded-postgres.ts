import os from 'node:os'
import path from 'node:path'
import pRetry from 'p-retry'
import pg from 'pg'
import { randomSecret, readSecretFile, readOrCreateSecretFile } from '../../secret-file.ts'
import { toMessage } from '../../system-error.ts'
import { LOCKS } from './locks.ts'
import { findPostgresAccount, type PostgresAccount } from './postgres-account.ts'
import {
  ensureCluster,
  ensureDataDir,
  findFreePort,
  findPostmaster,
  hasCluster,
  startPostmaster,
  stopPostmaster,
} from './postgres-server.ts'

export type EmbeddedPostgres = {
  url: string
  adminUrl: string
  adopted: boolean
  stop(): Promise<void>
}

type EmbeddedOptions = {
  settings?: string[]
  onEvent?: (message: string) => void
}

type Server = { folder: string; account: PostgresAccount; adminPassword: string; settings: string[] }
type Running = { admin: pg.Client; port: number; adopted: boolean }

const START_TIMEOUT_MS = 60_000
const RETRY = { minTimeout: 200, factor: 1.5, maxTimeout: 2000, retries: Infinity }
const ATTEMPTS_PER_EVENT = 30

// Values in failing statements may be an applicant's, so these are not logged.
const SETTINGS = [
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'timezone=UTC',
]

const MB = 1024 * 1024
const LEAST_BUFFERS_MB = 128
const MOST_BUFFERS_MB = 512

/**
 * A quarter of the memory, as PostgreSQL's manual advises. In its default of 128 MB the indexes of 1,000,000 submissions
 * push one another out: the statement of a search of 1 % took three times as long.
 * @param bytes of memory that the process may use
 */
export function sharedBuffers(bytes: number): string {
  const quarter = Math.floor(bytes / 4 / MB)
  return `shared_buffers=${Math.min(MOST_BUFFERS_MB, Math.max(LEAST_BUFFERS_MB, quarter))}MB`
}

/** 0 of a control group is no limit. */
const usableMemory = (): number => Math.min(os.totalmem(), process.constrainedMemory() || Infinity)

const PRESENCE = 'intake-presence'

const INVALID_PASSWORD = '28P01'

/**
 * A PostgreSQL server under `dataDir`/postgres, created on first use, with a database `intake` and its owner,
 * a role without privileges that obeys row-level security. Adopts a server that a killed process left running,
 * and restarts one that dies.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { settings = [], onEvent = () => {} }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const folder = path.join(dataDir, 'postgres')
  await ensureDataDir(dataDir)
  const account = await findPostgresAccount(dataDir)
  const adminFile = path.join(dataDir, 'keys', 'postgres-admin.password')
  // A new password would not open the existing cluster.
  if ((await hasCluster(dataDir)) && (await readSecretFile(adminFile)) === null) {
    throw new Error(`The password of the embedded PostgreSQL is missing: restore ${adminFile} from a backup`)
  }
  const adminPassword = await readOrCreateSecretFile(adminFile, randomSecret)
  const roleFile = path.join(dataDir, 'keys', 'postgres-intake.password')
  const rolePassword = await readOrCreateSecretFile(roleFile, randomSecret)
  await ensureCluster(folder, adminPassword, account)

  const server: Server = {
    folder,
    account,
    adminPassword,
    settings: [...SETTINGS, sharedBuffers(usableMemory()), ...settings],
  }
  const first = await startFirst(server)
  await ensureRoleAndDatabase(first.admin, rolePassword)
  return {
    url: `postgresql://intake:${rolePassword}@127.0.0.1:${first.port}/intake`,
    adminUrl: toAdminUrl(server, first.port),
    adopted: first.adopted,
    stop: keepRunning(server, first, onEvent),
  }
}

const toAdminUrl = ({ adminPassword }: Server, port: number): string =>
  `postgresql://postgres:${adminPassword}@127.0.0.1:${port}/postgres`

async function startFirst(server: Server): Promise<Running> {
  try {
    // Another process may be starting or stopping the server, or have taken its port.
    return await pRetry(() => startOrAdopt(server), {
      ...RETRY,
      maxRetryTime: START_TIMEOUT_MS,
      shouldRetry: ({ error }) => !isWrongPassword(error),
    })
  } catch (cause) {
    if (!isWrongPassword(cause)) {
      throw new Error(`The embedded PostgreSQL under ${server.folder} did not start`, { cause })
    }
    const keys = path.join(path.dirname(server.folder), 'keys')
    throw new Error(
      `The embedded PostgreSQL refuses the password kept in ${keys}; restore that folder, or the backup again`,
      {
        cause,
      },
    )
  }
}

async function startOrAdopt(server: Server, fixedPort?: number): Promise<Running> {
  const { folder, account, settings } = server
  const found = await findPostmaster(folder)
  if (found && !found.ready) throw new Error('PostgreSQL is starting or stopping')
  if (found) return { admin: await connectAdmin(server, found.port), port: found.port, adopted: true }
  const { port } = await startPostmaster(folder, fixedPort ?? (await findFreePort()), account, settings)
  try {
    return { admin: await connectAdmin(server, port), port, adopted: false }
  } catch (error) {
    if (isWrongPassword(error)) await stopPostmaster(folder, account)
    throw error
  }
}

const isWrongPassword = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === INVALID_PASSWORD

async function connectAdmin(server: Server, port: number): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: toAdminUrl(server, port), application_name: PRESENCE })
  // Without a listener a lost connection would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function ensureRoleAndDatabase(admin: pg.Client, password: string): Promise<void> {
  // Altering the same role concurrently fails.
  await admin.query('SELECT pg_advisory_lock($1)', [LOCKS.embeddedRole])
  try {
    const exists = async (sql: string) => (await admin.query(sql)).rowCount === 1
    const verb = (await exists("SELECT FROM pg_roles WHERE rolname = 'intake'")) ? 'ALTER' : 'CREATE'
    await admin.query(
      `${verb} ROLE intake LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION
         PASSWORD ${pg.escapeLiteral(password)}`,
    )
    if (!(await exists("SELECT FROM pg_database WHERE datname = 'intake'"))) {
      await admin.query('CREATE DATABASE intake OWNER intake')
    }
  } finally {
    await admin.query('SELECT pg_advisory_unlock($1)', [LOCKS.embeddedRole])
  }
}

function keepRunning(server: Server, first: Running, onEvent: (message: string) => void) {
  let current = first
  let reviving: Promise<unknown> = Promise.resolve()
  const stopping = new AbortController()

  const revive = async () => {
    onEvent('The embedded PostgreSQL went away; starting it again')
    const start = async () => {
      current = await startOrAdopt(server, first.port)
    }
    await pRetry(start, {
      ...RETRY,
      signal: stopping.signal,
      onFailedAttempt: ({ attemptNumber, error }) => {
        if (attemptNumber % ATTEMPTS_PER_EVENT === 0) onEvent(toMessage(error))
      },
    })
    watch()
    onEvent('The embedded PostgreSQL is back')
  }
  const watch = () =>
    current.admin.once('end', () => {
      if (stopping.signal.aborted) return
      reviving = revive().catch((error: unknown) => stopping.signal.aborted || onEvent(toMessage(error)))
    })
  watch()

  return async () => {
    if (stopping.signal.aborted) return
    stopping.abort()
    await reviving
    await current.admin.end().catch(() => {})
    if (!(await isUsedByOthers(server, current.port))) await stopPostmaster(server.folder, server.account)
  }
}

async function isUsedByOthers(server: Server, port: number): Promise<boolean> {
  try {
    const client = await connectAdmin(server, port)
    const others = 'SELECT FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()'
    const { rowCount } = await client.query(others, [PRESENCE])
    await client.end()
    return rowCount !== 0
  } catch {
    return false
  }
}
