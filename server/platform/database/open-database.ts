import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { commandMessages } from '#domain/messages/command'
import type { Config } from '../../config.ts'
import { openPools, type Database } from './db.ts'
import { CONNECT_TIMEOUT_MS } from './connections.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder, readMigrations, schemaFolder } from './schema-files.ts'
import { hasCluster } from './postgres-server.ts'

type OpenDatabase = {
  db: Database
  /** PostgreSQL itself, not a pooler: for migrations, jobs, LISTEN and locks of a session */
  url: string
  close(): Promise<void>
}

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

export async function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const { url, stop } = await reachDatabase(config, log, { needsPooler: true })
  try {
    const applied = await migrate(url, schemaFolder, log)
    const migrations = await readMigrations(migrationsFolder)
    const [first, ...later] = migrations
    if (first && applied.includes(first.name))
      log.info(`database created, ${migrations.length} migration${later.length > 0 ? 's' : ''}`)
    else if (applied.length > 0) log.info({ migrations: applied }, 'database migrated')
    const db = openPools(config.databaseUrl ?? url, {
      directUrl: url,
      onError: (error) => log.warn({ reason: error.message }, 'a database connection broke'),
    })
    return {
      db,
      url,
      async close() {
        await db.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @param needsPooler false for commands, which work without one */
export async function reachDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>,
  log: Log,
  { needsPooler = false } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  if (databaseUrl === null) return startEmbedded(dataDir, log)
  const stop = async () => {}
  if (databaseDirectUrl === null) {
    await inspect('DATABASE_URL', databaseUrl, log)
    return { url: databaseUrl, stop }
  }
  const identity = await inspect('DATABASE_DIRECT_URL', databaseDirectUrl, log)
  const pooled = await inspect('DATABASE_URL', databaseUrl, log).catch((error: unknown) => {
    if (needsPooler) throw error
    return identity
  })
  if (pooled !== identity)
    throw new Error('DATABASE_DIRECT_URL names another database than DATABASE_URL; set both to the same one')
  return { url: databaseDirectUrl, stop }
}

/** Fails if opening the embedded database would create it. */
export async function requireDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<void> {
  if (databaseUrl === null && !(await hasCluster(dataDir)))
    throw new Error(commandMessages.noDatabase(path.join(dataDir, 'postgres')))
}

async function startEmbedded(dataDir: string, log: Log) {
  const server = await startEmbeddedPostgres(dataDir, { onEvent: (message) => log.error(message) })
  if (server.adopted) log.info('took over the embedded PostgreSQL of a process that is gone, or shares it')
  return server
}

const OLDEST_VERSION = 140_000

type Address = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/** @returns the part that all addresses of one database share */
async function inspect(name: Address, url: string, log: Log): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  try {
    await client.connect()
  } catch (error) {
    throw new Error(`The database of ${name} cannot be reached`, { cause: error })
  }
  try {
    const { rows } = await client.query<{ role: string; exempt: boolean; version: number; identity: string }>(
      `SELECT rolname AS role, rolsuper OR rolbypassrls AS exempt,
              current_setting('server_version_num')::int AS version,
              concat_ws('/', system_identifier, current_database()) AS identity
         FROM pg_roles, pg_control_system() WHERE rolname = current_user`,
    )
    const [found] = rows
    if (!found) throw new Error(`The role of ${name} cannot be read`)
    if (found.version < OLDEST_VERSION) {
      throw new Error(
        `${name} names a PostgreSQL ${Math.floor(found.version / 10_000)}; it takes 14 or later`,
      )
    }
    if (found.exempt) {
      log.warn(
        { role: found.role },
        `the role of ${name} is a superuser or bypasses row-level security, so that tenants are kept apart by ` +
          'the application alone; give it NOSUPERUSER NOBYPASSRLS',
      )
    }
    return found.identity
  } finally {
    await client.end()
  }
}
