import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, BrowserContextOptions, Download, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../../auth/actor.ts'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { launchBrowser } from '../support/browser.ts'
import { call, makeRole, makeUser, signIn, TEST_PASSWORD } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { smallPng, upload, SMALL_PDF } from '../support/uploads.ts'

/** Staff at work, on the real server and the built panel. Nothing may be printed to the console, CSP reports included. */

const server = await startTestServer()
const SUBMISSIONS = 23
const DENIED =
  "You don't have permission to access this page or resource. Please contact your administrator if you believe this is an error."

let browser: Browser
let context: BrowserContext
const printed: string[] = []
let photo: Buffer

beforeAll(async () => {
  browser = await launchBrowser()
  photo = await smallPng()
  for (let index = 0; index < SUBMISSIONS; index += 1) {
    const session = await openFormSession(server.url)
    if (index === SUBMISSIONS - 1) {
      const fields = { formSubmissionId: session }
      await upload(server.url, { name: 'october statement.pdf', fields })
      await upload(server.url, { name: 'page two.png', type: 'image/png', content: photo, fields })
    }
    const { status, body } = await submitApplication(server.url, session, {
      legalName: `Bakery No ${index} LLC`,
    })
    expect(status).toBe(200)
    if (index !== SUBMISSIONS - 2) continue
    const held = await call(server.url, 'PUT', `/form/submissions/${body.data?.id ?? ''}/hold`, {
      token: await adminToken(),
      body: { hold: true, reason: 'Smith v. Acme' },
    })
    expect(held.status).toBe(200)
  }
})

afterAll(() => browser?.close())

afterEach(async () => {
  await context?.close()
  expect(printed.splice(0)).toEqual([])
})

/** What a refused request prints by itself; the panel has no part in it. */
const isNetworkNote = (text: string): boolean => text.startsWith('Failed to load resource')

async function open(path: string, options: BrowserContextOptions = {}, token?: string): Promise<Page> {
  const localStorage = token === undefined ? [] : [{ name: 'token', value: token }]
  context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
    ...options,
  })
  context.on('console', (message) => {
    if (message.type() === 'error' && !isNetworkNote(message.text())) printed.push(message.text())
  })
  context.on('weberror', (error) => printed.push(error.error().message))
  const page = await context.newPage()
  await page.goto(`${server.url}${path}`)
  return page
}

async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

const adminToken = () => signIn(server.url, TEST_ADMIN.email, TEST_ADMIN.password)

async function openForms(options: BrowserContextOptions = {}, search = ''): Promise<Page> {
  const page = await open(`/admin/forms${search}`, options, await adminToken())
  await page.getByText(/^Displayed: [1-9]/).waitFor()
  return page
}

const counter = (page: Page, text: string) => page.getByText(`Displayed: ${text}`, { exact: true }).waitFor()
const searchBox = (page: Page) => page.getByPlaceholder('Search...')
const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path())

async function staffWith(permissions: ('page:forms' | 'page:main')[]) {
  const role = await makeRole(server.services, { permissions })
  return makeUser(server.services, { roleId: role.id })
}

