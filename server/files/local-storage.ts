import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '../sync-folder.ts'
import { hasCode } from '../system-error.ts'
import { checkName, FileMissingError, MARK, parseMark, type Storage } from './storage.ts'

export function localStorage(root: string): Storage {
  const pathOf = (name: string) => path.join(root, checkName(name))
  const putWhole = async (target: string, source: Readable): Promise<void> => {
    const draft = path.join(path.dirname(target), `.${randomBytes(8).toString('hex')}`)
    await makeFolder(path.dirname(target))
    try {
      await pipeline(source, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
      await rename(draft, target)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await syncFolder(path.dirname(target))
  }
  return {
    place: root,
    put: async (name, source) => putWhole(pathOf(name), source),
    async open(name) {
      const stream = createReadStream(pathOf(name))
      await once(stream, 'open').catch(toMissingError(name))
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
    async move(from, to) {
      const [source, target] = [pathOf(from), pathOf(to)]
      await makeFolder(path.dirname(target))
      await rename(source, target).catch(toMissingError(from))
      await syncFolder(path.dirname(target))
      await syncFolder(path.dirname(source))
    },
    async readMark() {
      const text = await readFile(path.join(root, MARK), 'utf8').catch(orIfMissing(null))
      return text === null ? null : parseMark(text)
    },
    writeMark: (id) => putWhole(path.join(root, MARK), Readable.from([`${id}\n`])),
    list: (folder) => listFolder(root, folder),
    async healthy() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await access(root, constants.R_OK | constants.W_OK)
    },
  }
}

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
