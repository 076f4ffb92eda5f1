import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { backupMessages } from '#domain/messages/backup'
import { mainKeysAtHand, type KeyConfig, type MainKey } from '../crypto/main-key-store.ts'
import type { Storage } from '../files/storage.ts'
import { readVersion } from '../../project-root.ts'
import { holdRotationLock } from '../rotation/rotation-lock.ts'
import { archiveFiles, type FilesPass } from './archive-files.ts'
import {
  BackupError,
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
import { connectForCopy, inTransaction } from './connection.ts'
import { archiveParts, archiveRows, readInstallation, readKeys, recordBackup } from './copy-rows.ts'
import { hasQueue, JOB_COLUMNS, NO_JOBS, SELECT_JOBS } from './jobs.ts'
import { splitLines } from './streams.ts'
import {
  compareMigrations,
  listTables,
  readMigrationNames,
  readSequences,
  requireAllRows,
  selectRows,
} from './tables.ts'
import { manifestSum } from './verify-archive.ts'
import { ArchiveWriter } from './write-archive.ts'

type Needs = {
  config: KeyConfig
  url: string
  storage: Storage
  withKeys: boolean
  signal?: AbortSignal | undefined
}

/** Each pass over the files is far shorter than the one before. */
const MAX_PASSES = 20

// Backs up a database and the files that its rows name, while servers may be running. The rows are one snapshot.
// Writes only an audit entry and never migrates, so that a backup can precede an upgrade.
export async function backUp(needs: Needs, file: string) {
  const archive = await ArchiveWriter.create(file, needs.signal)
  try {
    let isLocked = true
    // While keys are changed, the backup would need both.
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
) {
  const header = await makeHeader(client, storage, withKeys)
  await archive.add(HEADER, toJson(header))
  for (const { id, bytes } of withKeys ? await readNeededKeys(config, header) : [])
    await archive.add(keyEntry(id), [Buffer.from(`${bytes.toString('base64')}\n`)])
  await recordBackup(client, 'backup-started', { withKeys })

  // The first and longest pass holds no snapshot, which would keep the database from removing old rows.
  let pass = await archiveFiles({ archive, client, storage, folder }, null, 0)
  for (let number = 1; number <= MAX_PASSES; number++) {
    const previous = pass
    const manifest = await inTransaction(client, 'REPEATABLE READ, READ ONLY', async () => {
      pass = await archiveFiles({ archive, client, storage, folder }, previous.index, number)
      return isSettled(pass, previous) ? await archiveSnapshot(archive, client, pass) : null
    })
    if (manifest === null) continue
    const { sha256 } = await archive.addRaw(MANIFEST, toJson(manifest))
    await archive.addRaw(MANIFEST_SUM, [Buffer.from(manifestSum(sha256))])
    return {
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      tables: manifest.tables.length,
      files: pass.count,
      bytes: archive.bytes,
      /** needed main keys that are not in the archive */
      keysOutside: withKeys ? [] : header.keys.filter(({ needed }) => needed).map(({ id }) => id),
      missing: pass.missing,
    }
  }
  throw new BackupError(backupMessages.keepChanging(MAX_PASSES))
}

/** Whether every missing file was already missing before the snapshot. */
function isSettled(pass: FilesPass, previous: FilesPass): boolean {
  const known = new Set(previous.missing.map(({ name }) => name))
  return pass.missing.every(({ name }) => known.has(name))
}

async function archiveSnapshot(
  archive: ArchiveWriter,
  client: pg.Client,
  files: FilesPass,
): Promise<Manifest> {
  await archiveParts(archive, INDEX, splitLines(createReadStream(files.index)))
  const { rows: at } = await client.query<{ at: Date }>('SELECT now() AS at')
  await requireAllRows(client)
  const tables: RowSet[] = []
  for (const table of await listTables(client)) {
    const rows = { ...table, query: selectRows(table) }
    tables.push(await archiveRows(client, archive, tableFolder(table.name), rows))
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

async function makeHeader(client: pg.Client, storage: Storage, withKeys: boolean): Promise<ArchiveHeader> {
  const migrations = await readMigrationNames(client)
  if (migrations.length === 0) throw new BackupError(backupMessages.noMigrations)
  const other = await compareMigrations(migrations)
  if (other)
    throw new BackupError(backupMessages[other.older ? 'olderDatabase' : 'newerDatabase'](other.unknown))
  const installation = await readInstallation(client)
  if (installation !== null && installation !== (await storage.readMark())) {
    throw new BackupError(backupMessages.otherStore(storage.place))
  }
  return {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    release: readVersion(),
    migrations,
    installation,
    keys: (await readKeys(client)).map(({ id, needed }) => ({ id, needed })),
    withKeys,
  }
}

async function readNeededKeys(config: KeyConfig, { keys }: ArchiveHeader): Promise<MainKey[]> {
  const atHand = await mainKeysAtHand(config)
  return keys.flatMap(({ id, needed }) => {
    const key = atHand.find((one) => one.id === id)
    if (!key && needed) throw new BackupError(backupMessages.keyNotAtHand(id))
    return key ? [key] : []
  })
}

const toJson = (value: ArchiveHeader | Manifest): Buffer[] => [
  Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
]
