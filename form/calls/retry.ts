import { pause as pauseFor } from './pause.ts'

type RetryOptions = {
  /** How long to wait before each further try, in milliseconds. */
  delays: readonly number[]
  /** Go on at the last of the delays instead of giving up. */
  forever?: boolean
  /** Ends it all. */
  signal?: AbortSignal
  /** Is another try worth it? */
  isTransient: (error: unknown) => boolean
  /** Called before each wait, to say what is happening. */
  onWait?: () => void
  pause?: (milliseconds: number) => Promise<void>
}

/**
 * Tries until it works, or fails for good, or is stopped, or the delays are used up; then throws what the last try
 * threw. A connection that is back ends a wait.
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { delays, forever = false, signal, isTransient, onWait } = options
  const pause =
    options.pause ??
    ((milliseconds) => pauseFor(milliseconds, { untilOnline: true, ...(signal && { signal }) }))
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const delay = delays[tries] ?? (forever ? delays.at(-1) : undefined)
      if (delay === undefined || signal?.aborted || !isTransient(error)) throw error
      onWait?.()
      // A little chance in it, so that a crowd cut off together does not come back together.
      await pause(delay * (0.8 + Math.random() * 0.4))
      if (signal?.aborted) throw error
    }
  }
}
