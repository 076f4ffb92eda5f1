type PauseOptions = {
  signal?: AbortSignal
  untilOnline?: boolean | undefined
}

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

export const pauseUntilOnline = (milliseconds: number): Promise<void> =>
  pause(milliseconds, { untilOnline: true })
