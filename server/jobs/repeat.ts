import { setTimeout as delay } from 'node:timers/promises'

export type Repeated = {
  /** Resolves when the current run has ended. */
  stop(): Promise<void>
}

export function repeat(pauseMs: number, work: (stopping: AbortSignal) => Promise<void>): Repeated {
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await work(stopping.signal)
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const ended = run()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
