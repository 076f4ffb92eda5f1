import { createHash } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll } from 'vitest'
import { STORAGE_FOLDERS, type Storage } from '../files/storage.ts'
import type { Manifest } from './archive-format.ts'
import { backupCommand, restoreCommand } from './command.ts'
import { verifyArchive } from './verify-archive.ts'

/** A temporary folder, gone after the file's last test. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-backup-test-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export type Place = {
  databaseUrl: string | null
  dataDir: string
  storageUrl: URL | null
  key: Buffer | null
}

/** The environment by which an operator names a database, a file store and a key. */
export const environment = ({ databaseUrl, dataDir, storageUrl, key }: Place): NodeJS.ProcessEnv => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? '',
  STORAGE_URL: storageUrl?.href ?? '',
  ENCRYPTION_KEY: key?.toString('base64') ?? '',
})

type Outcome = { status: number; out: string; err: string }

/** The command `npm run backup`, in this process. */
export const runBackup = (place: Place, ...given: string[]): Promise<Outcome> =>
  capture((output) => backupCommand(given, environment(place), output))

/** The command `npm run restore`. */
export const runRestore = (place: Place, ...given: string[]): Promise<Outcome> =>
  capture(async (output) => {
    await restoreCommand(given, environment(place), output)
    return 0
  })

async function capture(
  work: (output: { print: (line: string) => void; warn: (line: string) => void }) => Promise<number>,
): Promise<Outcome> {
  const out: string[] = []
  const err: string[] = []
  const output = { print: (line: string) => void out.push(line), warn: (line: string) => void err.push(line) }
  let status = 1
  try {
    status = await work(output)
  } catch (error) {
    output.warn(error instanceof Error ? error.message : String(error))
  }
  return { status, out: out.join('\n'), err: err.join('\n') }
}

/** Every row of every table, as a superuser sees them, by table. */
export async function allRows(adminUrl: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
    )
    const found: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM "${name}" t`)
      found[name] = rows.map(({ row }) => row).sort()
    }
    return found
  } finally {
    await client.end()
  }
}

/** Every file of a store with its checksum. */
export async function allFiles(storage: Storage): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const folder of STORAGE_FOLDERS) {
    for await (const { name } of storage.list(folder)) {
      const content = await buffer(await storage.open(name))
      files.set(name, createHash('sha256').update(content).digest('hex'))
    }
  }
  return files
}

export async function readArchive(file: string): Promise<{ id: string; manifest: Manifest }> {
  const handle = await open(file, 'r')
  try {
    const { id, manifest } = await verifyArchive(handle, async () => {})
    return { id, manifest }
  } finally {
    await handle.close()
  }
}
