import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { commandMessages } from '#domain/messages/command'
import type { Config } from '../config.ts'
import { CONNECT_TIMEOUT_MS, openPools, type Database } from './db.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder } from './migrations-folder.ts'
import { hasCluster } from './postgres-server.ts'

type OpenDatabase = {
  db: Database
  url: string
  close(): Promise<void>
}

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

export async function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const { url, stop } = await reachDatabase(config, log)
  try {
    const applied = await migrate(url, migrationsFolder, log)
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated')
    const db = openPools(url, {
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

export async function reachDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (databaseUrl === null) return startEmbedded(dataDir, log)
  await inspect(databaseUrl, log)
  return { url: databaseUrl, stop: async () => {} }
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

async function inspect(url: string, log: Log): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  try {
    await client.connect()
  } catch (error) {
    throw new Error('The database of DATABASE_URL cannot be reached', { cause: error })
  }
  try {
    const { rows } = await client.query<{ role: string; exempt: boolean; version: number }>(
      `SELECT rolname AS role, rolsuper OR rolbypassrls AS exempt,
              current_setting('server_version_num')::int AS version
         FROM pg_roles WHERE rolname = current_user`,
    )
    const [found] = rows
    if (!found) return
    if (found.version < OLDEST_VERSION) {
      throw new Error(
        `DATABASE_URL names a PostgreSQL ${Math.floor(found.version / 10_000)}; it takes 14 or later`,
      )
    }
    if (found.exempt) {
      log.warn(
        { role: found.role },
        'the role of DATABASE_URL is a superuser or bypasses row-level security, so that tenants are kept apart by ' +
          'the application alone; give it NOSUPERUSER NOBYPASSRLS',
      )
    }
  } finally {
    await client.end()
  }
}
