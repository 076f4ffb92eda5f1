import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { keepPresence } from '../../jobs/presence.ts'
import { presenceName } from '../rotation/servers.ts'
import { systemUrl } from './connections.ts'
import { migrate } from './migrate.ts'
import { readSchema, schemaFolder } from './schema-files.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'intake-migrations-'))
const admin = new pg.Client({ connectionString: inject('postgres').adminUrl })
await admin.connect()
let url: string
let databases = 0

beforeEach(async () => {
  databases += 1
  const name = `migrate_${process.pid}_${databases}`
  await admin.query(`CREATE DATABASE ${name} OWNER intake`)
  const own = new URL(inject('postgres').url)
  own.pathname = `/${name}`
  url = own.href
  await rm(folder, { recursive: true, force: true })
  for (const part of ['migrations', 'sql', 'adopt'])
    await cp(path.join(schemaFolder, part), path.join(folder, part), { recursive: true })
})

afterAll(async () => {
  await admin.end()
  await rm(folder, { recursive: true, force: true })
})

/** Gives the test a copy of the run's database, which `migrate` has built, in place of its empty one. */
async function startMigrated(): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await admin.query(`DROP DATABASE ${name}`)
  await admin.query(`CREATE DATABASE ${name} TEMPLATE intake STRATEGY FILE_COPY OWNER intake`)
}

async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: systemUrl(url) })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Returns as soon as the migration waits for a lock, or has ended. */
async function waitsForLock(migrating: Promise<unknown>): Promise<void> {
  let ended = false
  const end = () => (ended = true)
  migrating.then(end, end)
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
  while (!ended && (await query(waiting)).length === 0) await delay(10)
}

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(path.join(folder, 'migrations', name))
  await writeFile(path.join(folder, 'migrations', name, 'migration.sql'), sql)
}

const edit = async (name: string, change: (sql: string) => string): Promise<void> => {
  const file = path.join(folder, 'sql', name)
  await writeFile(file, change(await readFile(file, 'utf8').catch(() => '')))
}

