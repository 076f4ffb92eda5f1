import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { backupMessages } from '#domain/messages/backup'
import { FileMissingError, type Storage } from '../files/storage.ts'
import { BackupError, FILES } from './archive-format.ts'
import { IndexLookup, readIndex } from './index-file.ts'
import { readContent, readEntries, computeSha256, type Entry } from './read-archive.ts'
import { mapInOrder } from './streams.ts'

const AT_ONCE = 8

/** Stores the archived files that the index names: not those removed during the backup. */
export async function restoreFiles(
  handle: FileHandle,
  storage: Storage,
  index: string,
  signal?: AbortSignal,
): Promise<void> {
  const lookup = new IndexLookup(index)
  async function* named(): AsyncGenerator<Entry & { file: string }> {
    for await (const entry of readEntries(handle)) {
      if (!entry.name.startsWith(FILES)) continue
      const file = entry.name.slice(FILES.length)
      if ((await lookup.find(file)) !== null) yield { ...entry, file }
    }
  }
  try {
    const stored = mapInOrder(named(), AT_ONCE, ({ file, ...entry }) =>
      storage.put(file, Readable.from(readContent(handle, entry), { objectMode: false })),
    )
    for await (const _ of stored) signal?.throwIfAborted()
  } finally {
    await lookup.close()
  }
}

export async function compareFiles(storage: Storage, index: string, signal?: AbortSignal): Promise<void> {
  const compared = mapInOrder(readIndex(index), AT_ONCE, async ({ name, sha256 }) => {
    const found = await storage.open(name).catch((error: unknown) => {
      if (error instanceof FileMissingError) return null
      throw error
    })
    if (found === null || (await computeSha256(found)) !== sha256)
      throw new BackupError(backupMessages.differs(name))
  })
  for await (const _ of compared) signal?.throwIfAborted()
}
