import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, it, vi } from 'vitest'
import { toKeyId } from '../crypto/wrap.ts'
import { systemUrl } from '../database/connections.ts'
import { migrate, migrateTo } from '../database/migrate.ts'
import { migrationsFolder, readMigrations, schemaFolder } from '../database/schema-files.ts'
import { emptyDatabase } from '../../test/support/database.ts'
import { allRows, backupSource, readArchive, runBackup, runRestore } from './backup.fixture.ts'

// The setup file has loaded the module already.
vi.hoisted(() => vi.resetModules())

// A release with one more migration, and a function for its table.
vi.mock('../database/schema-files.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../database/schema-files.ts')>()
  const schemaFolder = await mkdtemp(path.join(tmpdir(), 'intake-level-'))
  const migrationsFolder = path.join(schemaFolder, 'migrations')
  for (const part of ['migrations', 'sql', 'adopt'])
    await cp(path.join(original.schemaFolder, part), path.join(schemaFolder, part), { recursive: true })
  await mkdir(path.join(migrationsFolder, '29990101000000_later'))
  await writeFile(
    path.join(migrationsFolder, '29990101000000_later/migration.sql'),
    'CREATE TABLE "Later" ("id" text PRIMARY KEY);',
  )
  await writeFile(
    path.join(schemaFolder, 'sql/later.sql'),
    `CREATE OR REPLACE FUNCTION intake_later(one "Later") RETURNS text LANGUAGE sql RETURN one."id";`,
  )
  return { ...original, schemaFolder, migrationsFolder }
})
afterAll(() => rm(schemaFolder, { recursive: true, force: true }))

const { key, inFolder, place, emptyTarget } = await backupSource()

async function query(database: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: systemUrl(database) })
  await client.connect()
  try {
    return (await client.query(statement)).rows as unknown[]
  } finally {
    await client.end()
  }
}

it('does not migrate the database, and restores at the level it was made at', async () => {
  const names = (await readMigrations(migrationsFolder)).map(({ name }) => name)
  const level = names.slice(0, -1)
  const { url: old } = await emptyDatabase()
  await migrateTo(old, level)
  await query(
    old,
    `INSERT INTO "Company" ("id", "nameIn", "nameOut", "updatedAt") VALUES ('one', 'One', 'One', now());
     INSERT INTO "KeyCheck" ("keyId", "sealed", "hashKeys") VALUES ('${toKeyId(key)}', '\\x00', '\\x00')`,
  )
  const file = inFolder('old.tar')
  const older = place('old-level', old)
  expect(await runBackup(older, file)).toMatchObject({ status: 0, err: '' })
  const applied = `SELECT migration_name FROM _prisma_migrations ORDER BY 1`
  expect(await query(old, applied)).toHaveLength(level.length)
  expect((await readArchive(file)).manifest.tables.map(({ name }) => name)).not.toContain('Later')

  // The check value is of this test's making, so the key does not fit, and nothing is restored.
  const { to, adminUrl } = await emptyTarget('old-restored')
  expect((await runRestore(to, file)).err).toContain('check value of the main key does not open')
  expect((await allRows(adminUrl)).Company).toEqual([])

  await query(old, `DELETE FROM "KeyCheck"`)
  const keyless = inFolder('keyless.tar')
  expect(await runBackup(older, keyless)).toMatchObject({ status: 0 })
  const second = await emptyTarget('old-restored-too')
  expect(await runRestore(second.to, keyless)).toMatchObject({ status: 0, err: '' })
  const target = second.to.databaseUrl ?? ''
  expect(await query(target, applied)).toHaveLength(level.length)
  expect(await migrate(target)).toEqual(expect.arrayContaining(names.slice(level.length)))
  const later = `SELECT (SELECT count(*) FROM "Later")::int AS "rows", to_regproc('intake_later') IS NOT NULL AS "function"`
  expect(await query(target, later)).toEqual([{ rows: 0, function: true }])
  expect((await allRows(second.adminUrl)).Company).toHaveLength(1)
})
