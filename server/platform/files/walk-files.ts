import type { Services } from '../../services.ts'
import { countNamed, findAwaitedPdfs, findNamed } from './named-files.ts'
import { isUnfinished, STORAGE_FOLDERS, type StoredFile } from './storage.ts'

/** A younger file may belong to a request that has not written its row yet. */
export const GRACE_MS = 15 * 60 * 1000
const BATCH = 500

/** `awaited`: no row names the file yet, but one may soon. `unfinished`: left by a killed write. */
type FileState = 'named' | 'orphan' | 'awaited' | 'unfinished'
type Needs = Pick<Services, 'db' | 'storage'>

export async function* walkFiles({ db, storage }: Needs): AsyncGenerator<StoredFile & { state: FileState }> {
  const before = Date.now() - GRACE_MS
  const isOld = ({ modifiedAt }: StoredFile) => modifiedAt.getTime() < before
  for (const folder of STORAGE_FOLDERS) {
    const classify = async (files: StoredFile[]) => {
      const names = files.map(({ name }) => name)
      const named = await findNamed(db, folder, names)
      const awaited = folder === 'pdfs' ? await findAwaitedPdfs(db, names) : new Set<string>()
      const toState = (file: StoredFile): FileState => {
        if (named.has(file.name)) return 'named'
        return isOld(file) && !awaited.has(file.name) ? 'orphan' : 'awaited'
      }
      return files.map((file) => ({ ...file, state: toState(file) }))
    }
    let batch: StoredFile[] = []
    for await (const file of storage.list(folder)) {
      if (isUnfinished(file.name)) {
        if (isOld(file)) yield { ...file, state: 'unfinished' }
      } else if (batch.push(file) === BATCH) {
        yield* await classify(batch)
        batch = []
      }
    }
    yield* await classify(batch)
  }
}

/** `named`: files that rows name; `missing`: those of them that the store lacks; sizes in bytes. */
type FileCounts = Record<'files' | 'named' | 'missing' | 'orphans' | 'orphanBytes', number>

/** Counts without a list in memory, as a store may hold millions of files. */
export async function countFiles(services: Needs): Promise<FileCounts> {
  const named = await countNamed(services.db)
  const counts = { files: 0, named, missing: named, orphans: 0, orphanBytes: 0 }
  for await (const { state, size } of walkFiles(services)) {
    if (state === 'unfinished') continue
    counts.files += 1
    if (state === 'named') counts.missing -= 1
    if (state !== 'orphan') continue
    counts.orphans += 1
    counts.orphanBytes += size
  }
  return { ...counts, missing: Math.max(0, counts.missing) }
}
