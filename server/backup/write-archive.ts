import { createHash, randomBytes } from 'node:crypto'
import { access, open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Header } from 'tar'
import { backupMessages } from '#domain/messages/backup'
import { syncFolder } from '../sync-folder.ts'
import { EntriesDigest, TAR_BLOCK, type IndexLine } from './archive-format.ts'
import { BackupError } from './archive-error.ts'

/** Content whose size is known before it is read. */
export type Sized = { size: number; chunks: Iterable<Buffer> | AsyncIterable<Buffer> }

/**
 * A tar archive that appears under its name once it is whole and on the disk. Until then it has a temporary name beside
 * it. Nobody but its owner may read it.
 */
export class ArchiveWriter {
  readonly entries = new EntriesDigest()
  bytes = 0

  private constructor(
    private readonly file: string,
    private readonly draft: string,
    private readonly handle: FileHandle,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /**
   * @param signal makes whatever is written next fail
   * @throws BackupError when there is such a file already
   */
  static async create(file: string, signal?: AbortSignal): Promise<ArchiveWriter> {
    await refuseExisting(file)
    const draft = path.join(
      path.dirname(file),
      `${path.basename(file)}.${randomBytes(6).toString('hex')}.part`,
    )
    return new ArchiveWriter(file, draft, await open(draft, 'wx', 0o600), signal)
  }

  /** Adds an entry that the manifest vouches for. */
  async add(name: string, content: Buffer | Sized): Promise<IndexLine> {
    const entry = await this.addRaw(name, content)
    this.entries.add(entry)
    return entry
  }

  /** Adds an entry that the manifest doesn't count: the manifest itself and its checksum. */
  async addRaw(name: string, content: Buffer | Sized): Promise<IndexLine> {
    const { size, chunks } = Buffer.isBuffer(content) ? { size: content.length, chunks: [content] } : content
    const hash = createHash('sha256')
    let written = 0
    let before = headerBlock(name, size)
    for await (const chunk of chunks) {
      hash.update(chunk)
      written += chunk.length
      await this.#write(before, chunk)
      before = Buffer.alloc(0)
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}`)
    await this.#write(before, Buffer.alloc(-size & (TAR_BLOCK - 1)))
    return { name, size, sha256: hash.digest('hex') }
  }

  /** Ends the archive and gives it its name. Durable when this returns. */
  async finish(): Promise<void> {
    await this.#write(Buffer.alloc(2 * TAR_BLOCK))
    await this.handle.sync()
    await this.handle.close()
    await refuseExisting(this.file)
    await rename(this.draft, this.file)
    await syncFolder(path.dirname(this.file))
  }

  /** Removes what has been written; after `finish` there is nothing to remove. */
  async discard(): Promise<void> {
    await this.handle.close().catch(() => {})
    await rm(this.draft, { force: true })
  }

  async #write(...buffers: Buffer[]): Promise<void> {
    this.signal?.throwIfAborted()
    const all = Buffer.concat(buffers)
    // Unlike `write`, it goes on until all is written.
    await this.handle.writeFile(all)
    this.bytes += all.length
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
