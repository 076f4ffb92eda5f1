import type pg from 'pg'
import { backupMessages } from '#domain/messages/backup'
import { mainKeysAtHand, type KeyConfig, type MainKey } from '../crypto/main-key-store.ts'
import { isStorageUsed, type Storage } from '../files/storage.ts'
import { presenceName } from '../rotation/servers.ts'
import { BackupError, keyEntry, type ArchiveHeader } from './archive-format.ts'
import { beginRestore, begunRestore, markerIn } from './begun-restore.ts'
import { hasQueue, QUEUE_TABLE } from './jobs.ts'
import { listTables, quote, readMigrationNames } from './tables.ts'

/** @throws BackupError if servers use it, a table has rows, or the tables are newer than the backup's */
export async function requireEmptyDatabase(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const { rowCount: servers } = await client.query(
    'SELECT FROM pg_stat_activity WHERE datname = current_database() AND starts_with(application_name, $1)',
    [presenceName([])],
  )
  if (servers) throw new BackupError(backupMessages.serversRun(servers))
  const tables = (await listTables(client)).map(({ name }) => quote(name))
  if (await hasQueue(client)) tables.push(QUEUE_TABLE)
  for (const table of tables) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${table} LIMIT 1`)
    if (rowCount !== 0) throw new BackupError(backupMessages.databaseNotEmpty(table))
  }
  const newer = (await readMigrationNames(client)).find((name) => !migrations.includes(name))
  if (newer !== undefined) throw new BackupError(backupMessages.databaseTooNew(newer))
}

/** @throws BackupError unless the store is empty or holds part of the same restore */
export async function claimStore(
  storage: Storage,
  dataDir: string,
  { id, installation }: { id: string; installation: string | null },
): Promise<void> {
  const begun = await begunRestore(dataDir)
  if (begun !== null && begun !== id) throw new BackupError(backupMessages.otherRestore(markerIn(dataDir)))
  if (begun === null) {
    if (await isStorageUsed(storage)) throw new BackupError(backupMessages.storeNotEmpty(storage.place))
    await beginRestore(dataDir, id)
  }
  if (installation !== null) await storage.writeMark(installation)
}

export async function fittingKeys(config: KeyConfig, { keys, withKeys }: ArchiveHeader): Promise<MainKey[]> {
  const atHand = await mainKeysAtHand(config)
  if (keys.length === 0) return atHand
  const other = atHand.find(({ id }) => !keys.some((key) => key.id === id))
  if (other) {
    const needed = keys.filter((key) => key.needed).map(({ id }) => id)
    const how = withKeys ? needed.map((id) => backupMessages.takeOut(keyEntry(id))).join('') : ''
    throw new BackupError(backupMessages.otherKey(other.source, other.id, needed.join(' and ')) + how)
  }
  return atHand
}

/** Whether the archive's rows are committed, which includes this audit entry. */
export async function holdsArchive(client: pg.Client, id: string): Promise<boolean> {
  if ((await readMigrationNames(client)).length === 0) return false
  const { rowCount } = await client.query(
    `SELECT 1 FROM "AuditEntry" WHERE "act" = 'backup-restored' AND "detail"->>'archive' = $1 LIMIT 1`,
    [id],
  )
  return rowCount !== 0
}
