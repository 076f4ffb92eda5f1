/**
 * Runs work of the same key one after another within this process. What waits for the lock of a row would else hold a
 * connection for each of its waiters, which others then go without.
 */
export function withKeyedMutex<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve()
  const mine = before.then(work)
  // The next in turn waits for the end, whichever it is.
  const end = mine.then(
    () => {},
    () => {},
  )
  last.set(key, end)
  void end.then(() => {
    if (last.get(key) === end) last.delete(key)
  })
  return mine
}

const last = new Map<string, Promise<void>>()
