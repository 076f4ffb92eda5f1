import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { decryptStream, encryptChunks, openPlain, openVerified, readVerified } from '../crypto/file-cipher.ts'
import { SealError } from '../crypto/seal.ts'
import { FileMissingError, type Storage } from './storage.ts'

export type StoredFileKey = { name: string; key: Uint8Array; context: string }

export const putEncrypted = (
  storage: Storage,
  { name, key, context }: StoredFileKey,
  content: Buffer,
): Promise<void> => storage.put(name, encryptChunks(key, context, [content]))

/** Verifies the whole content before it returns the first byte. @throws SealError, FileMissingError */
export const openEncrypted = (storage: Storage, { name, key, context }: StoredFileKey): Promise<Readable> =>
  openVerified(() => storage.open(name), key, context)

export const openUnchecked = async (
  storage: Storage,
  { name, key, context }: StoredFileKey,
): Promise<Readable> => openPlain(await storage.open(name), key, context)

export const readEncrypted = async (
  storage: Storage,
  { name, key, context }: StoredFileKey,
): Promise<Buffer> => readVerified(await storage.open(name), key, context)

/** Only the end tells whether the content is intact. Calls `reader` once the file is open. */
export async function readThrough(
  storage: Storage,
  { name, key, context }: StoredFileKey,
  reader: (content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  let failure: unknown = null
  const read = (content: AsyncIterable<Buffer>) =>
    reader(content).catch((error: unknown) => {
      failure = error
      throw error
    })
  try {
    await pipeline(await storage.open(name), decryptStream(key, context), read)
  } catch (error) {
    // When the reader fails, the pipeline reports the abort of its streams instead.
    throw failure ?? error
  }
}

export const checkEncrypted = (storage: Storage, file: StoredFileKey): Promise<void> =>
  readThrough(storage, file, async (content) => {
    for await (const _chunk of content);
  })

export async function isIntact(storage: Storage, file: StoredFileKey): Promise<boolean> {
  try {
    await checkEncrypted(storage, file)
    return true
  } catch (error) {
    if (error instanceof FileMissingError || error instanceof SealError) return false
    throw error
  }
}
