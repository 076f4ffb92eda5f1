import type { Page } from 'playwright-core'

/** What a browser notes of a page while it loads and is used. Times in milliseconds since the page was asked for. */
export type Entry = {
  startTime: number
  duration: number
  /** layout-shift */
  value?: number
  hadRecentInput?: boolean
  /** resource */
  name?: string
  responseEnd?: number
  encodedBodySize?: number
}

/** Everything the browser has noted of one kind so far. */
export const entriesOf = (page: Page, type: string): Promise<Entry[]> =>
  page.evaluate((type): Entry[] => {
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type, buffered: true })
    const entries = observer.takeRecords()
    observer.disconnect()
    return entries.map((entry) => entry.toJSON())
  }, type)

/** How far things moved that nobody had touched; 0 is still. */
export async function layoutShift(page: Page): Promise<number> {
  const shifts = await entriesOf(page, 'layout-shift')
  return shifts.reduce((sum, shift) => sum + (shift.hadRecentInput ? 0 : (shift.value ?? 0)), 0)
}
