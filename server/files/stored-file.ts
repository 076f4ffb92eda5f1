import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { decryptStream, encryptStream, openVerified, readVerified } from '../crypto/file-cipher.ts'
import { SealError } from '../crypto/seal.ts'
import { FileMissingError, type Storage } from './storage.ts'

/** Where an encrypted file is, and what opens it. */
export type StoredFileKey = {
  /** in storage, such as `documents/<uuid>` */
  name: string
  key: Uint8Array
  /** fileContext(…) */
  context: string
}

/** Stores the source encrypted; the content is durable when this returns, and nothing is left when it throws. */
export async function putEncrypted(
  storage: Storage,
  { name, key, context }: StoredFileKey,
  source: Readable | Buffer,
): Promise<void> {
  const plain = Buffer.isBuffer(source) ? Readable.from([source]) : source
  const sealed = encryptStream(key, context)
  plain.once('error', (error) => sealed.destroy(error))
  sealed.once('close', () => plain.destroy())
  await storage.put(name, plain.pipe(sealed))
}

/**
 * The content of a stored file, checked whole before its first byte is handed out.
 *
 * @throws SealError, FileMissingError
 */
export const openEncrypted = (storage: Storage, { name, key, context }: StoredFileKey): Promise<Readable> =>
  openVerified(() => storage.open(name), key, context)

/** The whole content of a small file. @throws SealError, FileMissingError */
export const readEncrypted = async (
  storage: Storage,
  { name, key, context }: StoredFileKey,
): Promise<Buffer> => readVerified(await storage.open(name), key, context)

/**
 * Has the content read once by somebody who keeps nothing of it: whether it may be believed is known at its end. The
 * reader is asked for once the file is open.
 *
 * @throws SealError, FileMissingError, whatever the reader throws
 */
export const readThrough = async (
  storage: Storage,
  { name, key, context }: StoredFileKey,
  reader: () => Writable,
): Promise<void> => pipeline(await storage.open(name), decryptStream(key, context), reader())

/** Whether a file is there, whole and under this key. @throws whatever the storage throws */
export async function isIntact(storage: Storage, file: StoredFileKey): Promise<boolean> {
  try {
    await readThrough(storage, file, () => new Writable({ write: (_chunk, _encoding, done) => done() }))
    return true
  } catch (error) {
    if (error instanceof FileMissingError || error instanceof SealError) return false
    throw error
  }
}
