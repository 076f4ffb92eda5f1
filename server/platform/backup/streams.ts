const NEWLINE = 0x0a

/** Lines with their newlines. node:readline would also split at U+2028, which rows may contain, and drop newlines. */
export async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const chunk of source) {
    let from = 0
    for (;;) {
      const end = chunk.indexOf(NEWLINE, from)
      if (end < 0) break
      const line = chunk.subarray(from, end + 1)
      yield rest.length > 0 ? Buffer.concat([...rest, line]) : line
      rest = []
      from = end + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  }
  if (rest.length > 0) yield Buffer.concat(rest)
}

export async function* inBlocks(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let size = 0
  for await (const piece of source) {
    pieces.push(piece)
    size += piece.length
    if (size < bytes) continue
    yield Buffer.concat(pieces)
    pieces = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(pieces)
}

/**
 * Maps up to `max` items at a time, in order. p-map's pMapIterable leaves a failing source unhandled while earlier items
 * are pending, and Readable.map is experimental and untyped.
 */
export async function* mapInOrder<Item, Result>(
  source: AsyncIterable<Item>,
  max: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending: Promise<Result>[] = []
  for await (const item of source) {
    const result = work(item)
    // Awaited below; avoids an unhandled rejection until then.
    result.catch(() => {})
    pending.push(result)
    const first = pending.length >= max ? pending.shift() : undefined
    if (first) yield await first
  }
  for (let next = pending.shift(); next; next = pending.shift()) yield await next
}
