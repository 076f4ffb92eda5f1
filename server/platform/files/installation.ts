import { setTimeout as delay } from 'node:timers/promises'
import path from 'node:path'
import { storeMessages } from '#domain/messages/store'
import type { Config } from '../../config.ts'
import type { Database } from '../database/db.ts'
import { hasCluster } from '../database/postgres-server.ts'
import { LOCKS } from '../database/locks.ts'
import { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { uuidV7 } from '../../lib/uuid.ts'
import { isStorageUsed, StorageUnavailableError, type Storage } from './storage.ts'
import { countFiles } from './walk-files.ts'

type Needs = Pick<Services, 'db' | 'storage'> & {
  config: Pick<Config, 'adoptStorage'>
  log: Pick<Services['log'], 'info' | 'warn'>
}

/** The file store belongs to another database; `message` is one line for the operator. */
export class InstallationError extends StorageUnavailableError {
  override name = 'InstallationError'

  constructor(message: string) {
    super(message, { refused: true })
  }
}

const LISTING_TIMEOUT_MS = 30 * 60 * 1000
const LOOK_AGAIN_MS = 200

export async function readInstallation(db: Database): Promise<{ id: string; adoptedAt: Date | null } | null> {
  const [found] = await db
    .system('maintenance')
    .query<{ id: string; adoptedAt: Date | null }>(
      'installation',
      Prisma.sql`SELECT "id", "adoptedAt" FROM "Installation" LIMIT 1`,
    )
  return found ?? null
}

export const readInstallationId = async (db: Database): Promise<string | null> =>
  (await readInstallation(db))?.id ?? null

/** From now on the orphans of an adopted store count like any others. */
export const confirmOrphans = (db: Database) =>
  db.system('maintenance').write((client) => client.installation.updateMany({ data: { adoptedAt: null } }))

// A store without an id is adopted if it holds every file that rows name (an upgrade from a version without ids), or
// with STORAGE_ADOPT=1.
export async function checkInstallation(services: Needs): Promise<string> {
  const { db, storage, config, log } = services
  const known = await readSharedId(db, storage)
  if (known.shared !== null) {
    if (config.adoptStorage) log.warn('STORAGE_ADOPT is still set; unset it, as the file store is taken over')
    return known.shared
  }
  // Nodes that start at the same time on an empty database agree on one id. Waiting in a transaction, they could hold all
  // connections of a pooler, of which the first needs another one.
  for (;;) {
    const id = await db.system('maintenance').write(async (tx) => {
      const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`
          SELECT pg_try_advisory_xact_lock(${LOCKS.installation}) AS taken`
      return lock?.taken ? settle(services) : null
    }, LISTING_TIMEOUT_MS)
    if (id !== null) return id
    await delay(LOOK_AGAIN_MS)
  }
}

async function readSharedId(db: Database, storage: Storage) {
  const [own, mark] = [await readInstallationId(db), await storage.readMark()]
  return { own, mark, shared: own === mark ? own : null }
}

async function settle({ db, storage, config, log }: Needs): Promise<string> {
  const { own, mark, shared } = await readSharedId(db, storage)
  if (shared !== null) return shared
  const { files, named, missing } = await countFiles({ db, storage })
  if (!config.adoptStorage) {
    if (mark !== null) throw new InstallationError(storeMessages.otherInstallation(storage.place, mark, own))
    if (missing > 0) throw new InstallationError(storeMessages.filesMissing(storage.place, missing, named))
    if (files > 0 && named === 0) throw new InstallationError(storeMessages.unknownFiles(storage.place))
  }
  const id = own ?? uuidV7()
  const orphans = files - (named - missing)
  const adoptedAt = orphans > 0 ? new Date() : null
  // The row first: a start killed before it writes the mark finds a store without one and repeats this.
  await db
    .system('maintenance')
    .write((client) =>
      client.installation.upsert({ where: { id }, create: { id, adoptedAt }, update: { adoptedAt } }),
    )
  await storage.writeMark(id)
  if (files > 0) log.info({ installation: id, files, missing, orphans }, 'took over the file store')
  return id
}

/** Refuses to create an embedded database beside a used store: its folder was lost or is not mounted. */
export async function refuseNewDatabase(
  { databaseUrl, dataDir, adoptStorage }: Pick<Config, 'databaseUrl' | 'dataDir' | 'adoptStorage'>,
  storage: Storage,
): Promise<void> {
  if (databaseUrl !== null || adoptStorage || (await hasCluster(dataDir))) return
  if (await isStorageUsed(storage))
    throw new InstallationError(storeMessages.databaseMissing(path.join(dataDir, 'postgres'), storage.place))
}
