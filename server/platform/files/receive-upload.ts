import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { formatSize, nameAsStored } from '#domain/files'
import { fileContext } from '../crypto/contexts.ts'
import { encryptChunks } from '../crypto/file-cipher.ts'
import { KEY_BYTES } from '../crypto/seal.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { cleanFilename } from './filename.ts'
import { withoutHeic } from './heic.ts'
import { removeFiles } from './remove-files.ts'
import { expectedType, sniffStream } from './sniff.ts'
import { scanStored } from './virus-scan.ts'

type IncomingFile = {
  filename: string
  mimetype: string
  content: Readable
  /** `room`: bytes left of the sender's quotas. Senders take turns at the virus scanner. */
  share: { readonly id: string; readonly room: number; readonly sender: string; written: number }
}

export type ReceivedFile = {
  id: string
  name: string
  type: string
  size: number
  storedAs: string
  key: Buffer
  digest: Buffer
  /** Of the photo that this file was made from */
  originalDigest: Buffer | null
}

// Counts, checks and encrypts a file as it streams in, so that no plaintext reaches the disk and nothing remains of a
// refused file. The virus scanner reads the stored file, as a slow client would keep it waiting.
export async function receiveUpload(
  services: Pick<Services, 'storage' | 'config' | 'log'>,
  { filename, mimetype, content, share }: IncomingFile,
): Promise<ReceivedFile> {
  const { storage, config } = services
  const { id, room, sender } = share
  const sentAs = cleanFilename(filename)
  const type = expectedType(sentAs, mimetype)
  const storedAs = `documents/${id}`
  const key = randomBytes(KEY_BYTES)
  const isRoomy = room >= config.maxFileBytes
  const newMeter = () =>
    isRoomy ? capStream(config.maxFileBytes) : capStream(room, () => new AppError('quota_exceeded'))
  const arriving = newMeter()
  let meter = arriving
  const context = fileContext('document', id)
  try {
    let plain: AsyncIterable<Buffer> = arriving.stream(fromClient(content))
    if (type === 'image/jpeg') {
      const photo = await withoutHeic(plain, sender)
      if ('jpeg' in photo) meter = newMeter()
      plain = 'jpeg' in photo ? meter.stream(Readable.from([photo.jpeg])) : photo.unchanged
    }
    await storage.put(storedAs, encryptChunks(key, context, sniffStream(type)(plain)))
  } finally {
    share.written = meter.bytes()
    // Closes the request when the store fails, instead of waiting for a client that stalls.
    content.destroy()
  }
  try {
    await scanStored(services, { name: storedAs, key, context }, sender)
  } catch (error) {
    await removeFiles(services, [storedAs])
    throw error
  }
  const originalDigest = meter === arriving ? null : arriving.digest()
  const file = { id, name: nameAsStored(sentAs), type, size: meter.bytes(), storedAs, key }
  return { ...file, digest: meter.digest(), originalDigest }
}

/** Discards the body of an upload that is already stored: browsers ignore a response while they still send. */
export async function skipUpload({ config }: Pick<Services, 'config'>, content: Readable): Promise<void> {
  const { stream } = capStream(config.maxFileBytes)
  for await (const _chunk of stream(fromClient(content)));
}

async function* fromClient(content: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of content) yield chunk
  } catch (cause) {
    throw new AppError('invalid_input', ({ upload }) => upload.incomplete, { cause })
  }
}

function capStream(max: number, refusal = () => tooLarge(max)) {
  let bytes = 0
  const hash = createHash('sha256')
  async function* stream(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > max) throw refusal()
      hash.update(chunk)
      yield chunk
    }
  }
  return { stream, bytes: () => bytes, digest: () => hash.digest() }
}

export const tooLarge = (max: number) =>
  new AppError('too_large', ({ upload }) => upload.tooLarge(formatSize(max)))
