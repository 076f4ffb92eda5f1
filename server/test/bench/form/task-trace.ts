import type { Browser, Page } from 'playwright-core'

/** Work that the page's thread did in one go. Milliseconds. */
export type Task = {
  /** the last mark before it */
  mark: string
  /** by the clock, as the browser reports long tasks, so with what the machine did in between for others */
  duration: number
  /** of the processor, the slowing-down included: what a machine with nothing else to do would have needed */
  processor: number
}

type TraceEvent = {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args: { name?: string }
}

/** Lists the tasks of the page's thread while something is done that sets marks. */
export async function traceTasks(browser: Browser, page: Page, work: () => Promise<void>): Promise<Task[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', '__metadata'] })
  await work()
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
  const marks = traceEvents.filter(({ name }) => name.startsWith(MARK)).toSorted((a, b) => a.ts - b.ts)
  const [first] = marks
  if (first === undefined) throw new Error('The trace has no marks')
  return traceEvents
    .filter(({ name, pid, tid }) => name === TASK && pid === first.pid && tid === first.tid)
    .filter(({ ts }) => ts >= first.ts)
    .map(({ ts, dur = 0, tdur = 0 }) => ({
      mark: marks.findLast((mark) => mark.ts <= ts)?.name.slice(MARK.length) ?? '',
      duration: dur / 1000,
      processor: tdur / 1000,
    }))
}

const TASK = 'ThreadControllerImpl::RunTask'
const MARK = 'bench:'

/** Says what is done from here on. */
export const mark = (page: Page, name: string): Promise<void> =>
  page.evaluate((mark) => void performance.mark(mark), MARK + name)
