import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { indexText, parseIndexLine, type IndexLine } from './archive-format.ts'
import { splitLines } from './streams.ts'

const BUFFER_CHARACTERS = 64 * 1024

/** Writes an index, which may be too long for memory, to a temporary file. */
export class IndexWriter {
  count = 0
  bytes = 0
  #text = ''

  private constructor(private readonly handle: FileHandle) {}

  static create = async (file: string): Promise<IndexWriter> => new IndexWriter(await open(file, 'wx', 0o600))

  async add(line: IndexLine): Promise<void> {
    this.count += 1
    this.bytes += line.size
    this.#text += indexText(line)
    if (this.#text.length >= BUFFER_CHARACTERS) await this.#flush()
  }

  async close(): Promise<void> {
    await this.#flush()
    await this.handle.close()
  }

  async #flush(): Promise<void> {
    await this.handle.writeFile(this.#text)
    this.#text = ''
  }
}

export const rawLines = (file: string): AsyncGenerator<Buffer> => splitLines(createReadStream(file))

export async function* readIndex(file: string): AsyncGenerator<IndexLine> {
  for await (const line of rawLines(file)) yield parseIndexLine(line.toString())
}

/** Looks names up in a sorted index, itself in ascending order; a name before the last one begins anew. */
export class IndexLookup {
  #lines: AsyncGenerator<IndexLine> | null = null
  #current: IndexLine | null = null
  #last = ''

  constructor(private readonly file: string) {}

  async find(name: string): Promise<IndexLine | null> {
    if (this.#lines === null || name < this.#last) await this.#restart()
    this.#last = name
    while (this.#current !== null && this.#current.name < name) await this.#advance()
    return this.#current?.name === name ? this.#current : null
  }

  async close(): Promise<void> {
    await this.#lines?.return(undefined)
    this.#lines = null
  }

  async #restart(): Promise<void> {
    await this.close()
    this.#lines = readIndex(this.file)
    await this.#advance()
  }

  async #advance(): Promise<void> {
    const next = await this.#lines?.next()
    this.#current = next && next.done !== true ? next.value : null
  }
}
