import type pg from 'pg'
import { readVersion } from '../../project-root.ts'
import type { SqlFile } from './schema-files.ts'

// In a schema of its own, so that neither backups nor Prisma take it for a table of the application.
const CREATE_RECORD = `
  CREATE SCHEMA IF NOT EXISTS intake_sql;
  CREATE TABLE IF NOT EXISTS intake_sql.applied (
    file     text PRIMARY KEY,
    checksum text NOT NULL,
    version  text NOT NULL,
    objects  text[] NOT NULL
  )`

/** Functions, triggers and policies of the application, as DROP names them. */
const OBJECTS = `
  SELECT format('FUNCTION %s', oid::regprocedure) AS object, xmin
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND starts_with(proname, 'intake_')
  UNION ALL
  SELECT format('TRIGGER %I ON %s', tgname, tgrelid::regclass), t.xmin
    FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
    WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT format('POLICY %I ON %s', polname, polrelid::regclass), p.xmin
    FROM pg_policy p JOIN pg_class c ON c.oid = polrelid WHERE relnamespace = 'public'::regnamespace`

/** @returns the files to apply: all where one is gone, none if a newer version has applied its own */
export async function findChanged(client: pg.Client, files: readonly SqlFile[]): Promise<SqlFile[]> {
  const { rows } = await client.query<{ present: boolean }>(
    `SELECT to_regclass('intake_sql.applied') IS NOT NULL AS present`,
  )
  if (!rows[0]?.present) return [...files]
  const applied = await client.query<{ file: string; checksum: string; version: string }>(
    'SELECT file, checksum, version FROM intake_sql.applied',
  )
  const own = readVersion()
  if (applied.rows.some(({ version }) => isNewer(version, own))) return []
  const checksums = new Map(applied.rows.map(({ file, checksum }) => [file, checksum]))
  const names = new Set(files.map(({ name }) => name))
  if (applied.rows.some(({ file }) => !names.has(file))) return [...files]
  return files.filter(({ name, checksum }) => checksums.get(name) !== checksum)
}

const isNewer = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) > 0

/** Applies changed files in the transaction of the caller, and drops what no file defines any more. */
export async function applySqlFiles(
  client: pg.Client,
  changed: readonly SqlFile[],
  files: readonly SqlFile[],
): Promise<void> {
  if (changed.length === 0) return
  await client.query(CREATE_RECORD)
  await client.query('SET LOCAL check_function_bodies = off')
  const seen = new Set<string>()
  for (const { name, sql, checksum } of changed) {
    await client.query(sql).catch((error: unknown) => {
      if (error instanceof Error) error.message += ` (${name})`
      throw error
    })
    const { rows } = await client.query<{ object: string }>(
      `SELECT object FROM (${OBJECTS}) AS own WHERE xmin = pg_current_xact_id()::xid`,
    )
    const defined = rows.map(({ object }) => object).filter((object) => !seen.has(object))
    for (const object of defined) seen.add(object)
    await client.query(
      `INSERT INTO intake_sql.applied VALUES ($1, $2, $3, $4) ON CONFLICT (file) DO UPDATE
         SET checksum = excluded.checksum, version = excluded.version, objects = excluded.objects`,
      [name, checksum, readVersion(), defined],
    )
  }
  await client.query('DELETE FROM intake_sql.applied WHERE file <> ALL($1)', [files.map(({ name }) => name)])
  // Triggers and policies before the functions that they call.
  const { rows } = await client.query<{ object: string }>(
    `SELECT object FROM (${OBJECTS}) AS own
      WHERE object NOT IN (SELECT unnest(objects) FROM intake_sql.applied) ORDER BY object COLLATE "C" DESC`,
  )
  for (const { object } of rows) await client.query(`DROP ${object}`)
}

/** For a backup of an earlier level: files that need later tables wait for the next start. */
export async function applyFitting(client: pg.Client, files: readonly SqlFile[]): Promise<void> {
  for (const { sql } of files) {
    try {
      await client.query('BEGIN; SET LOCAL check_function_bodies = off')
      await client.query(sql)
      await client.query('COMMIT')
    } catch {
      await client.query('ROLLBACK')
    }
  }
}
