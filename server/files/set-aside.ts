import { FileMissingError, QUARANTINE, STORAGE_FOLDERS, type Storage, type StorageFolder } from './storage.ts'

const NAME = new RegExp(`^${QUARANTINE}/(\\d{4}-\\d{2}-\\d{2})\\.(${STORAGE_FOLDERS.join('|')})\\.(.+)$`)

/** Moves a file to the quarantine, as `quarantine/2026-11-22.pdfs.<file>`. @returns false for one that is gone */
export const setAside = (storage: Storage, name: string, now = new Date()): Promise<boolean> =>
  moveIfThere(storage, name, `${QUARANTINE}/${now.toISOString().slice(0, 10)}.${name.replace('/', '.')}`)

/** Since which day a file is in quarantine, and where it was before; null for a name that `setAside` did not make. */
export function readAside(name: string): { since: Date; folder: StorageFolder; origin: string } | null {
  const [, day, from, file] = NAME.exec(name) ?? []
  const folder = STORAGE_FOLDERS.find((known) => known === from)
  return folder ? { since: new Date(`${day}T00:00:00Z`), folder, origin: `${folder}/${file}` } : null
}

export async function moveIfThere(storage: Storage, from: string, to: string): Promise<boolean> {
  try {
    await storage.move(from, to)
    return true
  } catch (error) {
    if (error instanceof FileMissingError) return false
    throw error
  }
}
