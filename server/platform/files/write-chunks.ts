import type { FileHandle } from 'node:fs/promises'

const GATHERED_BYTES = 256 * 1024
/** A chunk takes 500 bytes of memory however short it is, and its sender chooses its length. */
const GATHERED_CHUNKS = 256

/**
 * Writes many chunks at once: handing a write to a thread costs as much as encrypting 64 KB. Joining them would copy
 * them into memory outside the heap, which brings on full collections.
 */
export async function writeChunks(handle: FileHandle, source: AsyncIterable<Uint8Array>): Promise<void> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  const write = async () => {
    const { bytesWritten } = await handle.writev(chunks)
    if (bytesWritten < bytes) await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
    chunks = []
    bytes = 0
  }
  for await (const chunk of source) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= GATHERED_BYTES || chunks.length >= GATHERED_CHUNKS) await write()
  }
  if (bytes > 0) await write()
}
