import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '../sync-folder.ts'
import { hasCode } from '../system-error.ts'
import { checkName, FileMissingError, type Storage, type StorageFolder } from './storage.ts'

/** Files under one folder, mode 0600. A file appears whole or not at all, and is on the disk when `put` returns. */
export function localStorage(root: string): Storage {
  const pathOf = (name: string) => path.join(root, checkName(name))
  return {
    async put(name, source) {
      const target = pathOf(name)
      const draft = path.join(path.dirname(target), `.${randomBytes(8).toString('hex')}`)
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      try {
        await pipeline(source, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
        await rename(draft, target)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await syncFolder(path.dirname(target))
    },
    async open(name) {
      const stream = createReadStream(pathOf(name))
      await opened(stream, name)
      return stream
    },
    async remove(name) {
      await rm(pathOf(name), { force: true })
    },
    async exists(name) {
      return access(pathOf(name)).then(
        () => true,
        () => false,
      )
    },
    list: (folder) => listFolder(root, folder),
    async healthy() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await access(root, constants.R_OK | constants.W_OK)
    },
  }
}

async function* listFolder(root: string, folder: StorageFolder) {
  const entries = await readdir(path.join(root, folder)).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of entries) {
    const found = await stat(path.join(root, folder, entry)).catch((error: unknown) => {
      // Removed since the folder was read.
      if (isMissing(error)) return null
      throw error
    })
    if (found?.isFile()) yield { name: `${folder}/${entry}`, modifiedAt: found.mtime }
  }
}

const opened = (stream: Readable, name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.once('open', () => {
      stream.removeAllListeners('error')
      resolve()
    })
    stream.once('error', (error) => {
      reject(isMissing(error) ? new FileMissingError(`No stored file ${name}`, { cause: error }) : error)
    })
  })

const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT')
