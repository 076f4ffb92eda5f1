import { pauseUntilOnline } from './pause.ts'

type RetryOptions = {
  /** Milliseconds to wait before each further try. */
  delays: readonly number[]
  isTransient: (error: unknown) => boolean
  pause?: (milliseconds: number) => Promise<void>
}

/**
 * Repeats `attempt` until it succeeds, fails for good or the delays are used up, then throws the last error. A restored
 * connection ends a wait, which p-retry doesn't offer.
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { delays, isTransient, pause = pauseUntilOnline } = options
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const delay = delays[tries]
      if (delay === undefined || !isTransient(error)) throw error
      // Random jitter, so that clients cut off together don't return together.
      await pause(delay * (0.8 + Math.random() * 0.4))
    }
  }
}
