import { setTimeout as delay } from 'node:timers/promises'

/** Waits for the work to end, well or not, but for so long only. */
export const atMost = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => {}), delay(milliseconds, undefined, { ref: false })])
