import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

type Kept = { options: string; context: BrowserContext; anchor: Page; inUse: boolean }

/**
 * Contexts of a browser that tests use one after another, emptied in between. A page loads in half the time beside
 * another of its site, so each context keeps one open, on which nothing runs.
 */
export function keptContexts(url: string) {
  const all: Kept[] = []

  /** An unused, empty context of these options. `prepare` is called once for each. */
  async function take(
    browser: Browser,
    options: BrowserContextOptions,
    prepare: (context: BrowserContext) => unknown,
  ): Promise<Pick<Kept, 'context' | 'anchor'>> {
    const text = JSON.stringify(options)
    const free = all.find((kept) => !kept.inUse && kept.options === text)
    if (free) {
      free.inUse = true
      return free
    }
    const context = await browser.newContext(options)
    const kept = { options: text, context, anchor: await context.newPage(), inUse: true }
    all.push(kept)
    await kept.anchor.goto(`${url}/api/health/live`)
    await prepare(context)
    return kept
  }

  /** Closes the test's pages and clears cookies and storage. Call it after each test. */
  const empty = () => Promise.all(all.filter(({ inUse }) => inUse).map(emptyOne))

  async function emptyOne(kept: Kept): Promise<void> {
    const { context, anchor } = kept
    if (anchor.isClosed()) {
      all.splice(all.indexOf(kept), 1)
      return
    }
    await Promise.all(context.pages().map((page) => page !== anchor && page.close()))
    await Promise.all([context.setOffline(false), context.clearPermissions(), context.clearCookies()])
    await anchor.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    const devtools = await context.newCDPSession(anchor)
    await devtools.send('Storage.clearDataForOrigin', {
      origin: url,
      storageTypes: 'indexeddb,cache_storage,service_workers',
    })
    await devtools.detach()
    kept.inUse = false
  }

  const keeps = (context: BrowserContext) => all.some((kept) => kept.context === context)
  return { take, empty, keeps }
}
