type PauseOptions = {
  /** Ends the pause. */
  signal?: AbortSignal
  /** Ends it also when the browser says that it is online again. */
  untilOnline?: boolean
}

/** Waits for so many milliseconds, or until there is reason to go on. */
export const pause = (milliseconds: number, { signal, untilOnline }: PauseOptions = {}): Promise<void> =>
  new Promise((done) => {
    const over = () => {
      clearTimeout(timer)
      window.removeEventListener('online', over)
      signal?.removeEventListener('abort', over)
      done()
    }
    const timer = setTimeout(over, milliseconds)
    if (untilOnline) window.addEventListener('online', over)
    signal?.addEventListener('abort', over)
    if (signal?.aborted) over()
  })

/** Waits, but no longer than until the browser says that it has a connection again. */
export const pauseUntilOnline = (milliseconds: number): Promise<void> =>
  pause(milliseconds, { untilOnline: true })
