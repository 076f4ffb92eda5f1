import { createReadStream } from 'node:fs'
import { parseIndexLine, type IndexLine } from './archive-format.ts'
import { splitLines } from './streams.ts'

export async function* readIndex(file: string): AsyncGenerator<IndexLine> {
  for await (const line of splitLines(createReadStream(file))) yield parseIndexLine(line.toString())
}

/** Finds names in a sorted index, which may be too long for memory. A smaller name than the last starts over. */
export class IndexLookup {
  #lines: AsyncGenerator<IndexLine> | null = null
  #current: IndexLine | null = null
  #last = ''

  constructor(private readonly file: string) {}

  async find(name: string): Promise<IndexLine | null> {
    if (name < this.#last) await this.close()
    this.#last = name
    this.#lines ??= readIndex(this.file)
    while (this.#current === null || this.#current.name < name) {
      const next = await this.#lines.next()
      if (next.done === true) return null
      this.#current = next.value
    }
    return this.#current.name === name ? this.#current : null
  }

  async close(): Promise<void> {
    await this.#lines?.return(undefined)
    this.#lines = this.#current = null
  }
}
