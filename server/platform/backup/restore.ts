import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { backupMessages } from '#domain/messages/backup'
import type { Config } from '../../config.ts'
import { prove } from '../crypto/key-check.ts'
import { keepKey, keepsKeyFiles, mainKey, type KeyConfig, type MainKey } from '../crypto/main-key-store.ts'
import { LOCKS } from '../database/locks.ts'
import { migrateTo } from '../database/migrate.ts'
import { reachDatabase } from '../database/open-database.ts'
import { type Storage, FileMissingError } from '../files/storage.ts'
import { installQueue } from '../queue/install-queue.ts'
import { hasCode, toMessage } from '../../system-error.ts'
import { BackupError, INDEX, KEYS, type ArchiveHeader, type Manifest, FILES } from './archive-format.ts'
import { begunRestore, endRestore } from './begun-restore.ts'
import { connectForCopy, inTransaction } from './connection.ts'
import { readKeys, recordBackup } from './copy-rows.ts'
import { readLines, loadRows, selectParts } from './load-rows.ts'
import { readWhole, readContent, readEntries, computeSha256, type Entry } from './read-archive.ts'
import { compareMigrations, quote } from './tables.ts'
import { claimStore, fittingKeys, holdsArchive, requireEmptyDatabase } from './target.ts'
import { verifyArchive, type VerifiedArchive } from './verify-archive.ts'
import { Readable } from 'node:stream'
import { IndexLookup, readIndex } from './index-file.ts'
import { mapInOrder } from './streams.ts'

const AT_ONCE = 8

/** Stores the archived files that the index names: not those removed during the backup. */
async function restoreFiles(
  handle: FileHandle,
  storage: Storage,
  index: string,
  signal?: AbortSignal,
): Promise<void> {
  const lookup = new IndexLookup(index)
  async function* named(): AsyncGenerator<Entry & { file: string }> {
    for await (const entry of readEntries(handle)) {
      if (!entry.name.startsWith(FILES)) continue
      const file = entry.name.slice(FILES.length)
      if ((await lookup.find(file)) !== null) yield { ...entry, file }
    }
  }
  try {
    const stored = mapInOrder(named(), AT_ONCE, ({ file, ...entry }) =>
      storage.put(file, Readable.from(readContent(handle, entry), { objectMode: false })),
    )
    for await (const _ of stored) signal?.throwIfAborted()
  } finally {
    await lookup.close()
  }
}

async function compareFiles(storage: Storage, index: string, signal?: AbortSignal): Promise<void> {
  const compared = mapInOrder(readIndex(index), AT_ONCE, async ({ name, sha256 }) => {
    const found = await storage.open(name).catch((error: unknown) => {
      if (error instanceof FileMissingError) return null
      throw error
    })
    if (found === null || (await computeSha256(found)) !== sha256)
      throw new BackupError(backupMessages.differs(name))
  })
  for await (const _ of compared) signal?.throwIfAborted()
}

type Needs = {
  config: Config
  storage: Storage
  log: Parameters<typeof reachDatabase>[1]
  onHeader?: (header: ArchiveHeader) => void
  signal?: AbortSignal | undefined
}

// Restores a backup into an empty database and file store. Verifies the archive before it writes anything, then
// stores the files, then all rows in one transaction. An interrupted restore leaves a marker in DATA_DIR, on which no
// server starts, and can be repeated.
export async function restore({ config, storage, log, onHeader = () => {}, signal }: Needs, file: string) {
  const handle = await open(file, 'r').catch((cause: unknown) => {
    if (!hasCode(cause, 'ENOENT')) throw cause
    throw new BackupError(backupMessages.noFile(file))
  })
  try {
    const archive = await verifyArchive(
      handle,
      async (header) => {
        onHeader(header)
        const other = await compareMigrations(header.migrations)
        const message = other?.older ? backupMessages.olderBackup : backupMessages.newerBackup
        if (other) throw new BackupError(message(header.release, other.unknown))
      },
      signal,
    )
    const keys = await keysFor(config, archive)
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
    const { url, stop } = await reachDatabase(config, log)
    try {
      return await restoreInto({ url, config, storage, log, signal }, archive, keys)
    } finally {
      await stop()
    }
  } finally {
    await handle.close()
  }
}

async function restoreInto(
  { url, config, storage, log, signal }: Omit<Needs, 'onHeader'> & { url: string },
  archive: VerifiedArchive,
  keys: Keys,
) {
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
    await migrateTo(url, header.migrations, log)
    await installQueue(url)

    const index = path.join(folder, 'index')
    const parts = readLines(handle, selectParts(archive.parts, `${INDEX}/`))
    await pipeline(parts, createWriteStream(index, { mode: 0o600 }))
    await restoreFiles(handle, storage, index, signal)
    await compareFiles(storage, index, signal)
    await inTransaction(client, 'READ COMMITTED', async () => {
      // Keeps a server that starts now from seeding the database.
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

async function finish(client: pg.Client, dataDir: string, { header, manifest }: VerifiedArchive, keys: Keys) {
  const notVacuumed = await vacuum(client, manifest)
  await endRestore(dataDir)
  const needed = header.keys.filter((key) => key.needed).map(({ id }) => id)
  const has = (id: string) => keys.present.some((key) => key.id === id)
  const [present, keysMissing] = [needed.filter(has), needed.filter((id) => !has(id))]
  return { header, manifest, present, keysMissing, notVacuumed }
}

type Keys = Awaited<ReturnType<typeof keysFor>>

/** `present`: from the target's configuration, or from the archive if the target keeps keys in files */
async function keysFor(config: KeyConfig, { handle, header, parts }: VerifiedArchive) {
  const atHand = await fittingKeys(config, header)
  const inside: MainKey[] = []
  for (const entry of selectParts(parts, KEYS)) {
    inside.push(mainKey(Buffer.from((await readWhole(handle, entry)).toString(), 'base64'), entry.name))
  }
  const others = inside.filter(({ id }) => !atHand.some((key) => key.id === id))
  const added = keepsKeyFiles(config) ? others : []
  return { present: [...atHand, ...added], added, known: [...atHand, ...others] }
}

/** Lists can use index-only scans only after this. */
async function vacuum(client: pg.Client, { tables }: Manifest): Promise<string | null> {
  try {
    await client.query(`VACUUM (ANALYZE) ${tables.map(({ name }) => quote(name)).join(', ')}`)
    return null
  } catch (error) {
    return toMessage(error)
  }
}
