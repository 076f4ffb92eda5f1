import { SealError } from '../crypto/seal.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { FileMissingError } from './storage.ts'

/**
 * Opens something stored. What was tampered with, cut short or lost is told as that, and logged with its ids, so that an
 * operator knows what to restore.
 *
 * @throws AppError damaged_file; whatever else `open` throws
 */
export async function requireIntact<T>(
  { log }: Pick<Services, 'log'>,
  ids: Readonly<Record<'document' | 'submission', string | null>>,
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open()
  } catch (cause) {
    if (!(cause instanceof SealError) && !(cause instanceof FileMissingError)) throw cause
    log.error({ err: cause, ...ids }, 'a stored file is damaged or missing')
    throw new AppError('damaged_file', undefined, { cause })
  }
}
