import { pause as pauseFor } from './pause.ts'

type RetryOptions = {
  /** Milliseconds to wait before each further try. */
  delays: readonly number[]
  /** Repeat the last delay for ever instead of giving up. */
  forever?: boolean
  signal?: AbortSignal
  isTransient: (error: unknown) => boolean
  /** Milliseconds that the server asked to wait, which replaces the delay; null if it didn't ask. */
  askedToWait?: (error: unknown) => number | null
  /** Called before each wait; `usedUp` once the last delay has passed. */
  onWait?: (error: unknown, usedUp: boolean) => void
  pause?: (milliseconds: number) => Promise<void>
}

/**
 * Repeats `attempt` until it succeeds, fails for good, is aborted or the delays are used up, then throws the last
 * error. A restored connection ends a wait, unless the server asked for it.
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { delays, forever = false, signal, isTransient, askedToWait, onWait } = options
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const delay = delays[tries] ?? (forever ? delays.at(-1) : undefined)
      if (delay === undefined || signal?.aborted || !isTransient(error)) throw error
      onWait?.(error, tries >= delays.length)
      const asked = askedToWait?.(error) ?? null
      const pause =
        options.pause ??
        ((milliseconds) => pauseFor(milliseconds, { untilOnline: asked === null, ...(signal && { signal }) }))
      // Random jitter, so that clients cut off together don't return together.
      await pause(asked === null ? delay * (0.8 + Math.random() * 0.4) : asked * (1 + Math.random() * 0.2))
      if (signal?.aborted) throw error
    }
  }
}