describe('signing in', () => {
  it('says so while it runs and when it is refused, then leads to the first page, and sends on who comes back', async () => {
    const page = await open('/')
    await page.getByRole('heading', { name: 'Login to Admin Panel' }).waitFor()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/trpc/auth.login', async (route) => {
      await held
      await route.continue()
    })
    await fillLogin(page, TEST_ADMIN.email, 'wrong')
    await page.getByRole('button', { name: 'Logging in...' }).waitFor()
    release()
    await page.getByText('Invalid email or password.').waitFor()

    await fillLogin(page, TEST_ADMIN.email, TEST_ADMIN.password)
    await page.waitForURL('**/admin/forms')
    await page.goto(server.url)
    await page.waitForURL('**/admin/forms')
    await page.goto(`${server.url}/admin`)
    await page.waitForURL('**/admin/forms')
  })

  it('is over with Logout, on the server too', async () => {
    const page = await openForms()
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const sidebar = page.getByRole('banner')
    for (const text of ['Admin Panel', 'Submitted Forms', TEST_ADMIN.email])
      await sidebar.getByText(text).waitFor()
    await sidebar.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'Login to Admin Panel' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await expect
      .poll(async () => (await call(server.url, 'GET', '/user/me', { token: token ?? '' })).status)
      .toBe(401)
  })

  it('is asked of whoever comes without a session, with a stale one, or whose session ends meanwhile', async () => {
    const stranger = await open('/admin/forms')
    await stranger.getByRole('heading', { name: 'Login to Admin Panel' }).waitFor()
    await context.close()
    const stale = await open('/admin/forms', {}, 'no-such-token')
    await stale.getByText('Your session has ended. Please sign in again.').waitFor()
    await context.close()

    const user = await staffWith(['page:forms'])
    const page = await open('/admin/forms', {}, await signIn(server.url, user.email))
    await page.getByText(/^Displayed/).waitFor()
    await server.services.sessions.endAll(user.id)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('Your session has ended. Please sign in again.').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

describe('access', () => {
  it('lasts through a reload in the middle of loading, as when somebody reloads twice', async () => {
    const page = await openForms()
    const user = '**/api/trpc/user.me*'
    await page.route(user, () => undefined)
    const asked = page.waitForRequest(user)
    await page.reload()
    await asked
    await page.unroute(user)
    await page.reload()
    await page.getByText(/^Displayed: [1-9]/).waitFor()
  })

  it('is denied on a page of its own, with ways home and back', async () => {
    const user = await staffWith(['page:main'])
    const page = await open('/admin/forms', {}, await signIn(server.url, user.email, TEST_PASSWORD))
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/unauthorized')
    await page.getByText(DENIED).waitFor()
    await page.getByRole('button', { name: 'Go Back' }).waitFor()
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await page.getByText('You do not have access to any pages. Please contact your administrator.').waitFor()
  })

  it('ends at once when the role changes', async () => {
    const user = await staffWith(['page:forms'])
    const page = await open('/admin/forms', {}, await signIn(server.url, user.email))
    await page.getByText(/^Displayed/).waitFor()
    const role = await makeRole(server.services, { permissions: ['page:main'] })
    await asSystem(server.services.db, 'test', (db) =>
      db.user.update({ where: { id: user.id }, data: { roleId: role.id } }),
    )
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
  })

  it('leads home and back for somebody who has pages', async () => {
    const page = await openForms()
    await page.goto(`${server.url}/unauthorized`)
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await page.waitForURL('**/admin/forms')
    await page.goto(`${server.url}/admin/nothing-here`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  })
})

describe('the list of submissions', () => {
  it('searches, sorts and pages on the server, with all but the text in the address', async () => {
    const page = await openForms()
    await counter(page, `1–10 of ${SUBMISSIONS}`)
    await page.getByRole('button', { name: 'Next' }).click()
    await counter(page, `11–20 of ${SUBMISSIONS}`)
    await page.reload()
    await counter(page, `11–20 of ${SUBMISSIONS}`)

    await page.keyboard.press('/')
    await page.keyboard.type('Bakery No 1')
    await counter(page, '1–10 of 11')
    expect(decodeURIComponent(page.url())).not.toContain('Bakery')
    await page.getByRole('button', { name: 'Submitted At' }).click()
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('Bakery No 1 LLC')
    expect(await page.getByRole('columnheader', { name: 'Submitted At' }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
    await page.goBack()
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('Bakery No 19 LLC')
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    await counter(page, `1–10 of ${SUBMISSIONS}`)
    await searchBox(page).fill('nobody is called that')
    await page.getByText('Nothing matches this search.').waitFor()
  })

  it('keeps the choice of columns per user, beyond a sign-out, and searches in what it shows', async () => {
    const page = await openForms({}, '?page=2&perPage=10&sort=createdAt&order=DESC&filter={}')
    await page.getByRole('button', { name: 'Configure columns' }).click()
    await page.getByText('Visible Columns').waitFor()
    await page.getByRole('checkbox', { name: 'Form Data' }).uncheck()
    await counter(page, `1–10 of ${SUBMISSIONS}`)
    await page.keyboard.press('Escape')
    await page.getByText('Visible Columns').waitFor({ state: 'hidden' })
    await searchBox(page).fill('Bakery')
    await page.getByText('Nothing matches this search.').waitFor()

    await page.getByRole('button', { name: 'Logout' }).click()
    await fillLogin(page, TEST_ADMIN.email, TEST_ADMIN.password)
    await counter(page, `1–10 of ${SUBMISSIONS}`)
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Merchant',
      'Company',
      'Submitted By',
      'Submitted At',
      'PDF',
      'Documents',
      'Actions',
    ])
  })

  it('says that it could not be loaded, and loads on another try', async () => {
    const page = await openForms()
    await page.route('**/api/form/submissions?*', (route) =>
      route.fulfill({ status: 503, json: { status: 'error', error: 'Not right now.', code: 'unavailable' } }),
    )
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('The list could not be loaded.').waitFor()
    await page.getByText('Not right now.').waitFor()
    await page.unroute('**/api/form/submissions?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await counter(page, `1–10 of ${SUBMISSIONS}`)
  })

  it('has no act behind the delete icon, marks what is on legal hold, and finds it', async () => {
    const page = await openForms()
    const held = page.getByRole('row').filter({ has: page.getByRole('img', { name: 'On legal hold' }) })
    expect(await held.innerText()).toContain('Bakery No 21 LLC')
    await page.getByRole('button', { name: 'On legal hold' }).click()
    await counter(page, '1–1 of 1')
    await page.getByRole('button', { name: 'On legal hold', pressed: true }).click()
    await counter(page, `1–10 of ${SUBMISSIONS}`)
    const icon = page.getByRole('button', { name: /^Delete: not available/ }).first()
    expect(await icon.isDisabled()).toBe(true)
  })

  it('is a list of cards on a phone, and nothing scrolls sideways', async () => {
    const page = await openForms({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
    const cards = page.getByRole('list', { name: 'Submitted Forms' }).getByRole('listitem')
    expect(await cards.count()).toBe(10)
    const held = cards.filter({ has: page.getByRole('img', { name: 'On legal hold' }) })
    expect(await held.innerText()).toContain('Bakery No 21 LLC')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).waitFor()
    await page.keyboard.press('Escape')
  })
})

describe('an application', () => {
  it('is read masked, revealed on demand, which is recorded, and focus returns', async () => {
    const page = await openForms()
    const view = page.getByRole('row', { name: 'Bakery No 22 LLC' }).getByRole('button', { name: 'View' })
    const views = () =>
      asSystem(server.services.db, 'test', (db) =>
        db.auditEntry.count({ where: { act: 'submission-viewed' } }),
      )
    const viewsBefore = await views()
    await view.click()
    const alert = page.getByRole('alertdialog')
    await alert.getByText('Business information').waitFor()
    expect(await alert.innerText()).toContain('***-**-6789')
    expect(await alert.innerText()).not.toContain('123-45-6789')
    expect(await alert.getByText('[signature]').count()).toBe(2)
    expect(await views()).toBe(viewsBefore + 1)
    const reveals = () =>
      asSystem(server.services.db, 'test', (db) =>
        db.auditEntry.count({ where: { act: 'submission-revealed' } }),
      )
    const before = await reveals()
    await alert.getByRole('button', { name: 'Show full values' }).click()
    await alert.getByText('123-45-6789').waitFor()
    expect(await alert.getByRole('img', { name: 'Signature' }).count()).toBe(2)
    await expect.poll(reveals).toBe(before + 1)
    await alert.getByRole('button', { name: 'Hide full values' }).click()
    expect(await alert.innerText()).not.toContain('123-45-6789')
    await page.keyboard.press('Escape')
    await alert.waitFor({ state: 'hidden' })
    expect(await view.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it("that cannot be read says 'Error parsing form data' and spoils no other", async () => {
    const page = await openForms()
    const { data } = (await call(server.url, 'GET', '/form/submissions', { token: await adminToken() })).body
    const oldest = Array.isArray(data) ? data.at(-1) : null
    await asSystem(server.services.db, 'test', (db) =>
      db.formSubmission.update({ where: { id: oldest.id }, data: { formData: Buffer.from('damaged') } }),
    )
    await page.getByRole('button', { name: 'Submitted At' }).click()
    await page.getByRole('row', { name: 'Bakery No 1 LLC' }).waitFor()
    await page.getByRole('row').nth(1).getByRole('button', { name: 'View' }).click()
    await page.getByRole('alertdialog').getByText('Error parsing form data').waitFor()
    await page.getByRole('button', { name: 'OK' }).click()
  })
})

describe('documents', () => {
  it('are listed under the company, looked at in their place and saved byte for byte', async () => {
    const page = await openForms()
    await page.getByRole('button', { name: 'Documents of Bakery No 22 LLC' }).click()
    const dialog = page.getByRole('dialog', { name: 'Demo Funding' })
    const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
    await row('october statement.pdf')
      .getByText(/Bank statement · \d+ Bytes/)
      .waitFor()
    expect(await row('page two.png').locator('svg').getAttribute('data-type')).toBe('image/png')

    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      row('october statement.pdf').getByText('Download').click(),
    ])
    expect(pdf.suggestedFilename()).toBe('october statement.pdf')
    expect((await bytesOf(pdf)).equals(SMALL_PDF)).toBe(true)

    await row('page two.png').getByText('View').click()
    const image = dialog.getByRole('img', { name: 'page two.png' })
    await expect
      .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth))
      .toBe(40)
    await dialog.getByRole('button', { name: 'Back to the documents' }).click()
    await row('october statement.pdf').waitFor()
  })

  it('that are not there are told so', async () => {
    const page = await openForms()
    await page.getByRole('button', { name: 'Documents of Bakery No 21 LLC' }).click()
    await page.getByText('No documents found for this submission.').waitFor()
  })
})

it('exports what the search shows, while it says so', async () => {
  const page = await openForms()
  await searchBox(page).fill('Bakery No 2')
  await counter(page, '1–4 of 4')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('alertdialog').getByText('Exporting...').waitFor()
  const download = await downloading
  const lines = (await bytesOf(download)).toString('utf8').trim().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines.slice(1).every((line) => line.includes('Bakery No 2'))).toBe(true)
  expect(lines.join()).not.toContain('123-45-6789')
  await page.getByText(`${download.suggestedFilename()} has been downloaded.`).waitFor()
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
})

it('says so when its code does not load, and tries again', async () => {
  const page = await open('/')
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
  await page.getByRole('link', { name: 'Teams' }).click()
  await page.route('**/assets/team-dialog-*.js', (route) => route.abort())
  const add = page.getByRole('button', { name: 'Add team' })
  await add.click()
  const alert = page.getByRole('alertdialog', { name: 'Something went wrong' })
  await part.waitFor()
  await alert.getByRole('button', { name: 'Close' }).last().click()
  await alert.waitFor({ state: 'hidden' })
  await page.unrouteAll()
  await add.click()
  await page.getByRole('dialog', { name: 'Create Team' }).waitFor()
  await context.close()
  // The browser reports the chunks that did not come.
  expect(printed.splice(0).filter((text) => !/dynamically imported module/.test(text))).toEqual([])
})

it('loads little: at most 120 KB of JavaScript for the login page, 420 KB for the panel with its list', async () => {
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
