import { randomBytes } from 'node:crypto'
import { Transform, Writable, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formatSize } from '#domain/files'
import { fileContext } from '../crypto/contexts.ts'
import { encryptStream } from '../crypto/file-cipher.ts'
import { KEY_BYTES } from '../crypto/seal.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { uuidV7 } from '../uuid.ts'
import { cleanFilename } from './filename.ts'
import { removeFiles } from './remove-files.ts'
import { expectedType, sniffStream } from './sniff.ts'
import { toStorageError } from './storage-error.ts'
import { scanStored } from './virus-scan.ts'

export type IncomingFile = {
  filename: string
  mimetype: string
  content: Readable
  /** What its sender's quotas have left, in bytes. */
  room: number
  /** Who waits for the virus scanner: senders take turns. */
  sender: string
}

/** A file that is stored and has no row yet. */
export type ReceivedFile = {
  /** the document's id to be */
  id: string
  name: string
  type: string
  /** bytes, as sent */
  size: number
  storedAs: string
  key: Buffer
}

/**
 * Stores what a client sends: counted, looked at and encrypted as it streams in, so that no plaintext touches the disk
 * and nothing is left of what is refused (security.md 14). The virus scanner is shown what is stored, as it would else
 * have to wait for a client that sends slowly.
 *
 * @throws AppError too_large, quota_exceeded, unsupported_type, invalid_input, infected, unavailable; whatever the
 *   storage throws
 */
export async function receiveUpload(
  services: Pick<Services, 'storage' | 'config' | 'log'>,
  { filename, mimetype, content, room, sender }: IncomingFile,
): Promise<ReceivedFile> {
  const { storage, config } = services
  const name = cleanFilename(filename)
  const type = expectedType(name, mimetype)
  const id = uuidV7()
  const storedAs = `documents/${id}`
  const key = randomBytes(KEY_BYTES)
  const isRoomy = room >= config.maxFileBytes
  const meter = isRoomy
    ? capStream(config.maxFileBytes)
    : capStream(room, () => new AppError('quota_exceeded'))
  const context = fileContext('document', id)
  const sealed = encryptStream(key, context)

  // Whichever end fails, nobody waits for a client that stalls.
  sealed.once('close', () => content.destroy())
  const [stored, read] = await Promise.allSettled([
    storage.put(storedAs, sealed).catch((error: unknown) => {
      // A storage that fails before it reads would leave the client's sending waiting for a reader.
      sealed.destroy()
      throw error
    }),
    pipeline(fromClient(content), meter.stream, sniffStream(type), sealed),
  ])
  if (stored.status === 'rejected' || read.status === 'rejected') {
    if (stored.status === 'fulfilled') await removeFiles(services, [storedAs])
    throw findFault(read, stored)
  }
  try {
    await scanStored(services, { name: storedAs, key, context }, sender)
  } catch (error) {
    await removeFiles(services, [storedAs])
    throw error
  }
  return { id, name, type, size: meter.bytes(), storedAs, key }
}

/**
 * Reads a file that is stored already to its end and keeps nothing of it: browsers take no success for an answer while
 * they still send.
 *
 * @throws AppError too_large, invalid_input when it breaks off
 */
export async function skipUpload({ config }: Pick<Services, 'config'>, content: Readable): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(fromClient(content), capStream(config.maxFileBytes).stream, nowhere)
}

/** What breaks off here is the client's doing, and anything else is not. */
async function* fromClient(content: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of content) yield chunk
  } catch (cause) {
    throw new AppError('invalid_input', ({ upload }) => upload.incomplete, { cause })
  }
}

/** Of the two ends of a broken stream, the one that tells why: a full disk breaks off the client's sending too. */
function findFault(...ends: PromiseSettledResult<void>[]): unknown {
  const reasons: unknown[] = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  return (
    reasons.find((reason) => toStorageError(reason) !== null) ??
    reasons.find((reason) => reason instanceof AppError) ??
    reasons.at(-1)
  )
}

function capStream(max: number, refusal = () => tooLarge(max)): { stream: Transform; bytes: () => number } {
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes <= max) done(null, chunk)
      else done(refusal())
    },
  })
  return { stream, bytes: () => bytes }
}

/** @param max bytes */
export const tooLarge = (max: number) =>
  new AppError('too_large', ({ upload }) => upload.tooLarge(formatSize(max)))
