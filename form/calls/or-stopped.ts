import { ApiError } from './api-error.ts'

/** What is `going` on, or, once somebody stops waiting for it, the failure of a call that nothing answered. */
export const orStopped = <T>(going: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(new ApiError('', 'network'))
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    going.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
