import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { hasCode, toMessage } from '../../system-error.ts'
import { systemUrl } from './connections.ts'
import { LOCKS } from './locks.ts'
import { readSchema, schemaFolder, type Schema, type SqlFile } from './schema-files.ts'
import { applyFitting, applySqlFiles, findChanged } from './sql-files.ts'

// Prisma's own `migrate deploy` needs a native program that is downloaded from outside npm. The table is the same.
const CREATE_RECORD = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  varchar(36) PRIMARY KEY,
    checksum            varchar(64) NOT NULL,
    finished_at         timestamptz,
    migration_name      varchar(255) NOT NULL,
    logs                text,
    rolled_back_at      timestamptz,
    started_at          timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`

/** PostgreSQL looks for deadlocks, and fails one side, after a second. */
const GIVE_WAY_MS = 500
const RETRY_MS = 200
const GIVE_WAY = ['55P03', '40P01'] // lock_not_available, deadlock_detected

/** Begins the application_name of a connection that each server keeps. */
export const SERVER_PRESENCE = 'intake-keys:'

/** Migrations of release 0.2.0, the only one before the baseline whose databases are adopted. */
const RELEASE_BEFORE = { name: '0.2.0', commit: '72cde67', count: 79, last: '20261124006060_desk_by_change' }

/** `…_contract_…` in a name: the migration removes something that older nodes use. All others only add. */
export const isContracting = (name: string): boolean => /^\d+_contract_/.test(name)

/** `record`: the migration that the step counts as; null where only SQL files have changed */
type Step = SqlFile & { record: SqlFile | null }

type Log = { warn(message: string): void }

class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Applies the pending migrations and the changed SQL files; servers that start at the same time wait for each other.
 * @param folder of the shape of `schemaFolder`
 * @returns their names
 * @throws MigrationError when one fails, which is rolled back, when this version and the database don't fit, or when one
 *   contracts while servers run
 */
export async function migrate(url: string, folder = schemaFolder, log?: Log): Promise<string[]> {
  const schema = await readSchema(folder)
  return withClient(url, log, (client) => applySchema(client, schema))
}

/** Builds an empty database at the level of a backup. */
export async function migrateTo(url: string, names: readonly string[], log?: Log): Promise<void> {
  const schema = await readSchema(schemaFolder)
  const migrations = schema.migrations.filter(({ name }) => names.includes(name))
  await withClient(url, log, async (client) => {
    if (migrations.length === schema.migrations.length) return applySchema(client, schema)
    await applySchema(client, { ...schema, migrations, sql: [] })
    return applyFitting(client, schema.sql)
  })
}

async function withClient<T>(url: string, log: Log | undefined, work: (client: pg.Client) => Promise<T>) {
  // Migrations that move data need to see every tenant's rows.
  const client = new pg.Client({ connectionString: systemUrl(url) })
  client.on('notice', ({ severity, message }) => severity === 'WARNING' && log?.warn(message ?? ''))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function applySchema(client: pg.Client, schema: Schema): Promise<string[]> {
  const findWork = async () => ({
    steps: await findPending(client, schema),
    changed: await findChanged(client, schema.sql),
  })
  const first = await findWork()
  if (first.steps.length + first.changed.length === 0) return []
  await client.query('SELECT pg_advisory_lock($1)', [LOCKS.migration])
  const { steps, changed } = await findWork()
  const contracting = steps.find(({ record }) => record && isContracting(record.name))
  if (contracting) await refuseBesideServers(client, contracting.name)
  const names = [...steps, ...changed].map(({ name }) => name)
  if (steps.length === 0) steps.push({ name: 'prisma/sql', sql: '', checksum: '', record: null })
  for (const step of steps) {
    const finish = () => (step === steps.at(-1) ? applySqlFiles(client, changed, schema.sql) : undefined)
    while (!(await apply(client, step, finish))) await delay(RETRY_MS)
  }
  return names
}

async function findPending(client: pg.Client, { migrations, adoption }: Schema): Promise<Step[]> {
  const applied = await readApplied(client)
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied].filter((name) => !known.has(name) && isContracting(name))
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database was migrated by a newer version: it holds ${unknown.join(', ')}, which removes what this version needs; start that version`,
    )
  }
  const steps = migrations.filter(({ name }) => !applied.has(name)).map((file) => ({ ...file, record: file }))
  const [baseline] = migrations
  if (applied.size === 0 || !baseline || applied.has(baseline.name)) return steps
  const { name, commit, count, last } = RELEASE_BEFORE
  if (!adoption || [...applied].filter((each) => each <= last).length !== count) {
    throw new MigrationError(
      `The database is of a release before ${name}; start release ${name} (${commit}) on it first, then this one`,
    )
  }
  return [{ ...adoption, record: baseline }, ...steps.slice(1)]
}

/** Servers that run now are older, as this version's servers migrate before they announce themselves. */
async function refuseBesideServers(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS "count" FROM pg_stat_activity
      WHERE datname = current_database() AND starts_with(application_name, $1)`,
    [SERVER_PRESENCE],
  )
  const count = rows[0]?.count ?? 0
  if (count === 0) return
  throw new MigrationError(
    `Servers of an older version run on this database (${count}), and this version removes what they use (${name}); stop them, then start this one`,
  )
}

async function readApplied(client: pg.Client): Promise<Set<string>> {
  const tables = await client.query<{ relname: string }>(
    `SELECT relname FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
      ORDER BY relname = '_prisma_migrations' DESC LIMIT 1`,
  )
  const [table] = tables.rows
  if (!table) return new Set()
  if (table.relname !== '_prisma_migrations') {
    throw new MigrationError(`The database holds tables of something else, such as ${table.relname}`)
  }
  const { rows } = await client.query<{ migration_name: string }>(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  return new Set(rows.map((row) => row.migration_name))
}

/** @returns false if it was rolled back, because other nodes may wait for a table that it has locked */
async function apply(
  client: pg.Client,
  { name, sql, record }: Step,
  finish: () => Promise<void> | undefined,
) {
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL lock_timeout = '${GIVE_WAY_MS}ms'`)
    if (record) {
      await client.query(CREATE_RECORD)
      await client.query(sql)
      await client.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
         VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
        [randomUUID(), record.checksum, record.name],
      )
    }
    await finish()
    await client.query('COMMIT')
    return true
  } catch (cause) {
    if (GIVE_WAY.some((code) => hasCode(cause, code))) {
      await client.query('ROLLBACK')
      return false
    }
    throw new MigrationError(`Migrating the database failed: ${toMessage(cause)} (${name})`, { cause })
  }
}
