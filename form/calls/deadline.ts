/** Cut after so many milliseconds, or when somebody asks for it. */
export type Deadline = {
  signal: AbortSignal
  /** To be called once there is nothing left to cut. */ over: () => void
}

/** By hand, as browsers that are three years old have no `AbortSignal.any`. */
export function deadline(milliseconds: number, asked?: AbortSignal): Deadline {
  const cut = new AbortController()
  const stop = () => cut.abort()
  const timer = setTimeout(stop, milliseconds)
  asked?.addEventListener('abort', stop)
  if (asked?.aborted) stop()
  return {
    signal: cut.signal,
    over: () => {
      clearTimeout(timer)
      asked?.removeEventListener('abort', stop)
    },
  }
}
