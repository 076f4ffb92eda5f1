import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { batching } from '../database/batching.ts'
import { syncFolder } from '../../lib/sync-folder.ts'
import { hasCode } from '../../system-error.ts'
import {
  checkName,
  FileMissingError,
  MARK,
  parseMark,
  StorageUnavailableError,
  type Storage,
} from './storage.ts'
import { writeChunks } from './write-chunks.ts'

export function localStorage(root: string): Storage {
  const pathOf = (name: string) => path.join(root, checkName(name))
  let isMarked = false
  /** A folder that is gone, as of a disk that was unmounted, is not an empty store: files in it would be lost. */
  const requireStore = async () => {
    if (!isMarked) return
    await access(path.join(root, MARK)).catch((cause: unknown) => {
      throw new StorageUnavailableError(`The file store has gone from ${root}`, { cause })
    })
  }
  const put = async (target: string, source: AsyncIterable<Uint8Array>): Promise<void> => {
    const folder = path.dirname(target)
    const draft = path.join(folder, `.${randomBytes(8).toString('hex')}`)
    const create = () => open(draft, 'wx', 0o600)
    const handle = await create().catch(async () => {
      await requireStore()
      await makeFolder(folder)
      return create()
    })
    let written = draft
    try {
      await writeChunks(handle, source)
      await rename(draft, target)
      written = target
      // A journaling file system commits both at once. Until then no row names the file.
      await Promise.all([handle.sync(), syncTogether(folder)])
    } catch (error) {
      await rm(written, { force: true })
      throw error
    } finally {
      await handle.close()
    }
  }
  return {
    place: root,
    put: async (name, source) => put(pathOf(name), source),
    async open(name) {
      const stream = createReadStream(pathOf(name))
      await once(stream, 'open').catch(async (error: unknown) => {
        await requireStore()
        return toMissingError(name)(error)
      })
      return stream
    },
    async remove(name) {
      await rm(pathOf(name), { force: true })
    },
    async exists(name) {
      return access(pathOf(name)).then(
        () => true,
        async () => {
          await requireStore()
          return false
        },
      )
    },
    async move(from, to) {
      const [source, target] = [pathOf(from), pathOf(to)]
      await requireStore()
      await makeFolder(path.dirname(target))
      await rename(source, target).catch(toMissingError(from))
      await syncFolder(path.dirname(target))
      await syncFolder(path.dirname(source))
    },
    async readMark() {
      const text = await readFile(path.join(root, MARK), 'utf8').catch(orIfMissing(null))
      isMarked ||= text !== null
      return text === null ? null : parseMark(text)
    },
    async writeMark(id) {
      const draft = path.join(root, `.${MARK}`)
      await makeFolder(root)
      await writeFile(draft, `${id}\n`, { mode: 0o600, flush: true })
      await rename(draft, path.join(root, MARK))
      isMarked = true
      await syncFolder(root)
    },
    list: (folder) => listFolder(root, folder),
    async healthy() {
      await requireStore()
      if (!isMarked) await mkdir(root, { recursive: true, mode: 0o700 })
      await access(root, constants.R_OK | constants.W_OK)
    },
  }
}

/** Files that are stored at the same time share the sync of their folder. */
const syncTogether = batching(
  async (folders: string[]) => {
    await Promise.all([...new Set(folders)].map(syncFolder))
    return folders
  },
  { max: Infinity },
)

/** Creates a folder durably: otherwise a crash could remove it with the files in it. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.startsWith(first); made = path.dirname(made))
    await syncFolder(path.dirname(made))
}

async function* listFolder(root: string, folder: string) {
  const entries = await readdir(path.join(root, folder)).catch(orIfMissing([]))
  for (const entry of entries) {
    const found = await stat(path.join(root, folder, entry)).catch(orIfMissing(null))
    if (found?.isFile()) yield { name: `${folder}/${entry}`, size: found.size, modifiedAt: found.mtime }
  }
}

const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT')

const orIfMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (isMissing(error)) return value
    throw error
  }

const toMissingError = (name: string) => (cause: unknown) => {
  throw isMissing(cause) ? new FileMissingError(`No stored file ${name}`, { cause }) : cause
}
