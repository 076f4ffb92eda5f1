// @module-tag long
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { TEST_ADMIN } from '../support/server.ts'
import { fillLogin } from './panel-visit.ts'
import { startListServer } from './submission-list.fixture.ts'

const { open } = await startListServer()

it('shows an error when its code cannot be loaded, and loads it on retry', async () => {
  // The browser reports the chunks that did not come.
  const page = await open('/', {}, null, /dynamically imported module/)
  await page.route('**/assets/panel-*.js', (route) => route.abort())
  await fillLogin(page, TEST_ADMIN.email, TEST_ADMIN.password)
  const told = page.getByText('The panel could not be loaded. Check your connection and try again.')
  await told.waitFor()
  // As long as nothing answers, the page is not given up for the browser's own.
  const asked = page.waitForRequest('**/api/health/live')
  await page.route('**/api/health/live', (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await asked
  await told.waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(/^Displayed: 1/).waitFor()

  // A new version of the server has no such chunk: the page is loaded anew, once.
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.route('**/assets/account-page-*.js', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'Your account' }).click()
  const part = page.getByText('This part of the panel could not be loaded.')
  await part.waitFor()
  expect(loads).toBe(0)
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Try again' }).click()])
  await part.waitFor()
  expect(loads).toBe(1)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()

  // A dialog leaves what is behind it as it was.
  await page.getByRole('link', { name: 'Team Management' }).click()
  await page.route('**/assets/team-form-*.js', (route) => route.abort())
  const add = page.getByRole('button', { name: 'Add team' })
  await add.click()
  const alert = page.getByRole('alertdialog', { name: 'Something went wrong' })
  await part.waitFor()
  await alert.getByRole('button', { name: 'Close' }).last().click()
  await alert.waitFor({ state: 'hidden' })
  await page.unrouteAll()
  await add.click()
  await page.getByRole('dialog', { name: 'Create Team' }).waitFor()
})

it('loads at most 120 KB of JavaScript for the login page and 420 KB for the panel with its list', async () => {
  const page = await open('/')
  await page.getByLabel('Email').waitFor()
  await page.waitForLoadState('networkidle')
  const login = await scriptKilobytes(page)
  await fillLogin(page, TEST_ADMIN.email, TEST_ADMIN.password)
  await page.getByText(/^Displayed: 1/).waitFor()
  const panel = await scriptKilobytes(page)
  expect(login).toBeGreaterThan(20)
  expect(login).toBeLessThanOrEqual(120)
  expect(panel).toBeLessThanOrEqual(420)
})

/** Kilobytes of 1,000 bytes after gzip, of every script that the page has loaded. */
async function scriptKilobytes(page: Page): Promise<number> {
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  const sizes = await Promise.all(
    [...new Set(urls)].map(
      async (url) => gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length,
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}
