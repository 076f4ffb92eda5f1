import type { Browser } from 'playwright-core'
import { inConditions, type Conditions, type MeasuredPage } from './conditions.ts'
import { entriesOf, layoutShift, type Entry } from './entries.ts'

/** One visit to a page, in milliseconds since it was asked for. */
export type PageLoad = {
  firstPaint: number
  largestPaint: number
  /** what the page is for stands there */
  drawn: number
  /** drawn, and React listens to its first field */
  ready: number
  /** what tasks of the main thread took beyond 50 ms each until the page has settled */
  blocked: number
  shift: number
  /** the document's own among them */
  requestsBeforeDrawn: number
}

/** Loads a page for the first time and waits until it has settled. */
export function measureLoad(
  browser: Browser,
  conditions: Conditions,
  { url, drawn }: MeasuredPage,
): Promise<PageLoad> {
  return inConditions(browser, conditions, async (page) => {
    await page.addInitScript(markWhenDrawn, drawn)
    await page.goto(url)
    await page.locator(drawn).waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    const [marks, tasks, paints, largest, resources, shift] = await Promise.all([
      entriesOf(page, 'mark'),
      entriesOf(page, 'longtask'),
      entriesOf(page, 'paint'),
      entriesOf(page, 'largest-contentful-paint'),
      entriesOf(page, 'resource'),
      layoutShift(page),
    ])
    const markedAt = (mark: string) => marks.find(({ name }) => name === mark)?.startTime ?? Number.NaN
    const drawnAt = markedAt('drawn')
    return {
      firstPaint: paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN,
      largestPaint: largest.at(-1)?.startTime ?? Number.NaN,
      drawn: drawnAt,
      ready: markedAt('ready'),
      blocked: tasks.reduce((sum, { duration }) => sum + duration - LONG_TASK_MS, 0),
      shift,
      requestsBeforeDrawn: 1 + resources.filter(({ startTime }) => startTime < drawnAt).length,
    }
  })
}

const LONG_TASK_MS = 50

/** Runs in the page: marks the frame in which the element is there, and the one in which React has the first field. */
function markWhenDrawn(selector: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return
    observer.disconnect()
    performance.mark('inserted')
    // Without inner names, which tsx would wrap in a helper that the page lacks.
    void (async () => {
      await new Promise(requestAnimationFrame)
      performance.mark('drawn')
      while (
        !Object.keys(document.querySelector('input') ?? {}).some((key) => key.startsWith('__reactProps'))
      )
        await new Promise(requestAnimationFrame)
      performance.mark('ready')
    })()
  })
  observer.observe(document, { childList: true, subtree: true })
}

/**
 * Scripts and styles of the first view, in bytes as they travel: what is asked for before all of it stands in the page.
 * `later` is what the page loads by itself after that, until it has settled.
 */
export type Weight = { script: number; style: number; scripts: number; later: number }

/** Asks for them in one encoding: what is counted is what came over the line, without headers. */
export function measureWeight(
  browser: Browser,
  conditions: Conditions,
  { url, drawn, encoding }: MeasuredPage & { encoding: string },
): Promise<Weight> {
  return inConditions(browser, conditions, async (page, cdp) => {
    await cdp.send('Network.enable')
    await cdp.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': encoding } })
    await page.addInitScript(markWhenDrawn, drawn)
    await page.goto(url)
    await page.locator(drawn).waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    const [resources, marks] = await Promise.all([entriesOf(page, 'resource'), entriesOf(page, 'mark')])
    const inserted = marks.find(({ name }) => name === 'inserted')?.startTime ?? Number.NaN
    const bytes = (of: Entry[]) => of.reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)
    const ending = (end: string) => resources.filter(({ name }) => name?.endsWith(end))
    const [scripts, later] = [
      ending('.js').filter(({ startTime }) => startTime < inserted),
      ending('.js').filter(({ startTime }) => startTime >= inserted),
    ]
    return {
      script: bytes(scripts),
      style: bytes(ending('.css')),
      scripts: scripts.length,
      later: bytes(later),
    }
  })
}
