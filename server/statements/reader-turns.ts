import { Semaphore } from 'async-mutex'
import { limitConcurrency } from '../lib/limit-concurrency.ts'

const ALL = 1000

/** A limit has ended a task. */
export class LimitError extends Error {}

/** Tasks share the process's memory and processors, so a limit tells something of a file only if its task ran alone. */
export function createTaskTurns() {
  const room = new Semaphore(ALL)
  const running = new Set<{ isAlone: boolean }>()
  let reserved = 0

  const share = <T>(work: () => Promise<T>, turn = { isAlone: true }): Promise<T> =>
    room.runExclusive(async () => {
      running.add(turn)
      if (running.size > 1) for (const each of running) each.isAlone = false
      try {
        return await work()
      } finally {
        running.delete(turn)
      }
    })

  return {
    /** Once, beside others. */
    share,
    /** Whether a task waits for its turn alone, or has it. */
    isReserved: () => reserved > 0,
    /** Beside others, and once more alone if a limit ends it then. @throws LimitError of work that ran alone */
    async run<T>(work: () => Promise<T>): Promise<T> {
      const turn = { isAlone: true }
      try {
        return await share(work, turn)
      } catch (error) {
        if (turn.isAlone || !(error instanceof LimitError)) throw error
      }
      reserved += 1
      return room.runExclusive(work, ALL).finally(() => (reserved -= 1))
    },
  }
}

/** One task at a time, owners by turns; no more wait than `all`, and of one owner no more than `each`. */
export function createShortQueue({ all, each }: { all: number; each: number }) {
  const inTurn = limitConcurrency(1)
  const waiting: string[] = []
  /** @returns null at once if the queue is full */
  return async <T>(owner: string, work: () => Promise<T>): Promise<T | null> => {
    const own = waiting.filter((other) => other === owner)
    if (waiting.length >= all || own.length >= each) return null
    waiting.push(owner)
    try {
      return await inTurn(work, { owner })
    } finally {
      waiting.splice(waiting.indexOf(owner), 1)
    }
  }
}
