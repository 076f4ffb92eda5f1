import { withTimeout } from '../with-timeout.ts'

/** Waits for the work to end, well or not, but for so long only. */
export const settleWithin = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  withTimeout(
    milliseconds,
    work.catch(() => {}),
    () => {},
  )
