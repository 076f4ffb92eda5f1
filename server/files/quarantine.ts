import type { Config } from '../config.ts'
import type { Services } from '../services.ts'
import { findReferenced } from './referenced-files.ts'
import { moveIfThere, readAside } from './set-aside.ts'
import { QUARANTINE, STORAGE_FOLDERS, type Storage, type StorageFolder, type StoredFile } from './storage.ts'

/** A file in quarantine: `name` is its present place, `origin` the one before. */
export type Quarantined = StoredFile & { since: Date; folder: StorageFolder; origin: string }

const DAY_MS = 24 * 60 * 60 * 1000
const BATCH = 200

/** What is in quarantine, but for files that something else put there. */
export async function listQuarantine(storage: Storage): Promise<Quarantined[]> {
  const found: Quarantined[] = []
  for await (const file of storage.list(QUARANTINE)) {
    const aside = readAside(file.name)
    if (aside) found.push({ ...file, ...aside })
  }
  return found
}

/**
 * Puts files back whose row is there again, as after the database was restored from a backup, and erases the others once
 * they were kept for ORPHAN_DAYS.
 *
 * @returns counts of files
 */
export async function cleanQuarantine(
  services: Pick<Services, 'db' | 'storage'> & { config: Pick<Config, 'orphanDays'> },
  now = Date.now(),
): Promise<{ restored: number; erased: number; kept: number }> {
  const { db, storage, config } = services
  const done = { restored: 0, erased: 0, kept: 0 }
  // Moved at any time of its first day, a file is kept to the end of the last.
  const isOver = ({ since }: Quarantined) => now - since.getTime() >= (config.orphanDays + 1) * DAY_MS
  const files = await listQuarantine(storage)
  for (let from = 0; from < files.length; from += BATCH) {
    const batch = files.slice(from, from + BATCH)
    const named = await findNamed(db, batch)
    for (const file of batch) {
      if (named.has(file.origin) && !(await storage.exists(file.origin))) {
        if (await moveIfThere(storage, file.name, file.origin)) done.restored += 1
      } else if (isOver(file)) {
        await storage.remove(file.name)
        done.erased += 1
      } else done.kept += 1
    }
  }
  return done
}

async function findNamed(db: Services['db'], files: Quarantined[]): Promise<Set<string>> {
  const found = STORAGE_FOLDERS.map((folder) =>
    findReferenced(
      db,
      folder,
      files.filter((file) => file.folder === folder).map(({ origin }) => origin),
    ),
  )
  return new Set((await Promise.all(found)).flatMap((names) => [...names]))
}
