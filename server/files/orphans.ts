import type { Services } from '../services.ts'
import { findReferenced } from './referenced-files.ts'
import { isUnfinished, STORAGE_FOLDERS, type StoredFile } from './storage.ts'

/** Younger files may belong to a request that has not written its row yet. */
export const GRACE_MS = 15 * 60 * 1000
const BATCH = 500

/**
 * `orphan`: no row names it; `young`: none does so yet; `unfinished`: left by a write that was killed, so that no row can
 * name it.
 */
export type FoundFile = StoredFile & { state: 'named' | 'orphan' | 'young' | 'unfinished' }

/** Every file of the store, but for the quarantine and for writes that may still be under way. */
export async function* walkFiles({
  db,
  storage,
}: Pick<Services, 'db' | 'storage'>): AsyncGenerator<FoundFile> {
  const before = Date.now() - GRACE_MS
  const isOld = ({ modifiedAt }: StoredFile) => modifiedAt.getTime() < before
  for (const folder of STORAGE_FOLDERS) {
    const sort = async (files: StoredFile[]): Promise<FoundFile[]> => {
      const named = await findReferenced(
        db,
        folder,
        files.map(({ name }) => name),
      )
      return files.map((file) => {
        const state = named.has(file.name) ? 'named' : isOld(file) ? 'orphan' : 'young'
        return { ...file, state }
      })
    }
    let batch: StoredFile[] = []
    for await (const file of storage.list(folder)) {
      if (isUnfinished(file.name)) {
        if (isOld(file)) yield { ...file, state: 'unfinished' }
      } else if (batch.push(file) === BATCH) {
        yield* await sort(batch)
        batch = []
      }
    }
    yield* await sort(batch)
  }
}
