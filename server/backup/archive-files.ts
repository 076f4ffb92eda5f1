import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { backupMessages } from '#domain/messages/backup'
import { checkName, FileMissingError, type Storage } from '../files/storage.ts'
import { BackupError } from './archive-error.ts'
import { FILES, type IndexLine } from './archive-format.ts'
import { IndexLookup, IndexWriter } from './index-file.ts'
import type { NamedFile } from './named-files.ts'
import { mapInOrder } from './streams.ts'
import type { ArchiveWriter, Sized } from './write-archive.ts'

/** Files that are read ahead of the one that is written. */
const AT_ONCE = 4
/** An entry's size must be known before its content is written; what is larger goes through a temporary file. */
const IN_MEMORY_BYTES = 8 * 1024 * 1024
/** More than that is no damage, but the wrong store. */
const MISSING_AT_MOST = 1000

type Content = Sized & { remove: () => Promise<void> }
type Found = NamedFile & { known: IndexLine | null; content: Content | null }

export type FilesPass = { index: string; count: number; bytes: number; missing: NamedFile[] }

/**
 * Adds the files that rows name to the archive, those excepted that an earlier pass has added.
 *
 * @param folder for temporary files
 * @param before the index of the pass before
 * @returns the index of all files named now, and those that aren't in the store
 * @throws BackupError when far too many are missing
 */
export async function archiveFiles(
  { archive, storage, folder }: { archive: ArchiveWriter; storage: Storage; folder: string },
  named: AsyncIterable<NamedFile>,
  before: string | null,
  pass: number,
): Promise<FilesPass> {
  const lookup = before === null ? null : new IndexLookup(before)
  const index = path.join(folder, `index-${pass}`)
  const writer = await IndexWriter.create(index)
  const missing: NamedFile[] = []
  async function* withKnown() {
    for await (const file of named) yield { ...file, known: (await lookup?.find(file.name)) ?? null }
  }
  let number = 0
  const found = mapInOrder(withKnown(), AT_ONCE, async (file): Promise<Found> => {
    number += 1
    const spool = path.join(folder, `file-${pass}-${number}`)
    return { ...file, content: file.known ? null : await readFile(storage, file.name, spool) }
  })
  try {
    for await (const { name, row, known, content } of found) {
      if (known) await writer.add(known)
      else if (content) {
        const { size, sha256 } = await archive.add(`${FILES}${name}`, content)
        await content.remove()
        await writer.add({ name, size, sha256 })
      } else if (missing.push({ name, row }) > MISSING_AT_MOST) {
        throw new BackupError(backupMessages.wrongStore(MISSING_AT_MOST, storage.place))
      }
    }
  } finally {
    await lookup?.close()
    await writer.close()
  }
  return { index, count: writer.count, bytes: writer.bytes, missing }
}

/** The content of a stored file; null when it is missing, or when the row holds no name of one. */
async function readFile(storage: Storage, name: string, spool: string): Promise<Content | null> {
  if (!isStoredName(name)) return null
  try {
    return await collect(await storage.open(name), spool)
  } catch (error) {
    if (error instanceof FileMissingError) return null
    throw error
  }
}

async function collect(source: Readable, spool: string): Promise<Content> {
  const chunks: Buffer[] = []
  let size = 0
  const iterator = (source as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  for (;;) {
    const next = await iterator.next()
    if (next.done === true) return { size, chunks, remove: async () => {} }
    chunks.push(next.value)
    size += next.value.length
    if (size > IN_MEMORY_BYTES) break
  }
  async function* whole() {
    yield* chunks
    for (;;) {
      const next = await iterator.next()
      if (next.done === true) return
      size += next.value.length
      yield next.value
    }
  }
  await pipeline(whole, createWriteStream(spool, { flags: 'wx', mode: 0o600 }))
  return { size, chunks: createReadStream(spool), remove: () => rm(spool, { force: true }) }
}

function isStoredName(name: string): boolean {
  try {
    return checkName(name) === name
  } catch {
    return false
  }
}
