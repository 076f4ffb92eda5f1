import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Header } from 'tar'
import { backupMessages } from '#domain/messages/backup'
import { ArchiveError } from './archive-error.ts'
import { TAR_BLOCK } from './archive-format.ts'

const CHUNK_BYTES = 1024 * 1024

/** An entry of a tar archive, by its place: its content can be read at any time and in any order. */
export type Entry = { name: string; size: number; offset: number }

/** @throws ArchiveError when the archive is cut or anything but a tar archive that `ArchiveWriter` wrote */
export async function* readEntries(handle: FileHandle): AsyncGenerator<Entry> {
  const { size: total } = await handle.stat()
  const block = Buffer.alloc(TAR_BLOCK)
  let position = 0
  for (;;) {
    const { bytesRead } = await handle.read(block, 0, TAR_BLOCK, position)
    if (bytesRead < TAR_BLOCK) throw new ArchiveError(backupMessages.cut)
    const header = new Header(block, 0)
    if (header.nullBlock) {
      await requireEnd(handle, position, total)
      return
    }
    const { path: name, size } = header
    if (!header.cksumValid || header.type !== 'File' || name === undefined || size === undefined) {
      throw new ArchiveError(position === 0 ? backupMessages.noBackup : backupMessages.altered)
    }
    position += TAR_BLOCK
    yield { name, size, offset: position }
    position += Math.ceil(size / TAR_BLOCK) * TAR_BLOCK
    if (position > total) throw new ArchiveError(backupMessages.cut)
  }
}

/** Nothing but two blocks of zeros may stand at the end. @throws ArchiveError */
async function requireEnd(handle: FileHandle, position: number, total: number): Promise<void> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(2 * TAR_BLOCK), 0, 2 * TAR_BLOCK, position)
  if (bytesRead < 2 * TAR_BLOCK) throw new ArchiveError(backupMessages.cut)
  if (total > position + bytesRead || !isZero(buffer)) throw new ArchiveError(backupMessages.altered)
}

export const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0)

/** @throws ArchiveError when the archive ends before the entry does */
export async function* readContent(handle: FileHandle, { size, offset }: Entry): AsyncGenerator<Buffer> {
  for (let done = 0; done < size;) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - done))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset + done)
    if (bytesRead === 0) throw new ArchiveError(backupMessages.cut)
    yield buffer.subarray(0, bytesRead)
    done += bytesRead
  }
}

export async function readWhole(handle: FileHandle, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of readContent(handle, entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** SHA-256 of a stream, in hex. */
export async function computeSha256(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk)
  return hash.digest('hex')
}
