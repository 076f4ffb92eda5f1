import { SealError } from '../crypto/seal.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { FileMissingError } from './storage.ts'

// Retries once if the file is missing: a key rotation moves files, rows first. Logs the ids of a damaged or missing
// file, so that an operator knows what to restore.
export async function requireIntact<T>(
  { log }: Pick<Services, 'log'>,
  ids: Readonly<Record<'document' | 'submission', string | null>>,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read().catch((error: unknown) => {
      if (error instanceof FileMissingError) return read()
      throw error
    })
  } catch (cause) {
    if (!(cause instanceof SealError) && !(cause instanceof FileMissingError)) throw cause
    log.error({ err: cause, ...ids }, 'a stored file is damaged or missing')
    throw new AppError('damaged_file', undefined, { cause })
  }
}
