import { Mutex } from 'async-mutex'

const mutexes = new Map<string, Mutex>()

/**
 * Runs work of the same key one after another within this process. Waiting for the lock of a row instead would hold a
 * database connection for each waiter.
 */
export async function withKeyedMutex<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mutex = mutexes.get(key) ?? new Mutex()
  mutexes.set(key, mutex)
  try {
    return await mutex.runExclusive(work)
  } finally {
    if (!mutex.isLocked()) mutexes.delete(key)
  }
}
