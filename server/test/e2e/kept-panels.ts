import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

type Kept = {
  options: BrowserContextOptions
  context: BrowserContext
  anchor: Page
  panel: Page | null
  inUse: boolean
}

/** Their scripts were changed, so that they serve one test alone. */
const spent = new WeakSet<Page>()

/** Has the page closed after the test rather than used again. Call it before anything in the page is replaced. */
export const keepFromOthers = (page: Page): void => void spent.add(page)

/**
 * Pages of the panel that tests use one after another. Signing in anew in a page costs less than loading one, and its code
 * runs optimized from then on: a file takes a quarter to a half less processor time.
 */
export function keptPanels(url: string) {
  const all: Kept[] = []

  /** Opens the path as the token's user, or loads it without a session for null. */
  async function enter(kept: Kept, path: string, token: string | null): Promise<Page> {
    const { context, anchor, panel } = kept
    if (panel !== null && token !== null) {
      await panel.evaluate(signIn, { path, token })
      return panel
    }
    await panel?.close()
    if (token !== null) await anchor.evaluate((value) => localStorage.setItem('token', value), token)
    kept.panel = await context.newPage()
    await kept.panel.goto(`${url}${path}`)
    return kept.panel
  }

  /** An unused context of these options, empty but for its panel. `prepare` is called once for each. */
  async function take(
    browser: Browser,
    options: BrowserContextOptions,
    prepare: (context: BrowserContext) => void,
  ): Promise<Kept> {
    const text = JSON.stringify(options)
    const free = all.find((kept) => !kept.inUse && JSON.stringify(kept.options) === text)
    if (free) {
      free.inUse = true
      return free
    }
    const context = await browser.newContext(options)
    const kept = { options, context, anchor: await context.newPage(), panel: null, inUse: true }
    all.push(kept)
    // A page loads in half the time beside another of its site.
    await kept.anchor.goto(`${url}/api/health/live`)
    prepare(context)
    return kept
  }

  /** Signs out, closes the other pages and clears cookies and storage. Call it after each test. */
  const empty = () => Promise.all(all.filter(({ inUse }) => inUse).map(emptyOne))

  async function emptyOne(kept: Kept): Promise<void> {
    const { context, anchor, panel } = kept
    if (anchor.isClosed()) {
      all.splice(all.indexOf(kept), 1)
      return
    }
    await Promise.all(
      context.pages().map((page) => page !== anchor && (page !== panel || spent.has(page)) && page.close()),
    )
    await Promise.all([context.setOffline(false), context.clearPermissions(), context.clearCookies()])
    if (panel !== null && !(await leave(panel, kept.options))) {
      await panel.close()
      kept.panel = null
    }
    await anchor.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    kept.inUse = false
  }

  /** Signs out, whatever is open. @returns false when the page cannot be used again */
  async function leave(page: Page, { viewport, colorScheme, reducedMotion }: BrowserContextOptions) {
    if (page.isClosed() || !/^\/($|admin\/)/.test(new URL(page.url()).pathname)) return false
    try {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.emulateMedia({ media: null, colorScheme: colorScheme ?? 'light', reducedMotion })
      if (viewport) await page.setViewportSize(viewport)
      await page.evaluate(signOut)
      await page.getByRole('heading', { name: 'Login to Admin Panel' }).waitFor({ timeout: 5000 })
      return true
    } catch {
      return false
    }
  }

  return { take, enter, empty }
}

/** As a fresh page would begin, with nothing of the panel behind it. */
function signIn({ path, token }: { path: string; token: string }): void {
  localStorage.setItem('token', token)
  history.replaceState({ idx: 0 }, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** The panel asks for its user when the user comes back to the tab, and learns that there is none. */
function signOut(): void {
  localStorage.clear()
  sessionStorage.clear()
  document.dispatchEvent(new Event('visibilitychange'))
}
