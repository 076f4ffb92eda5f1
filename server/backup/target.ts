import type pg from 'pg'
import { backupMessages } from '#domain/messages/backup'
import { mainKeysAtHand, type KeyConfig, type MainKey } from '../crypto/main-key-store.ts'
import { STORAGE_FOLDERS, type Storage } from '../files/storage.ts'
import { BackupError } from './archive-error.ts'
import { keyEntry, type ArchiveHeader } from './archive-format.ts'
import { beginRestore, begunRestore, markerIn } from './begun-restore.ts'
import { hasQueue } from './jobs.ts'
import { listTables, readMigrationNames } from './tables.ts'

/** @throws BackupError when a table has rows, or the tables are newer than the backup's */
export async function requireEmptyDatabase(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const tables = (await listTables(client)).map(({ name }) => `"${name.replaceAll('"', '""')}"`)
  if (await hasQueue(client)) tables.push('graphile_worker._private_jobs')
  for (const table of tables) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${table} LIMIT 1`)
    if (rowCount !== 0) throw new BackupError(backupMessages.databaseNotEmpty(table))
  }
  const newer = (await readMigrationNames(client)).find((name) => !migrations.includes(name))
  if (newer !== undefined) throw new BackupError(backupMessages.databaseTooNew(newer))
}

/**
 * Makes sure that the store is empty, but for what an earlier restore of the same archive has left here.
 *
 * @throws BackupError
 */
export async function claimStore(
  storage: Storage,
  dataDir: string,
  { id, installation }: { id: string; installation: string | null },
): Promise<void> {
  const begun = await begunRestore(dataDir)
  if (begun !== null && begun !== id) throw new BackupError(backupMessages.otherRestore(markerIn(dataDir)))
  if (begun === null) {
    if (await isUsed(storage)) throw new BackupError(backupMessages.storeNotEmpty(storage.place))
    await beginRestore(dataDir, id)
  }
  if (installation !== null) await storage.writeMark(installation)
}

async function isUsed(storage: Storage): Promise<boolean> {
  if ((await storage.readMark()) !== null) return true
  for (const folder of STORAGE_FOLDERS) for await (const _file of storage.list(folder)) return true
  return false
}

/** The target's main keys. @throws BackupError for one that the backup was not made under */
export async function fittingKeys(config: KeyConfig, { keys, withKeys }: ArchiveHeader): Promise<MainKey[]> {
  const atHand = await mainKeysAtHand(config)
  // A database that no server was started on is under no key yet.
  if (keys.length === 0) return atHand
  const other = atHand.find(({ id }) => !keys.some((key) => key.id === id))
  if (other) {
    const needed = keys.filter((key) => key.needed).map(({ id }) => id)
    const how = withKeys ? needed.map((id) => backupMessages.takeOut(keyEntry(id))).join('') : ''
    throw new BackupError(backupMessages.otherKey(other.source, other.id, needed.join(' and ')) + how)
  }
  return atHand
}

/** Whether this database holds all of the archive's rows: they were committed together with this audit entry. */
export async function holdsArchive(client: pg.Client, id: string): Promise<boolean> {
  if ((await readMigrationNames(client)).length === 0) return false
  const { rowCount } = await client.query(
    `SELECT 1 FROM "AuditEntry" WHERE "act" = 'backup-restored' AND "detail"->>'archive' = $1 LIMIT 1`,
    [id],
  )
  return rowCount !== 0
}
