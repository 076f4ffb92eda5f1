import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { backupMessages } from '#domain/messages/backup'
import { BackupError, JOBS, tableFolder, type Manifest, type RowSet } from './archive-format.ts'
import { digestRows } from './copy-rows.ts'
import { CREATE_RESTORED_JOBS, JOB_COLUMNS, QUEUE_RESTORED_JOBS, RESTORED_JOBS, SELECT_JOBS } from './jobs.ts'
import { readWhole, type Entry } from './read-archive.ts'
import { mapInOrder } from './streams.ts'
import { copyTarget, quote, selectRows } from './tables.ts'
import type { VerifiedArchive } from './verify-archive.ts'

const decompress = promisify(gunzip)

export async function loadRows(
  client: pg.Client,
  { handle, manifest, parts }: VerifiedArchive,
): Promise<void> {
  const { tables, jobs, sequences } = manifest
  const reattach = await detachRules(client, tables)
  for (const table of tables)
    await load(client, handle, selectParts(parts, `${tableFolder(table.name)}/`), copyTarget(table))
  for (const statement of reattach) await client.query(statement)
  await client.query(CREATE_RESTORED_JOBS)
  await load(
    client,
    handle,
    selectParts(parts, `${JOBS}/`),
    copyTarget({ name: RESTORED_JOBS, columns: JOB_COLUMNS }),
  )
  for (const statement of QUEUE_RESTORED_JOBS) await client.query(statement)
  for (const { name, value, called } of sequences) {
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [
      `public.${quote(name)}`,
      value,
      called,
    ])
  }
  for (const table of tables) await compare(client, selectRows(table), table)
  await compare(client, SELECT_JOBS, jobs)
}

export const selectParts = (parts: Entry[], folder: string): Entry[] =>
  parts.filter(({ name }) => name.startsWith(folder))

export const readLines = (handle: FileHandle, parts: Entry[]): AsyncGenerator<Buffer> =>
  mapInOrder(Readable.from(parts) as AsyncIterable<Entry>, 2, async (part) =>
    decompress(await readWhole(handle, part)),
  )

async function load(client: pg.Client, handle: FileHandle, parts: Entry[], target: string): Promise<void> {
  await pipeline(readLines(handle, parts), client.query(copyFrom(`COPY ${target} FROM STDIN`)))
}

async function compare(client: pg.Client, query: string, { name, rows, digest }: RowSet): Promise<void> {
  const found = await digestRows(client, query)
  if (found.rows !== rows || found.digest !== digest) throw new BackupError(backupMessages.differs(name))
}

// Removes what prevents loading: row-level security (COPY rejects such tables), triggers, and foreign keys, which
// form a circle.
async function detachRules(client: pg.Client, tables: Manifest['tables']): Promise<string[]> {
  const { rows: secured } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relforcerowsecurity`,
  )
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT relname AS table, conname AS name, pg_get_constraintdef(con.oid) AS definition
       FROM pg_constraint con JOIN pg_class c ON c.oid = conrelid
      WHERE contype = 'f' AND conparentid = 0 AND relnamespace = 'public'::regnamespace`,
  )
  const off: string[] = []
  const on: string[] = []
  for (const { table, name, definition } of references) {
    off.push(`ALTER TABLE ${quote(table)} DROP CONSTRAINT ${quote(name)}`)
    on.push(`ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} ${definition}`)
  }
  for (const { name } of tables) {
    off.push(`ALTER TABLE ${quote(name)} DISABLE TRIGGER USER`)
    on.push(`ALTER TABLE ${quote(name)} ENABLE TRIGGER USER`)
  }
  for (const { name } of secured) {
    off.push(`ALTER TABLE ${quote(name)} NO FORCE ROW LEVEL SECURITY`)
    on.push(`ALTER TABLE ${quote(name)} FORCE ROW LEVEL SECURITY`)
  }
  for (const statement of off) await client.query(statement)
  return on
}
