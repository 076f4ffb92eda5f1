import { ApiError } from './api-error.ts'

/** Rejects like an unanswered call once `signal` aborts. */
export const orStopped = <T>(going: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(new ApiError('', 'network'))
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    going.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
