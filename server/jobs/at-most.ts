import { within } from '../time-limit.ts'

/** Waits for the work to end, well or not, but for so long only. */
export const atMost = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  within(
    milliseconds,
    work.catch(() => {}),
    () => {},
  )
