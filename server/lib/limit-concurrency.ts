import { setImmediate as nextTurn } from 'node:timers/promises'
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

/** Node accepts one new connection in each turn of its event loop, so a caller with many calls must not fill all turns. */
const TURNS_BETWEEN = 50

/** A line for each key, so that one caller's work waits for its own alone. */
export function limitEach(max: number) {
  const lines = new Map<string, { run: ReturnType<typeof limitConcurrency>; waiting: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { run: limitConcurrency(max), waiting: 0 }
    lines.set(key, line)
    line.waiting += 1
    try {
      return await line.run(async () => {
        const done = await work()
        for (let turn = 0; line.waiting > max && turn < TURNS_BETWEEN; turn += 1) await nextTurn()
        return done
      })
    } finally {
      line.waiting -= 1
      if (line.waiting === 0) lines.delete(key)
    }
  }
}
