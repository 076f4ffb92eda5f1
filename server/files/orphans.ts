import type { Services } from '../services.ts'
import { findAwaitedPdfs, findReferenced } from './referenced-files.ts'
import { isUnfinished, STORAGE_FOLDERS, type StoredFile } from './storage.ts'

/** Younger files may belong to a request that has not written its row yet. */
export const GRACE_MS = 15 * 60 * 1000
const BATCH = 500

/**
 * `orphan`: no row names it; `awaited`: none does yet, but one may soon; `unfinished`: left by a write that was killed, so
 * that no row can name it.
 */
export type FoundFile = StoredFile & { state: 'named' | 'orphan' | 'awaited' | 'unfinished' }

/** Every file of the store, but for the quarantine and for writes that may still be under way. */
export async function* walkFiles({
  db,
  storage,
}: Pick<Services, 'db' | 'storage'>): AsyncGenerator<FoundFile> {
  const before = Date.now() - GRACE_MS
  const isOld = ({ modifiedAt }: StoredFile) => modifiedAt.getTime() < before
  for (const folder of STORAGE_FOLDERS) {
    const sort = async (files: StoredFile[]): Promise<FoundFile[]> => {
      const names = files.map(({ name }) => name)
      const named = await findReferenced(db, folder, names)
      const awaited = folder === 'pdfs' ? await findAwaitedPdfs(db, names) : new Set<string>()
      return files.map((file) => {
        if (named.has(file.name)) return { ...file, state: 'named' }
        return { ...file, state: isOld(file) && !awaited.has(file.name) ? 'orphan' : 'awaited' }
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
