import { createCipheriv, createDecipheriv, randomBytes, type DecipherGCM } from 'node:crypto'
import { Transform, type Readable, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IV_BYTES, SealError, TAG_BYTES, VERSION } from './seal.ts'

const HEAD_BYTES = 1 + IV_BYTES

export const FILE_OVERHEAD_BYTES = HEAD_BYTES + TAG_BYTES

/** `version(1) | iv(12) | ciphertext | tag(16)`, AES-256-GCM */
export async function* encryptChunks(
  key: Uint8Array,
  context: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(context))
  yield Buffer.concat([Buffer.of(VERSION), iv])
  for await (const chunk of source) yield cipher.update(chunk)
  yield Buffer.concat([cipher.final(), cipher.getAuthTag()])
}

/** Reads the file twice, as its tag comes last. @throws SealError before any content is returned */
export async function openVerified(
  open: () => Promise<Readable>,
  key: Uint8Array,
  context: string,
): Promise<Readable> {
  await pipeline(await open(), decryptStream(key, context), async (plain: AsyncIterable<Buffer>) => {
    for await (const chunk of plain) void chunk
  })
  return openPlain(await open(), key, context)
}

/** Only the end tells whether the content is intact. */
export function openPlain(content: Readable, key: Uint8Array, context: string): Readable {
  const plain = decryptStream(key, context)
  content.once('error', (error) => plain.destroy(error))
  plain.once('close', () => content.destroy())
  return content.pipe(plain)
}

export async function readVerified(content: Readable, key: Uint8Array, context: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  await pipeline(content, decryptStream(key, context), async (plain: AsyncIterable<Buffer>) => {
    for await (const chunk of plain) chunks.push(chunk)
  })
  return Buffer.concat(chunks)
}

/** The tag is checked at the end: until then the content is not proven. */
export function decryptStream(key: Uint8Array, context: string): Transform {
  let decipher: DecipherGCM | null = null
  // Not decrypted yet: at first the head, later always the last 16 bytes, which may be the tag.
  let held: Buffer = Buffer.alloc(0)

  const begin = () => {
    if (held[0] !== VERSION) throw new SealError('not a sealed file')
    const started = createDecipheriv('aes-256-gcm', key, held.subarray(1, HEAD_BYTES), {
      authTagLength: TAG_BYTES,
    })
    started.setAAD(Buffer.from(context))
    held = held.subarray(HEAD_BYTES)
    return started
  }
  const guarded = (done: TransformCallback, work: () => Buffer | null) => {
    try {
      done(null, work())
    } catch (cause) {
      done(cause instanceof SealError ? cause : new SealError('the stored file does not open', { cause }))
    }
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      guarded(done, () => {
        held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
        if (held.length < HEAD_BYTES + TAG_BYTES && decipher === null) return null
        decipher ??= begin()
        const ready = held.subarray(0, Math.max(0, held.length - TAG_BYTES))
        held = held.subarray(ready.length)
        return ready.length > 0 ? decipher.update(ready) : null
      })
    },
    flush(done) {
      guarded(done, () => {
        if (decipher === null || held.length !== TAG_BYTES)
          throw new SealError('the stored file is too short')
        decipher.setAuthTag(held)
        return decipher.final()
      })
    },
  })
}
