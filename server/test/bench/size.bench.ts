import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { startChild } from '../support/processes.ts'
import { DESKTOP } from './form/conditions.ts'
import { measureWeight } from './form/page-load.ts'

/**
 * JavaScript in kilobytes of 1000 after gzip: of the form what is asked for before it is drawn, as `npm run bench:form`
 * counts it; of the panel's pages all until they have settled.
 */
const ADMIN = { email: 'admin@example.com', password: 'bench-password-1' }

async function scriptsOf(browser: Browser, visit: (page: Page) => Promise<void>): Promise<number> {
  const page = await browser.newPage()
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    sizes.set(
      response.url(),
      response.body().then((body) => gzipSync(body, { level: 9 }).length),
    )
  })
  await visit(page)
  await page.waitForLoadState('networkidle')
  const all = await Promise.all(sizes.values())
  await page.close()
  return all.reduce((sum, size) => sum + size, 0) / 1000
}

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'intake-bench-'))
const env = { DATA_DIR: dataDir, PORT: '0', ADMIN_PASSWORD: ADMIN.password, DATABASE_URL: undefined }
const server = await startChild(['dist/server.mjs'], { ...env, NODE_ENV: 'production', SEED_DEMO: '1' })
const browser = await launchBrowser()
try {
  const form = await measureWeight(browser, DESKTOP, {
    url: `${server.url}/form/demo`,
    drawn: '[type=submit]',
    encoding: 'gzip',
  })
  const login = await scriptsOf(browser, async (page) => {
    await page.goto(`${server.url}/`)
    await page.getByRole('button', { name: 'Login' }).waitFor()
  })
  const panel = await scriptsOf(browser, async (page) => {
    await page.goto(`${server.url}/`)
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByText(/^Displayed:/).waitFor()
  })
  for (const [name, size, budget] of [
    ['form', form.script / 1000, 100],
    ['login', login, 120],
    ['panel', panel, 385],
  ] as const) {
    console.log(`${name.padEnd(6)} ${size.toFixed(1)} kB of JavaScript after gzip (budget ${budget})`)
  }
  console.log(`       ${(form.later / 1000).toFixed(1)} kB more once the form is drawn`)
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
