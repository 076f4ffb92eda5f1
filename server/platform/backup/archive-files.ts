import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { backupMessages } from '#domain/messages/backup'
import { NAMED_FILES } from '../files/named-files.ts'
import { FileMissingError, isStoredName, type Storage } from '../files/storage.ts'
import { BackupError, FILES, indexText } from './archive-format.ts'
import { copyOut } from './copy-rows.ts'
import { IndexLookup } from './index-file.ts'
import { mapInOrder, splitLines } from './streams.ts'
import type { ArchiveWriter } from './write-archive.ts'

const READ_AHEAD = 4
/** Of a larger file only this much is read ahead. */
const READ_AHEAD_BYTES = 8 * 1024 * 1024
/** More missing files mean a wrong store rather than damage. */
const MAX_MISSING = 1000

/** A stored file and a row that names it, such as 'Document <id>'. */
type NamedFile = { name: string; row: string }

export type FilesPass = { index: string; count: number; bytes: number; missing: NamedFile[] }

type Needs = { archive: ArchiveWriter; client: pg.Client; storage: Storage; folder: string }

/** Archives the files that rows name, except those that an earlier pass archived. */
export async function archiveFiles(
  { archive, client, storage, folder }: Needs,
  previous: string | null,
  number: number,
): Promise<FilesPass> {
  const lookup = previous === null ? null : new IndexLookup(previous)
  const pass: FilesPass = { index: path.join(folder, `index-${number}`), count: 0, bytes: 0, missing: [] }
  const names = await spoolNames(client, folder)
  async function* withKnown() {
    for await (const file of names) yield { ...file, known: (await lookup?.find(file.name)) ?? null }
  }
  async function* index() {
    const files = mapInOrder(withKnown(), READ_AHEAD, async (file) => ({
      ...file,
      content: file.known ? null : await readAhead(storage, file.name),
    }))
    for await (const { name, row, known, content } of files) {
      if (!known && !content) {
        if (pass.missing.push({ name, row }) > MAX_MISSING)
          throw new BackupError(backupMessages.wrongStore(MAX_MISSING, storage.place))
        continue
      }
      const line = known ?? { ...(await archive.add(`${FILES}${name}`, content ?? [])), name }
      pass.count += 1
      pass.bytes += line.size
      yield indexText(line)
    }
  }
  try {
    await pipeline(index, createWriteStream(pass.index, { flags: 'wx', mode: 0o600 }))
  } finally {
    await lookup?.close()
  }
  return pass
}

/** Lists the names, sorted, into a file first: reading the files takes much longer than the connection is free. */
async function spoolNames(client: pg.Client, folder: string): Promise<AsyncGenerator<NamedFile>> {
  const file = path.join(folder, 'names')
  const query = `SELECT DISTINCT ON (name COLLATE "C") name, row FROM (${NAMED_FILES}) AS named ORDER BY name COLLATE "C"`
  await pipeline(copyOut(client, query), createWriteStream(file, { mode: 0o600 }))
  async function* read() {
    for await (const line of splitLines(createReadStream(file))) {
      const [name = '', row = ''] = line.toString().trimEnd().split('\t')
      yield { name, row }
    }
  }
  return read()
}

async function readAhead(
  storage: Storage,
  name: string,
): Promise<Iterable<Buffer> | AsyncIterable<Buffer> | null> {
  if (!isStoredName(name)) return null
  const chunks: Buffer[] = []
  try {
    const source: AsyncIterable<Buffer> = await storage.open(name)
    const rest = source[Symbol.asyncIterator]()
    for (let size = 0; size <= READ_AHEAD_BYTES;) {
      const next = await rest.next()
      if (next.done === true) return chunks
      chunks.push(next.value)
      size += next.value.length
    }
    return (async function* () {
      yield* chunks
      yield* { [Symbol.asyncIterator]: () => rest }
    })()
  } catch (error) {
    if (error instanceof FileMissingError) return null
    throw error
  }
}
