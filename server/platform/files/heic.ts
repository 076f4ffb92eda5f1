import path from 'node:path'
import { HEAD_BYTES, isHeic } from '#domain/file-content'
import { PHOTO_LIMITS } from '#domain/limits'
import { AppError } from '../../errors.ts'
import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import { workerFile } from '../../worker-file.ts'
import type { Pixels } from './heic-worker.ts'
import { loadSharp } from './open-picture.ts'

const { filename, execArgv } = workerFile(path.join(import.meta.dirname, 'heic-worker.ts'))

const inTurn = limitConcurrency(1, {
  milliseconds: PHOTO_LIMITS.waitMs,
  error: new AppError('unavailable'),
})

/**
 * A photo in HEIC as JPEG, as few programs show HEIC; other content as it is.
 * @param owner senders take turns
 * @throws AppError invalid_input if it cannot be decoded, unavailable while too many are
 */
export async function withoutHeic(
  content: AsyncIterable<Buffer>,
  owner: string,
): Promise<{ jpeg: Buffer } | { unchanged: AsyncIterable<Buffer> }> {
  const chunks = content[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value])
    if (head.length >= HEAD_BYTES) break
  }
  const rest = { [Symbol.asyncIterator]: () => chunks }
  if (!isHeic(head)) return { unchanged: join(head, rest) }
  const parts = [head]
  let size = 0
  try {
    for await (const chunk of rest) {
      size += chunk.length
      hold(owner, chunk.length)
      parts.push(chunk)
    }
    return { jpeg: await inTurn(() => toJpeg(Buffer.concat(parts)), { owner }) }
  } finally {
    release(owner, size)
  }
}

const HELD_BYTES = PHOTO_LIMITS.heldMegabytes * 1024 * 1024
/** Bytes of photos in memory by their senders, who may be slow and many. */
const held = new Map<string, number>()

function hold(owner: string, bytes: number): void {
  const own = (held.get(owner) ?? 0) + bytes
  held.set(owner, own)
  const all = [...held.values()].reduce((sum, each) => sum + each, 0)
  if (own > HELD_BYTES / 2 || all > HELD_BYTES) throw new AppError('unavailable')
}

function release(owner: string, bytes: number): void {
  const left = (held.get(owner) ?? 0) - bytes
  if (left > 0) held.set(owner, left)
  else held.delete(owner)
}

async function* join(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head
  yield* rest
}

async function toJpeg(file: Buffer): Promise<Buffer> {
  const pixels = await decode(file)
  if (pixels === null) throw unreadable()
  const { data, width, height } = pixels
  const sharp = await loadSharp()
  return sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#fff' })
    .jpeg({ quality: PHOTO_LIMITS.jpegQuality })
    .toBuffer()
    .catch((cause: unknown) => {
      // A side of a JPEG has at most 65,535 pixels.
      throw unreadable(cause)
    })
}

const unreadable = (cause?: unknown) =>
  new AppError('invalid_input', ({ upload }) => upload.unreadablePhoto, { cause })

/** In a thread that ends with the photo, as the decoder keeps its memory. */
async function decode(file: Buffer): Promise<Pixels | null> {
  const { Piscina } = await import('piscina')
  const pool = new Piscina({ filename, execArgv, minThreads: 0, maxThreads: 1 })
  pool.on('error', () => {})
  try {
    return await pool.run(file, { signal: AbortSignal.timeout(PHOTO_LIMITS.ms) })
  } catch (cause) {
    throw unreadable(cause)
  } finally {
    await pool.destroy()
  }
}
