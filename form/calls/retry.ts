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
  /** How long another try has to wait after this failure, whatever the delays say; null where they count. */
  askedToWait?: (error: unknown) => number | null
  /** Called before each wait with what failed, to say what is happening; `usedUp` once the last delay was waited out. */
  onWait?: (error: unknown, usedUp: boolean) => void
  pause?: (milliseconds: number) => Promise<void>
}

/**
 * Tries until it works, or fails for good, or is stopped, or the delays are used up; then throws what the last try
 * threw. A connection that is back ends a wait, but none that was asked for.
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
      // A little chance in it, so that a crowd cut off together does not come back together.
      await pause(asked === null ? delay * (0.8 + Math.random() * 0.4) : asked * (1 + Math.random() * 0.2))
      if (signal?.aborted) throw error
    }
  }
}
