import { createHash, randomBytes } from 'node:crypto'
import { access, open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Header } from 'tar'
import { backupMessages } from '#domain/messages/backup'
import { syncFolder } from '../../lib/sync-folder.ts'
import { hasCode } from '../../system-error.ts'
import { BackupError, EntriesDigest, padding, TAR_BLOCK, type IndexLine } from './archive-format.ts'

// tar's own Pack takes files of a folder, and its entries must know their size before their content.

export class ArchiveWriter {
  readonly entries = new EntriesDigest()
  bytes = 0

  private constructor(
    private readonly file: string,
    private readonly draft: string,
    private readonly handle: FileHandle,
    private readonly signal: AbortSignal | undefined,
  ) {}

  static async create(file: string, signal?: AbortSignal): Promise<ArchiveWriter> {
    await refuseExisting(file)
    const draft = `${file}.${randomBytes(6).toString('hex')}.part`
    const handle = await open(draft, 'wx', 0o600).catch((cause: unknown) => {
      if (!hasCode(cause, 'ENOENT')) throw cause
      throw new BackupError(backupMessages.noFolder(path.dirname(file)))
    })
    return new ArchiveWriter(file, draft, handle, signal)
  }

  async add(name: string, content: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<IndexLine> {
    const entry = await this.addRaw(name, content)
    this.entries.add(entry)
    return entry
  }

  async addRaw(name: string, content: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<IndexLine> {
    const hash = createHash('sha256')
    const start = this.bytes
    let size = 0
    for await (const chunk of content) {
      hash.update(chunk)
      await this.#write(chunk, start + TAR_BLOCK + size)
      size += chunk.length
    }
    await this.#write(headerBlock(name, size), start)
    // The file system fills the padding with zeros, as `finish` writes behind it.
    this.bytes += TAR_BLOCK + size + padding(size)
    return { name, size, sha256: hash.digest('hex') }
  }

  async finish(): Promise<void> {
    const end = Buffer.alloc(2 * TAR_BLOCK)
    await this.#write(end, this.bytes)
    this.bytes += end.length
    await this.handle.sync()
    await this.handle.close()
    await refuseExisting(this.file)
    await rename(this.draft, this.file)
    await syncFolder(path.dirname(this.file))
  }

  async discard(): Promise<void> {
    await this.handle.close().catch(() => {})
    await rm(this.draft, { force: true })
  }

  async #write(bytes: Buffer, position: number): Promise<void> {
    this.signal?.throwIfAborted()
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.handle.write(bytes, done, bytes.length - done, position + done)
      done += bytesWritten
    }
  }
}

function headerBlock(name: string, size: number): Buffer {
  const block = Buffer.alloc(TAR_BLOCK)
  const header = new Header({
    path: name,
    mode: 0o600,
    uid: 0,
    gid: 0,
    size,
    mtime: new Date(),
    type: 'File',
  })
  if (header.encode(block, 0)) throw new Error(`${name} does not fit into a tar header`)
  return block
}

async function refuseExisting(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  )
  if (exists) throw new BackupError(backupMessages.exists(file))
}
