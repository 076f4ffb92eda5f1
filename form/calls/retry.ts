import { pauseUntilOnline } from './pause.ts'

type RetryOptions = {
  /** How long to wait before each further try, in milliseconds. */
  delays: readonly number[]
  /** Is another try worth it? */
  isTransient: (error: unknown) => boolean
  /** Called before each wait, to say what is happening. */
  onWait?: () => void
  pause?: (milliseconds: number) => Promise<void>
}

/** Tries until it works, or fails for good, or the delays are used up; then throws what the last try threw. */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { delays, isTransient, onWait, pause = pauseUntilOnline } = options
  for (const delay of delays) {
    try {
      return await attempt()
    } catch (error) {
      if (!isTransient(error)) throw error
      onWait?.()
      // A little chance in it, so that a crowd cut off together does not come back together.
      await pause(delay * (0.8 + Math.random() * 0.4))
    }
  }
  return attempt()
}
