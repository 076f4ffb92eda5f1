import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { Header } from 'tar'
import { backupMessages } from '#domain/messages/backup'
import { BackupError, padding, TAR_BLOCK } from './archive-format.ts'

// tar's own parser skips entries with a wrong checksum, and can't read them in any order.

const CHUNK_BYTES = 1024 * 1024

export type Entry = { name: string; size: number; offset: number }

export async function* readEntries(handle: FileHandle): AsyncGenerator<Entry> {
  const { size: total } = await handle.stat()
  const block = Buffer.alloc(TAR_BLOCK)
  let position = 0
  for (;;) {
    const { bytesRead } = await handle.read(block, 0, TAR_BLOCK, position)
    if (bytesRead < TAR_BLOCK) throw new BackupError(backupMessages.cut)
    const header = new Header(block, 0)
    if (header.nullBlock) {
      await requireEnd(handle, position, total)
      return
    }
    const { path: name, size } = header
    if (!header.cksumValid || header.type !== 'File' || name === undefined || size === undefined) {
      throw new BackupError(position === 0 ? backupMessages.noBackup : backupMessages.altered)
    }
    position += TAR_BLOCK
    yield { name, size, offset: position }
    position += size + padding(size)
    if (position > total) throw new BackupError(backupMessages.cut)
  }
}

async function requireEnd(handle: FileHandle, position: number, total: number): Promise<void> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(2 * TAR_BLOCK), 0, 2 * TAR_BLOCK, position)
  if (bytesRead < 2 * TAR_BLOCK) throw new BackupError(backupMessages.cut)
  if (total > position + bytesRead || !isZero(buffer)) throw new BackupError(backupMessages.altered)
}

export const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0)

export async function* readContent(handle: FileHandle, { size, offset }: Entry): AsyncGenerator<Buffer> {
  for (let done = 0; done < size;) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - done))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset + done)
    if (bytesRead === 0) throw new BackupError(backupMessages.cut)
    yield buffer.subarray(0, bytesRead)
    done += bytesRead
  }
}

export const readWhole = (handle: FileHandle, entry: Entry): Promise<Buffer> =>
  buffer(readContent(handle, entry))

export async function computeSha256(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk)
  return hash.digest('hex')
}
