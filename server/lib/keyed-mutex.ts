import { Mutex } from 'async-mutex'

const mutexes = new Map<string, Mutex>()

/** Waiting for a row's lock instead would hold a database connection for each waiter. */
export async function withKeyedMutex<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mutex = mutexes.get(key) ?? new Mutex()
  mutexes.set(key, mutex)
  try {
    return await mutex.runExclusive(work)
  } finally {
    if (!mutex.isLocked()) mutexes.delete(key)
  }
}
