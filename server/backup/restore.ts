import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { backupMessages } from '#domain/messages/backup'
import type { Config } from '../config.ts'
import { prove } from '../crypto/key-check.ts'
import { keepKey, keepsKeyFiles, mainKey, type KeyConfig, type MainKey } from '../crypto/main-key-store.ts'
import { LOCKS } from '../database/locks.ts'
import { migrateTo } from '../database/migrate.ts'
import { migrationsFolder, readMigrations } from '../database/migrations-folder.ts'
import { reachDatabase } from '../database/open-database.ts'
import type { Storage } from '../files/storage.ts'
import { installQueue } from '../queue/install-queue.ts'
import { toMessage } from '../system-error.ts'
import { BackupError } from './archive-error.ts'
import { INDEX, KEYS, type ArchiveHeader, type Manifest } from './archive-format.ts'
import { recordBackup } from './audit.ts'
import { begunRestore, endRestore } from './begun-restore.ts'
import { connectForCopy, inTransaction } from './connection.ts'
import { readKeys } from './installation-rows.ts'
import { readLines, loadRows, selectParts } from './load-rows.ts'
import { readWhole } from './read-archive.ts'
import { compareFiles, restoreFiles } from './restore-files.ts'
import { claimStore, fittingKeys, holdsArchive, requireEmptyDatabase } from './target.ts'
import { verifyArchive, type VerifiedArchive } from './verify-archive.ts'

type Needs = {
  config: Config
  storage: Storage
  log: Parameters<typeof reachDatabase>[1]
  onHeader?: (header: ArchiveHeader) => void
  signal?: AbortSignal | undefined
}

export type RestoreResult = {
  header: ArchiveHeader
  manifest: Manifest
  /** needed main keys that the target has now; they fit */
  present: string[]
  /** main keys that the operator still has to provide */
  keysMissing: string[]
  /** why the tables could not be vacuumed */
  notVacuumed: string | null
}

/**
 * Restores a backup into an empty database and an empty file store. The archive is verified before anything is written.
 * Files come first and all rows in one transaction at the end. A restore that is cut off leaves a marker in DATA_DIR and an
 * empty database beside a store with an installation's mark: no server starts on that, and the same restore can be
 * repeated.
 *
 * @throws ArchiveError, BackupError
 */
export async function restore(
  { config, storage, log, onHeader = () => {}, signal }: Needs,
  file: string,
): Promise<RestoreResult> {
  const handle = await open(file, 'r')
  try {
    const onStart = async (header: ArchiveHeader) => {
      onHeader(header)
      await requireKnownLevel(header)
    }
    const archive = await verifyArchive(handle, onStart, signal)
    const keys = await keysFor(config, archive)
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
    const { url, stop } = await reachDatabase(config, log)
    try {
      return await restoreInto({ url, config, storage, signal }, archive, keys)
    } finally {
      await stop()
    }
  } finally {
    await handle.close()
  }
}

async function restoreInto(
  { url, config, storage, signal }: Pick<Needs, 'config' | 'storage' | 'signal'> & { url: string },
  archive: VerifiedArchive,
  keys: Keys,
): Promise<RestoreResult> {
  const { handle, header } = archive
  const folder = await mkdtemp(path.join(config.dataDir, 'restore-'))
  const client = await connectForCopy(url)
  try {
    if ((await begunRestore(config.dataDir)) === archive.id && (await holdsArchive(client, archive.id))) {
      return await finish(client, config.dataDir, archive, keys)
    }
    await requireEmptyDatabase(client, header.migrations)
    await claimStore(storage, config.dataDir, { id: archive.id, installation: header.installation })
    for (const { bytes } of keys.added) await keepKey(config, bytes)
    await migrateTo(url, header.migrations)
    await installQueue(url)

    const index = await spoolIndex(archive, folder)
    await restoreFiles(handle, storage, index, signal)
    await compareFiles(storage, index, signal)
    await inTransaction(client, 'READ COMMITTED', async () => {
      // A server that was started meanwhile would seed the database.
      await client.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.seed])
      await requireEmptyDatabase(client, header.migrations)
      await loadRows(client, archive)
      signal?.throwIfAborted()
      for (const { id, sealed } of await readKeys(client)) {
        const key = keys.known.find((one) => one.id === id)
        if (key) prove(key, sealed)
      }
      await recordBackup(client, 'backup-restored', { madeAt: header.createdAt, archive: archive.id })
    })
    return await finish(client, config.dataDir, archive, keys)
  } finally {
    await client.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function finish(
  client: pg.Client,
  dataDir: string,
  { header, manifest }: VerifiedArchive,
  keys: Keys,
): Promise<RestoreResult> {
  const notVacuumed = await vacuum(client, manifest)
  await endRestore(dataDir)
  const needed = header.keys.filter((key) => key.needed).map(({ id }) => id)
  const has = (id: string) => keys.present.some((key) => key.id === id)
  return {
    header,
    manifest,
    present: needed.filter(has),
    keysMissing: needed.filter((id) => !has(id)),
    notVacuumed,
  }
}

/** @throws BackupError for a backup of a newer version */
async function requireKnownLevel({ migrations, release }: ArchiveHeader): Promise<void> {
  const known = new Set((await readMigrations(migrationsFolder)).map(({ name }) => name))
  const newer = migrations.filter((name) => !known.has(name))
  if (newer.length > 0) throw new BackupError(backupMessages.newerBackup(release, newer.join(', ')))
}

type Keys = {
  /** provided by the target's configuration, or by the archive where the target keeps its keys in files */
  present: MainKey[]
  /** those of the archive that the target doesn't have */
  added: MainKey[]
  /** all of both, to prove them */
  known: MainKey[]
}

/** @throws BackupError when the target has a main key that the backup was not made under */
async function keysFor(config: KeyConfig, { handle, header, parts }: VerifiedArchive): Promise<Keys> {
  const atHand = await fittingKeys(config, header)
  const inside: MainKey[] = []
  for (const entry of selectParts(parts, KEYS)) {
    inside.push(mainKey(Buffer.from((await readWhole(handle, entry)).toString(), 'base64'), entry.name))
  }
  const others = inside.filter(({ id }) => !atHand.some((key) => key.id === id))
  const added = keepsKeyFiles(config) ? others : []
  return { present: [...atHand, ...added], added, known: [...atHand, ...others] }
}

async function spoolIndex({ handle, parts }: VerifiedArchive, folder: string): Promise<string> {
  const index = path.join(folder, 'index')
  await pipeline(
    readLines(handle, selectParts(parts, `${INDEX}/`)),
    createWriteStream(index, { mode: 0o600 }),
  )
  return index
}

/** Lists are read from indexes alone only after this. */
async function vacuum(client: pg.Client, { tables }: Manifest): Promise<string | null> {
  try {
    await client.query(`VACUUM (ANALYZE) ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`)
    return null
  } catch (error) {
    return toMessage(error)
  }
}
