import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isRecord } from '#domain/json'
import { LANGUAGES } from '#domain/language'
import { projectRoot } from '../../project-root.ts'
import { startTestServer } from '../support/server.ts'
import { DESKTOP, formBrowser, PHONE, ready, visitAnew } from './form-visit.ts'

/** What the first view of the form may cost. How long it takes is for `npm run bench:form` to say. */

const server = await startTestServer()
const JS_BUDGET = 100_000

const browser = formBrowser()

/** Runs in the page: marks the moment in which the form can be filled in. */
function markWhenDrawn(): void {
  new MutationObserver((_changes, observer) => {
    if (document.querySelector('[type=submit]') === null) return
    observer.disconnect()
    performance.mark('drawn')
  }).observe(document, { childList: true, subtree: true })
}

/** What the page asked for from the moment of one mark, the beginning without it, to that of another. */
const askedFor = (page: Page, until: string, from = ''): Promise<string[]> =>
  page.evaluate(
    ([until, from]) => {
      const [begin, end] = [from, until].map(
        (mark) => performance.getEntriesByName(mark, 'mark')[0]?.startTime,
      )
      return performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime >= (begin ?? 0) && startTime < (end ?? 0))
        .map(({ name }) => name)
    },
    [until, from] as const,
  )

/** The files that the build keeps apart to be loaded when they are needed, and the files that those stand on. */
async function laterParts(): Promise<{ file: string; imports: string[] }[]> {
  const manifest: unknown = JSON.parse(
    await readFile(path.join(projectRoot, 'dist/web/manifest.json'), 'utf8'),
  )
  const chunks = new Map(isRecord(manifest) ? Object.entries(manifest) : [])
  const fileOf = (chunk: unknown) => (isRecord(chunk) && typeof chunk.file === 'string' ? [chunk.file] : [])
  return [...chunks].flatMap(([source, chunk]) => {
    if (!isRecord(chunk) || !chunk.isDynamicEntry || source.startsWith('admin/')) return []
    const imported = Array.isArray(chunk.imports) ? chunk.imports.map(String) : []
    const imports = imported.flatMap((name) => fileOf(chunks.get(name)))
    return fileOf(chunk).map((file) => ({ file, imports }))
  })
}

test('the first view keeps within its budget of JavaScript and its policy', async () => {
  const complaints: string[] = []
  const page = await visitAnew(browser(), server.url, {
    before: async (page) => {
      page.on('console', (message) => complaints.push(message.text()))
      await page.addInitScript(markWhenDrawn)
    },
  })
  await ready(page)
  const scripts = (await askedFor(page, 'drawn')).filter((url) => url.endsWith('.js'))
  const bodies = await Promise.all(
    scripts.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
  )
  const sizes = bodies.map((body) => gzipSync(body, { level: 9 }).length)
  expect(sizes.length).toBeGreaterThan(1)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(JS_BUDGET)

  const inFirstView = (file: string) => scripts.some((url) => url.endsWith(file))
  const later = await laterParts()
  const files = later.map(({ file }) => file)
  const parts = [
    'machine-part',
    'uploads-part',
    'signature-part',
    'success-overlay',
    'question-dialog',
    'receipt-part',
  ]
  for (const part of ['es', 'ru', ...parts]) {
    expect(files).toContainEqual(expect.stringContaining(`/${part}-`))
  }
  expect(files.filter(inFirstView)).toEqual([])
  // Only the part's own file is asked for again when it could not be loaded.
  expect(later.flatMap(({ imports }) => imports).filter((file) => !inFirstView(file))).toEqual([])
  expect(complaints).toEqual([])
})

test('everything comes from here; what has a hash in its name comes compressed and is kept for ever', async () => {
  const answers: { url: string; headers: Record<string, string> }[] = []
  const page = await visitAnew(browser(), server.url, {
    before: async (page) => {
      page.on('response', (response) => answers.push({ url: response.url(), headers: response.headers() }))
    },
  })
  await ready(page)
  await page.waitForLoadState('networkidle')
  const remote = answers.filter(({ url }) => url.startsWith('http'))
  expect(new Set(remote.map(({ url }) => new URL(url).origin))).toEqual(new Set([server.url]))
  const assets = remote.filter(({ url }) => url.includes('/assets/'))
  expect(assets.length).toBeGreaterThan(2)
  for (const { headers } of assets) {
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-encoding']).toMatch(/^(br|gzip)$/)
  }
})

test.each(LANGUAGES)(
  'one round trip follows the page in %s: what draws is asked for together',
  async (language) => {
    const page = await (await browser().newContext()).newPage()
    await page.addInitScript(markWhenDrawn)
    let open = () => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    await page.route('**/assets/*', async (route) => {
      // The page isn't parsed without it.
      if (!route.request().url().includes('/returning-')) await opened
      await route.continue()
    })
    await page.goto(`${server.url}/form/demo?lang=${language}`, { waitUntil: 'commit' })
    // Without its style the page has no frames, which the check would wait for.
    await page.waitForFunction(() => document.readyState !== 'loading', null, { polling: 50 })
    await page.evaluate(() => performance.mark('answered'))
    open()
    await ready(page)
    // The session is asked for once the first fields stand; no drawing waits for it.
    const asked = await askedFor(page, 'drawn', 'answered')
    expect(asked.filter((url) => !url.includes('form.initializeSession'))).toEqual([])
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
  },
)

test.each(LANGUAGES.flatMap((language) => [PHONE, DESKTOP].map((device) => ({ language, device }))))(
  'nothing moves while the page loads: $language, $device.viewport.width px',
  async ({ language, device }) => {
    const page = await visitAnew(browser(), server.url, { ...device, path: `/form/demo?lang=${language}` })
    await ready(page)
    await page.waitForLoadState('networkidle')
    expect(await layoutShifts(page)).toEqual([])
    // As where the page comes in two parts, and is drawn between them.
    const top = () => page.locator('.required-note').evaluate((note) => note.getBoundingClientRect().top)
    const whole = await top()
    await page.locator('.languages').evaluate((languages) => languages.remove())
    expect(await top()).toBe(whole)
  },
)

/** What moved, and how far. */
const layoutShifts = (page: Page): Promise<unknown[]> =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    return observer.takeRecords().map((entry) => entry.toJSON())
  })
