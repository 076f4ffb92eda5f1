type Deadline = {
  signal: AbortSignal
  over: () => void
}

/** `AbortSignal.any` is missing in browsers that are three years old. */
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
