import { Semaphore, withTimeout } from 'async-mutex'

type Options = { owner?: string }

/**
 * Owners of work take turns. p-limit has neither turns nor a time limit on waiting.
 * @param patience how long work waits, and the error that it fails with then
 */
export function limitConcurrency(max: number, patience?: { milliseconds: number; error: Error }) {
  const limit = new Semaphore(max)
  const semaphore = patience ? withTimeout(limit, patience.milliseconds, patience.error) : limit
  let current = 0
  const lastTurns = new Map<string, number>()

  return async <T>(work: () => Promise<T>, { owner = '' }: Options = {}): Promise<T> => {
    const turn = Math.max(current, (lastTurns.get(owner) ?? -1) + 1)
    if (limit.isLocked()) lastTurns.set(owner, turn)
    const acquired = semaphore.acquire(1, -turn).finally(() => {
      if (lastTurns.get(owner) === turn) lastTurns.delete(owner)
    })
    const [, release] = await acquired
    current = Math.max(current, turn)
    try {
      return await work()
    } finally {
      release()
    }
  }
}
