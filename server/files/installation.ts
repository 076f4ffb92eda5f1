import path from 'node:path'
import { storeMessages } from '#domain/messages/store'
import { asSystem, withSystem } from '../auth/actor.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/db.ts'
import { hasCluster } from '../database/postgres-server.ts'
import { LOCKS } from '../database/locks.ts'
import type { Services } from '../services.ts'
import { uuidV7 } from '../uuid.ts'
import { walkFiles } from './orphans.ts'
import { countReferenced } from './referenced-files.ts'
import { STORAGE_FOLDERS, StorageUnavailableError, type Storage } from './storage.ts'

type Needs = Pick<Services, 'db' | 'storage'> & {
  config: Pick<Config, 'adoptStorage'>
  log: Pick<Services['log'], 'info' | 'warn'>
}

/** The file store is not this database's; `message` is one line that says what to do. */
export class InstallationError extends StorageUnavailableError {
  override name = 'InstallationError'

  constructor(message: string) {
    super(message, { refused: true })
  }
}

/** A store of a million files is listed in minutes. */
const LISTING_MAY_TAKE_MS = 30 * 60 * 1000

/** Null before the first start. */
export const readInstallation = (db: Database) =>
  asSystem(db, 'maintenance', (client) => client.installation.findFirst())

export const readInstallationId = async (db: Database): Promise<string | null> =>
  (await readInstallation(db))?.id ?? null

/** From now on files that no row named when the store was taken over are orphans like any other. */
export const orphansAreConfirmed = (db: Database) =>
  asSystem(db, 'maintenance', (client) => client.installation.updateMany({ data: { adoptedAt: null } }))

/**
 * Makes sure that database and file store belong together, before anything is served or swept: both hold the same id.
 * A new installation gets one. A store without an id is taken over if it holds every file that rows name, as after an
 * upgrade from a version without ids; any other store only with STORAGE_ADOPT=1.
 *
 * @returns the id
 * @throws InstallationError
 */
export async function checkInstallation(services: Needs): Promise<string> {
  const { db, storage, config, log } = services
  const [own, mark] = [await readInstallationId(db), await storage.readMark()]
  if (own !== null && own === mark) {
    if (config.adoptStorage) log.warn('STORAGE_ADOPT is still set; unset it, as the file store is taken over')
    return own
  }
  return withSystem(
    db,
    'maintenance',
    async (tx) => {
      // Nodes that start at once on an empty database agree on one id.
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.installation})`
      return settle(services)
    },
    LISTING_MAY_TAKE_MS,
  )
}

async function settle({ db, storage, config, log }: Needs): Promise<string> {
  const [own, mark] = [await readInstallationId(db), await storage.readMark()]
  if (own !== null && own === mark) return own
  const { files, named, missing } = await compare(db, storage)
  if (!config.adoptStorage) {
    if (mark !== null) throw new InstallationError(storeMessages.otherInstallation(storage.place, mark, own))
    if (missing > 0) throw new InstallationError(storeMessages.filesMissing(storage.place, missing, named))
    if (files > 0 && named === 0) throw new InstallationError(storeMessages.unknownFiles(storage.place))
  }
  const id = own ?? uuidV7()
  const orphans = files - (named - missing)
  const adoptedAt = orphans > 0 ? new Date() : null
  // The row first: a start that is cut off before the mark is written finds a store without one, and does this again.
  await asSystem(db, 'maintenance', (client) =>
    client.installation.upsert({ where: { id }, create: { id, adoptedAt }, update: { adoptedAt } }),
  )
  await storage.writeMark(id)
  if (files > 0) log.info({ installation: id, files, missing, orphans }, 'took over the file store')
  return id
}

/** Counts files, those that rows name, and those of the latter that are not there, holding no list of them. */
async function compare(db: Database, storage: Storage) {
  const named = await countReferenced(db)
  let files = 0
  let found = 0
  for await (const { state } of walkFiles({ db, storage })) {
    if (state === 'unfinished') continue
    files += 1
    if (state === 'named') found += 1
  }
  return { files, named, missing: Math.max(0, named - found) }
}

/**
 * Keeps an embedded database from being made anew beside a store that is in use: its folder was lost or not mounted.
 *
 * @throws InstallationError
 */
export async function refuseNewDatabase(
  { databaseUrl, dataDir, adoptStorage }: Pick<Config, 'databaseUrl' | 'dataDir' | 'adoptStorage'>,
  storage: Storage,
): Promise<void> {
  const folder = path.join(dataDir, 'postgres')
  if (databaseUrl !== null || adoptStorage || (await hasCluster(dataDir))) return
  if (await isInUse(storage))
    throw new InstallationError(storeMessages.databaseMissing(folder, storage.place))
}

async function isInUse(storage: Storage): Promise<boolean> {
  if ((await storage.readMark()) !== null) return true
  for (const folder of STORAGE_FOLDERS) for await (const _file of storage.list(folder)) return true
  return false
}