describe('migrating', () => {
  test('builds an empty database, records it as Prisma does, and has nothing to do the second time', async () => {
    const { migrations, sql } = await readSchema(folder)
    expect(await migrate(url, folder)).toEqual([...migrations, ...sql].map(({ name }) => name))
    const record = await query(
      'SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1',
    )
    expect(record).toEqual(migrations.map(({ name, checksum }) => ({ name, checksum })))
    expect(await migrate(url, folder)).toEqual([])
  })

  test('applies only what is new, function bodies included', async () => {
    await startMigrated()
    await addMigration(
      '29990101000000_function',
      'CREATE FUNCTION twice(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN n := n * 2; RETURN n; END $$;',
    )
    expect(await migrate(url, folder)).toEqual(['29990101000000_function'])
    expect(await query('SELECT twice(21) AS answer')).toEqual([{ answer: 42 }])
  })

  test('counts and finds a submission that another server writes while triggers are made again', async () => {
    await startMigrated()
    await query(
      `INSERT INTO "Company" ("id", "nameIn", "nameOut", "updatedAt") VALUES ('company', 'C', 'C', now());
       INSERT INTO "GeneratedLink" ("id", "slug", "companyId") VALUES ('link', 'link', 'company')`,
    )
    const writer = new pg.Client({ connectionString: systemUrl(url) })
    await writer.connect()
    const submit = (id: string) =>
      writer.query(
        `INSERT INTO "FormSession" ("id", "linkId", "companyId", "wrappedKey", "expiresAt") VALUES ('${id}', 'link', 'company', '', now());
         INSERT INTO "FormSubmission" ("id", "linkId", "companyId", "formData", "valuesDigest") VALUES ('${id}', 'link', 'company', '', '');
         INSERT INTO "SubmissionDesk" ("id", "linkId", "companyId") VALUES ('${id}', 'link', 'company')`,
      )
    await submit('before')
    for (const name of ['desk.sql', 'figures.sql']) {
      await edit(name, (sql) => `${sql}-- changed`)
      await writer.query('BEGIN')
      await submit(name)
      const migrating = migrate(url, folder)
      await waitsForLock(migrating)
      await writer.query('COMMIT')
      expect(await migrating).toEqual([`sql/${name}`])
    }
    await writer.end()
    const rows = await query<{ id: string }>('SELECT "id" FROM "SubmissionDesk"')
    expect(rows.map(({ id }) => id).toSorted()).toEqual(['before', 'desk.sql', 'figures.sql'])
    expect(
      await query(
        `SELECT sum("count")::int AS "count" FROM intake_changed_figures('standing', NULL) WHERE "companyId" = 'company' AND "measure" = 'all'`,
      ),
    ).toEqual([{ count: 3 }])
  })

  test('applies a changed SQL file in the transaction of the migration, and drops what no file defines', async () => {
    await startMigrated()
    await edit(
      'new.sql',
      () => `CREATE OR REPLACE FUNCTION intake_new() RETURNS int LANGUAGE sql RETURN (SELECT 1);
        DROP POLICY IF EXISTS new ON "Company"; CREATE POLICY new ON "Company" USING (intake_new() = 1);`,
    )
    expect(await migrate(url, folder)).toEqual(['sql/new.sql'])
    const exists = `SELECT to_regproc('intake_new') IS NOT NULL AS function,
      EXISTS (SELECT FROM pg_policy WHERE polname = 'new') AS policy`
    expect(await query(exists)).toEqual([{ function: true, policy: true }])
    await rm(path.join(folder, 'sql/new.sql'))
    await addMigration('29990101000000_broken', 'SELECT * FROM nowhere;')
    await expect(migrate(url, folder)).rejects.toThrow('29990101000000_broken')
    expect(await query(exists)).toEqual([{ function: true, policy: true }])
    await rm(path.join(folder, 'migrations/29990101000000_broken'), { recursive: true })
    expect(await migrate(url, folder)).toContain('sql/jobs.sql')
    expect(await query(exists)).toEqual([{ function: false, policy: false }])
  })

  test('leaves the functions of a newer version alone', async () => {
    await startMigrated()
    await query(`UPDATE intake_sql.applied SET "version" = '1000.0.0', "checksum" = 'newer'`)
    expect(await migrate(url, folder)).toEqual([])
  })

  test('gives way to a node that holds one table and waits for another', async () => {
    await startMigrated()
    const name = '29990101000000_columns'
    await addMigration(name, 'ALTER TABLE "Company" ADD "x" int; ALTER TABLE "FormSubmission" ADD "y" int;')
    const writer = new pg.Client({ connectionString: systemUrl(url) })
    await writer.connect()
    await writer.query('BEGIN; LOCK TABLE "FormSubmission" IN ROW EXCLUSIVE MODE')
    const migrating = migrate(url, folder)
    await waitsForLock(migrating)
    await writer.query('SELECT FROM "Company"; COMMIT')
    await writer.end()
    expect(await migrating).toEqual([name])
  })

  test('lets several nodes start at once', async () => {
    const applied = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)])
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  })

  test('logs the warnings of migrations', async () => {
    await startMigrated()
    await addMigration(
      '29990101000000_warning',
      `CREATE TABLE IF NOT EXISTS "Company" (); DO $$ BEGIN RAISE WARNING 'Searches are slower'; END $$;`,
    )
    const lines: string[] = []
    await migrate(url, folder, { warn: (line) => void lines.push(line) })
    expect(lines).toEqual(['Searches are slower'])
  })

  test('leaves nothing of a migration that fails, says why, and refuses to go on', async () => {
    await startMigrated()
    await addMigration('29990101000000_broken', 'CREATE TABLE half (id int); SELECT * FROM nowhere;')
    await expect(migrate(url, folder)).rejects.toThrow(
      'Migrating the database failed: relation "nowhere" does not exist',
    )
    expect(await query("SELECT to_regclass('half') AS half")).toEqual([{ half: null }])
    await expect(migrate(url, folder)).rejects.toThrow('29990101000000_broken')
  })

  test('starts again on what a newer version has only added to, and refuses what it has removed from', async () => {
    await addMigration('29990101000000_future', 'CREATE TABLE future (id int);')
    await migrate(url, folder)
    expect(await migrate(url)).toEqual([])
    await addMigration('29990102000000_contract_future', 'DROP TABLE future;')
    await migrate(url, folder)
    await expect(migrate(url)).rejects.toThrow(
      'it holds 29990102000000_contract_future, which removes what this version needs; start that version',
    )
  })

  test('removes nothing while servers of an older version run', async () => {
    await startMigrated()
    const older = keepPresence(url)
    await older.announce(presenceName([]))
    await addMigration('29990101000000_future', 'CREATE TABLE future (id int);')
    expect(await migrate(url, folder)).toEqual(['29990101000000_future'])
    await addMigration('29990102000000_more', 'CREATE TABLE more (id int);')
    await addMigration('29990103000000_contract_future', 'DROP TABLE future;')
    await expect(migrate(url, folder)).rejects.toThrow(
      'Servers of an older version run on this database (1), and this version removes what they use ' +
        '(29990103000000_contract_future); stop them, then start this one',
    )
    expect(await query("SELECT to_regclass('more') AS more")).toEqual([{ more: null }])
    await older.close()
    expect(await migrate(url, folder)).toEqual(['29990102000000_more', '29990103000000_contract_future'])
  })
})
