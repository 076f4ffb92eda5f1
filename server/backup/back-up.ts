import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { backupMessages } from '#domain/messages/backup'
import { mainKeysAtHand, type KeyConfig, type MainKey } from '../crypto/main-key-store.ts'
import { migrationsFolder, readMigrations } from '../database/migrations-folder.ts'
import type { Storage } from '../files/storage.ts'
import { holdRotationLock } from '../rotation/rotation-lock.ts'
import { archiveFiles, type FilesPass } from './archive-files.ts'
import { BackupError } from './archive-error.ts'
import {
  FORMAT,
  HEADER,
  INDEX,
  JOBS,
  keyEntry,
  MANIFEST,
  MANIFEST_SUM,
  tableFolder,
  type ArchiveHeader,
  type Manifest,
  type RowSet,
} from './archive-format.ts'
import { recordBackup } from './audit.ts'
import { connectForCopy, inTransaction } from './connection.ts'
import { archiveParts, archiveRows } from './copy-rows.ts'
import { rawLines } from './index-file.ts'
import { hasQueue, JOB_COLUMNS, NO_JOBS, SELECT_JOBS } from './jobs.ts'
import { readInstallation, readKeys } from './installation-rows.ts'
import { spoolNames, type NamedFile } from './named-files.ts'
import { release } from './release.ts'
import { listTables, readMigrationNames, readSequences, requireAllRows, selectRows } from './tables.ts'
import { manifestSum } from './verify-archive.ts'
import { ArchiveWriter } from './write-archive.ts'

type Needs = {
  config: KeyConfig
  url: string
  storage: Storage
  withKeys: boolean
  signal?: AbortSignal | undefined
}

export type BackupResult = {
  rows: number
  tables: number
  files: number
  bytes: number
  /** main keys that are needed and not in the archive */
  keysOutside: string[]
  missing: NamedFile[]
}

/** Passes over the files; each is far shorter than the one before. */
const PASSES_AT_MOST = 20

/**
 * Writes a backup of the database at `url` and of the files that its rows name, while servers may be running. The rows
 * are one snapshot; the database is not changed but for one audit entry, and not migrated either, so that a backup can
 * be made right before an upgrade.
 *
 * @throws BackupError, MainKeyError while keys are changed or another backup is made
 */
export async function backUp(needs: Needs, file: string): Promise<BackupResult> {
  const archive = await ArchiveWriter.create(file, needs.signal)
  try {
    let isLocked = true
    // A change of keys moves files to new names.
    const lock = await holdRotationLock(needs.url, () => (isLocked = false))
    const client = await connectForCopy(needs.url).catch(async (error: unknown) => {
      await lock.release()
      throw error
    })
    const folder = await mkdtemp(path.join(path.dirname(path.resolve(file)), '.intake-backup-'))
    try {
      const result = await fill(archive, client, needs, folder)
      if (!isLocked) throw new BackupError(backupMessages.lockLost)
      await archive.finish()
      return result
    } finally {
      await rm(folder, { recursive: true, force: true })
      await client.end().catch(() => {})
      await lock.release().catch(() => {})
    }
  } finally {
    await archive.discard()
  }
}

async function fill(
  archive: ArchiveWriter,
  client: pg.Client,
  { config, storage, withKeys }: Needs,
  folder: string,
): Promise<BackupResult> {
  const header = await makeHeader(client, storage, withKeys)
  await archive.add(HEADER, toJson(header))
  const keys = withKeys ? await neededKeys(config, header) : []
  for (const { id, bytes } of keys) {
    await archive.add(keyEntry(id), Buffer.from(`${bytes.toString('base64')}\n`))
  }
  await recordBackup(client, 'backup-started', { withKeys })

  // The files take longest, and this first pass holds no snapshot, which would keep the database from tidying up.
  let pass = await archiveFiles({ archive, storage, folder }, await spoolNames(client, folder), null, 0)
  for (let number = 1; number <= PASSES_AT_MOST; number++) {
    const before = pass
    const manifest = await inTransaction(client, 'REPEATABLE READ, READ ONLY', async () => {
      pass = await archiveFiles(
        { archive, storage, folder },
        await spoolNames(client, folder),
        before.index,
        number,
      )
      return isSettled(pass, before) ? await archiveSnapshot(archive, client, pass) : null
    })
    if (manifest === null) continue
    const { sha256 } = await archive.addRaw(MANIFEST, toJson(manifest))
    await archive.addRaw(MANIFEST_SUM, Buffer.from(manifestSum(sha256)))
    return {
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      tables: manifest.tables.length,
      files: pass.count,
      bytes: archive.bytes,
      keysOutside: withKeys ? [] : header.keys.filter(({ needed }) => needed).map(({ id }) => id),
      missing: pass.missing,
    }
  }
  throw new BackupError(backupMessages.keepChanging(PASSES_AT_MOST))
}

/** Nothing vanished during the pass: what is missing now was so when the snapshot was taken. */
function isSettled(pass: FilesPass, before: FilesPass): boolean {
  const known = new Set(before.missing.map(({ name }) => name))
  return pass.missing.every(({ name }) => known.has(name))
}

async function archiveSnapshot(
  archive: ArchiveWriter,
  client: pg.Client,
  files: FilesPass,
): Promise<Manifest> {
  await archiveParts(archive, INDEX, rawLines(files.index))
  const { rows: at } = await client.query<{ at: Date }>('SELECT now() AS at')
  const known = await listTables(client)
  await requireAllRows(client, known)
  const tables: RowSet[] = []
  for (const table of known) {
    const { name, columns } = table
    tables.push(
      await archiveRows(client, archive, tableFolder(name), { name, columns, query: selectRows(table) }),
    )
  }
  const query = (await hasQueue(client)) ? SELECT_JOBS : NO_JOBS
  const jobs = await archiveRows(client, archive, JOBS, { name: JOBS, columns: JOB_COLUMNS, query })
  return {
    snapshotAt: at[0]?.at.toISOString() ?? '',
    tables,
    sequences: await readSequences(client),
    jobs,
    files: { count: files.count, bytes: files.bytes },
    missing: files.missing.map(({ name }) => name),
    entries: archive.entries.result(),
  }
}

/** @throws BackupError when this release can't make sense of the database, or the store isn't the database's */
async function makeHeader(client: pg.Client, storage: Storage, withKeys: boolean): Promise<ArchiveHeader> {
  const migrations = await readMigrationNames(client)
  if (migrations.length === 0) throw new BackupError(backupMessages.noMigrations)
  const known = new Set((await readMigrations(migrationsFolder)).map(({ name }) => name))
  const newer = migrations.filter((name) => !known.has(name))
  if (newer.length > 0) throw new BackupError(backupMessages.newerDatabase(newer.join(', ')))
  const installation = await readInstallation(client)
  if (installation !== null && installation !== (await storage.readMark())) {
    throw new BackupError(backupMessages.otherStore(storage.place))
  }
  return {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    release: await release(),
    migrations,
    installation,
    keys: (await readKeys(client)).map(({ id, needed }) => ({ id, needed })),
    withKeys,
  }
}

async function neededKeys(config: KeyConfig, { keys }: ArchiveHeader): Promise<MainKey[]> {
  const atHand = await mainKeysAtHand(config)
  return keys.flatMap(({ id, needed }) => {
    const key = atHand.find((one) => one.id === id)
    if (!key && needed) throw new BackupError(backupMessages.keyNotAtHand(id))
    return key ? [key] : []
  })
}

const toJson = (value: ArchiveHeader | Manifest): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
