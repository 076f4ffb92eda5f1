import path from 'node:path'
import { MARK_LIMITS } from '#domain/limits'
import type { Mark } from '#domain/messages/mark'
import { AppError } from '../errors.ts'
import { createThreadPool } from '../lib/thread-pool.ts'
import type * as MarkWorker from './mark-worker.ts'

export type { Mark }
export type Marker = ReturnType<typeof createMarker>

/** The file is damaged, or needs a password. */
export class CannotMarkError extends Error {}

type Limits = Record<keyof typeof MARK_LIMITS, number>

const WORKER = path.join(import.meta.dirname, 'mark-worker.ts')

/** Marks copies in threads, and reads marks. */
export function createMarker(own: Partial<Limits> = {}) {
  const limits: Limits = { ...MARK_LIMITS, ...own }
  const tooComplex = (message: string, cause: unknown) => new CannotMarkError(message, { cause })
  const marking = createThreadPool(WORKER, limits, tooComplex)
  // Files to trace may be made to be slow: no funder waits for them.
  const reading = createThreadPool(WORKER, { ...limits, threads: 1, taskMs: limits.readMs }, tooComplex)

  const run = <Output>(
    pool: typeof marking,
    name: keyof typeof MarkWorker,
    input: object,
    owner?: string,
  ): Promise<Output> =>
    pool.inTurn(
      () =>
        pool.run<Output>(name, input).catch((cause: unknown) => {
          if (cause instanceof AppError || cause instanceof CannotMarkError) throw cause
          throw new CannotMarkError('The file cannot be marked', { cause })
        }),
      { owner },
    )

  return {
    /** @throws CannotMarkError */
    mark: async (file: Buffer, fileType: string, mark: Mark): Promise<Buffer> =>
      toBuffer(await run<Uint8Array>(marking, 'mark', { file, fileType, mark }, mark.copyNumber)),
    /** @param owner whose files take turns with those of others */
    canMark: (file: Buffer, fileType: string, owner?: string): Promise<boolean> =>
      run<boolean>(marking, 'canMark', { file, fileType }, owner).catch(isFalse),
    /** The copy numbers in a file, best first. @param owner callers take turns */
    read: (file: Buffer, owner?: string): Promise<string[]> =>
      run<string[]>(reading, 'read', { file }, owner).catch((error: unknown) => (isFalse(error) ? [] : [])),
    close: async (): Promise<void> => void (await Promise.all([marking.close(), reading.close()])),
  }
}

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

function isFalse(error: unknown): false {
  if (error instanceof CannotMarkError) return false
  throw error
}
