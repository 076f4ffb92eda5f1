import pg from 'pg'
import { toMessage } from '../system-error.ts'
import { systemUrl } from './db.ts'
import { LOCKS } from './locks.ts'
import { asMigrationList, migrationsFolder, NO_FILTERS, readMigrations } from './migrations-folder.ts'
import type { Migration } from './migrations-folder.ts'
import { openSchemaEngine } from './schema-engine.ts'

const UNDEFINED_TABLE = '42P01'

/**
 * Brings the database at `url` up to the migrations folder and answers the names it applied; none when the
 * database was up to date, which one query finds out. Nodes that start at once wait for each other.
 * The record is Prisma's own `_prisma_migrations`, so `prisma migrate deploy` stays possible.
 *
 * @throws DatabaseError when the role lacks rights, MigrationError when a migration fails (that migration is rolled back whole and marked as failed), or
 * when the database holds a migration that this version does not know
 */
export async function migrate(url: string, folder = migrationsFolder): Promise<string[]> {
  return applyMigrations(url, folder, await readMigrations(folder))
}

/** Applies only the migrations of these names, to restore rows that were written at that level. */
export async function migrateTo(url: string, names: readonly string[]): Promise<void> {
  const migrations = await readMigrations(migrationsFolder)
  await applyMigrations(
    url,
    migrationsFolder,
    migrations.filter(({ name }) => names.includes(name)),
  )
}

async function applyMigrations(url: string, folder: string, migrations: Migration[]): Promise<string[]> {
  // Migrations that move data need to see every tenant's rows.
  const connectionString = systemUrl(url)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    if (!(await anyPending(client, migrations))) return []
    await client.query('SELECT pg_advisory_lock($1)', [LOCKS.migration])
    if (!(await anyPending(client, migrations))) return []
    await tryRights(client)
    return await apply(connectionString, folder, migrations)
  } finally {
    await client.end()
  }
}

export class MigrationError extends Error {
  override name = 'MigrationError'
}

async function anyPending(client: pg.Client, migrations: Migration[]): Promise<boolean> {
  const applied = await appliedNames(client)
  const known = new Set(migrations.map((migration) => migration.name))
  const unknown = [...applied].filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database was migrated by a newer version: it holds ${unknown.join(', ')}, which this version does not know`,
    )
  }
  return migrations.some((migration) => !applied.has(migration.name))
}

async function appliedNames(client: pg.Client): Promise<Set<string>> {
  try {
    const { rows } = await client.query<{ migration_name: string }>(
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    )
    return new Set(rows.map((row) => row.migration_name))
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return new Set()
    throw error
  }
}

/** Does what migrations do and undoes it, as their engine tells of missing rights in words of its own. */
async function tryRights(client: pg.Client): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query('CREATE SCHEMA intake_rights')
    await client.query('CREATE TABLE intake_rights ()')
  } finally {
    await client.query('ROLLBACK')
  }
}

async function apply(url: string, folder: string, migrations: Migration[]): Promise<string[]> {
  const { engine, scriptError, close } = await openSchemaEngine(url)
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: asMigrationList(folder, migrations),
      filters: NO_FILTERS,
    })
    return appliedMigrationNames
  } catch (error) {
    const cause = scriptError() ?? error
    throw new MigrationError(`Migrating the database failed: ${toMessage(cause)}`, { cause })
  } finally {
    await close()
  }
}
