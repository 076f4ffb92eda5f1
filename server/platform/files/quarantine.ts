import type { Config } from '../../config.ts'
import type { Services } from '../../services.ts'
import { findNamed } from './named-files.ts'
import {
  FileMissingError,
  QUARANTINE,
  STORAGE_FOLDERS,
  type Storage,
  type StorageFolder,
  type StoredFile,
} from './storage.ts'

type Quarantined = StoredFile & { since: Date; folder: StorageFolder; origin: string }

const DAY_MS = 24 * 60 * 60 * 1000
const BATCH = 200
const NAME = new RegExp(`^${QUARANTINE}/(\\d{4}-\\d{2}-\\d{2})\\.(${STORAGE_FOLDERS.join('|')})\\.(.+)$`)

export const quarantineFile = (storage: Storage, name: string): Promise<boolean> =>
  moveIfPresent(
    storage,
    name,
    `${QUARANTINE}/${new Date().toISOString().slice(0, 10)}.${name.replace('/', '.')}`,
  )

async function moveIfPresent(storage: Storage, from: string, to: string): Promise<boolean> {
  try {
    await storage.move(from, to)
    return true
  } catch (error) {
    if (error instanceof FileMissingError) return false
    throw error
  }
}

export async function listQuarantine(storage: Storage): Promise<Quarantined[]> {
  const found: Quarantined[] = []
  for await (const file of storage.list(QUARANTINE)) {
    const [, day, from, rest] = NAME.exec(file.name) ?? []
    const folder = STORAGE_FOLDERS.find((known) => known === from)
    if (folder)
      found.push({ ...file, folder, since: new Date(`${day}T00:00:00Z`), origin: `${folder}/${rest}` })
  }
  return found
}

/** Restores files whose row exists again, as after a database restore, and erases the others after ORPHAN_DAYS. */
export async function cleanQuarantine({
  db,
  storage,
  config,
}: Pick<Services, 'db' | 'storage'> & { config: Pick<Config, 'orphanDays'> }): Promise<
  Record<'restored' | 'erased' | 'kept', number>
> {
  const counts = { restored: 0, erased: 0, kept: 0 }
  // One day more, as the name holds no time of day.
  const erasedSince = Date.now() - (config.orphanDays + 1) * DAY_MS
  const files = await listQuarantine(storage)
  for (const folder of STORAGE_FOLDERS) {
    const own = files.filter((file) => file.folder === folder)
    for (let from = 0; from < own.length; from += BATCH) {
      const batch = own.slice(from, from + BATCH)
      const named = await findNamed(
        db,
        folder,
        batch.map(({ origin }) => origin),
      )
      for (const { name, origin, since } of batch) {
        if (named.has(origin) && !(await storage.exists(origin))) {
          if (await moveIfPresent(storage, name, origin)) counts.restored += 1
        } else if (since.getTime() <= erasedSince) {
          await storage.remove(name)
          counts.erased += 1
        } else counts.kept += 1
      }
    }
  }
  return counts
}
