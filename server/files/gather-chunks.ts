const GATHERED_BYTES = 256 * 1024

/** Fewer, larger writes: handing one to a thread costs as much as encrypting 64 KB. */
export async function* gatherChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < GATHERED_BYTES) continue
    yield Buffer.concat(chunks)
    chunks = []
    bytes = 0
  }
  yield Buffer.concat(chunks)
}
