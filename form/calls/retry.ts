import { pauseUntilOnline } from './pause.ts'

type RetryOptions = {
  delays: readonly number[]
  isTransient: (error: unknown) => boolean
  pause?: (milliseconds: number) => Promise<void>
}

/** Throws the last error. p-retry can't end a wait when the connection returns. */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { delays, isTransient, pause = pauseUntilOnline } = options
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const delay = delays[tries]
      if (delay === undefined || !isTransient(error)) throw error
      await pause(delay * (0.8 + Math.random() * 0.4))
    }
  }
}
