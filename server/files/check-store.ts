import pTimeout from 'p-timeout'
import type { Services } from '../services.ts'
import { StorageUnavailableError, type Storage } from './storage.ts'

const ANSWER_WITHIN_MS = 5000

/**
 * Stops a start whose file store refuses what is configured, such as wrong keys or a missing bucket. A store that only
 * does not answer at present stops nothing: forms and submits work without it.
 *
 * @returns whether it answers
 * @throws StorageUnavailableError, or an error of the disk
 */
export async function checkStore(store: Storage, log: Pick<Services['log'], 'warn'>): Promise<boolean> {
  try {
    const message = new StorageUnavailableError(
      `The file store does not answer within ${ANSWER_WITHIN_MS} ms`,
    )
    await pTimeout(store.healthy(), { milliseconds: ANSWER_WITHIN_MS, message })
    return true
  } catch (error) {
    if (!(error instanceof StorageUnavailableError) || error.refused) throw error
    log.warn({ err: error }, 'the file store does not answer; starting without it')
    return false
  }
}
