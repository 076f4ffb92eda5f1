import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll } from 'vitest'
import type { Config } from '../../config.ts'
import { STORAGE_FOLDERS, type Storage } from '../files/storage.ts'
import { emptyDatabase } from '../../test/support/database.ts'
import { startTestServer } from '../../test/support/server.ts'
import type { Manifest } from './archive-format.ts'
import { backupCommand, restoreCommand } from './command.ts'
import { verifyArchive } from './verify-archive.ts'

async function scratchFolder(): Promise<string> {
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

/** A server to back up, a temporary folder, and empty targets to restore to under the same main key. */
export async function backupSource(overrides: Partial<Config> = {}) {
  const key = randomBytes(32)
  const folder = await scratchFolder()
  const inFolder = (name: string) => path.join(folder, name)
  const source = await startTestServer({ encryptionKey: key, ...overrides })
  const place = (name: string, databaseUrl: string | null, changes: Partial<Place> = {}): Place => ({
    databaseUrl,
    dataDir: inFolder(name),
    storageUrl: null,
    key,
    ...changes,
  })
  return {
    key,
    folder,
    inFolder,
    source,
    services: source.services,
    from: { ...source.services.config, key },
    place,
    async emptyTarget(name: string, changes?: Partial<Place>) {
      const { url, adminUrl } = await emptyDatabase()
      return { to: place(name, url, changes), adminUrl }
    },
  }
}

type Outcome = { status: number; out: string; err: string }

/** The command `npm run backup`, in this process. */
export const runBackup = (place: Place, ...given: string[]): Promise<Outcome> =>
  capture((output) => {
    const [file = '', flag] = given
    return backupCommand({ file, withKeys: flag === '--with-keys' }, environment(place), output)
  })

/** The command `npm run restore`. */
export const runRestore = (place: Place, file: string): Promise<Outcome> =>
  capture(async (output) => {
    await restoreCommand(file, environment(place), output)
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
