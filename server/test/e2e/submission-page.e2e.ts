import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../../auth/actor.ts'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { axeViolations, axeViolationsInBothSchemes } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { makeCompany, makeCompanyAdmin, makeLink, signIn, TEST_PASSWORD } from '../support/factories.ts'
import { BROKEN_PDF, faxPdf, PAGE_COLOURS, pagedPdf } from '../support/sample-pdfs.ts'
import { startTestServer } from '../support/server.ts'
import { smallPng, upload } from '../support/uploads.ts'

/** One submission on a page of its own, on the real server with its jobs and the built panel. */

const server = await startTestServer({ worker: true })
const PASSWORD = 'ünlock-me 7'
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

let browser: Browser
let context: BrowserContext
const printed: string[] = []
let alpha: Awaited<ReturnType<typeof tenant>>
let beta: Awaited<ReturnType<typeof tenant>>
let statement: Buffer

async function tenant(name: string) {
  const company = await makeCompany(server.services, { nameOut: name })
  const user = await makeCompanyAdmin(server.services, company.id)
  const link = await makeLink(server.services, company.id, { userId: user.id, userName: `${name} Broker` })
  return { company, user, link, token: await signIn(server.url, user.email) }
}

type File = { name: string; content: Buffer; type?: string }

async function apply(slug: string, legalName: string, files: File[] = []): Promise<string> {
  const session = await openFormSession(server.url, slug)
  for (const file of files) {
    const { status } = await upload(server.url, { ...file, headers: { 'x-form-session': session } })
    expect(status).toBe(200)
  }
  const { body } = await submitApplication(server.url, session, { legalName }, slug)
  return body.data?.id ?? ''
}

const update = (
  id: string,
  data: { formData?: Buffer<ArrayBuffer>; pdfState?: 'ready' | 'failed'; pdfFailure?: 'damaged_data' },
) => asSystem(server.services.db, 'test', (db) => db.formSubmission.update({ where: { id }, data }))

const pdfState = async (id: string) =>
  (await asSystem(server.services.db, 'test', (db) => db.formSubmission.findUnique({ where: { id } })))
    ?.pdfState

let ash = ''
beforeAll(async () => {
  browser = await launchBrowser()
  ;[alpha, beta, statement] = await Promise.all([tenant('Alpha Capital'), tenant('Beta Funding'), pagedPdf()])
  ash = await apply(alpha.link.slug, 'Ash Bakery LLC', [
    { name: 'october statement.pdf', content: statement },
    { name: 'locked statement.pdf', content: await pagedPdf(PASSWORD) },
    { name: 'broken statement.pdf', content: BROKEN_PDF },
    { name: 'fax.pdf', content: await faxPdf() },
    { name: 'page two.png', type: 'image/png', content: await smallPng() },
  ])
})

afterAll(() => browser?.close())

afterEach(async () => {
  await context?.close()
  expect(printed.splice(0)).toEqual([])
})

async function open(path: string, options: BrowserContextOptions = {}, token = alpha.token): Promise<Page> {
  context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
    storageState: {
      cookies: [],
      origins: [{ origin: server.url, localStorage: [{ name: 'token', value: token }] }],
    },
    ...options,
  })
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      printed.push(message.text())
  })
  context.on('weberror', (error) => printed.push(error.error().message))
  const page = await context.newPage()
  await page.goto(`${server.url}${path}`)
  return page
}

async function openAsh(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await open(`/admin/forms/${ash}`, options)
  await page.getByRole('heading', { name: 'Application of Ash Bakery LLC to Alpha Capital' }).waitFor()
  return page
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const documents = (page: Page) => part(page, 'Documents')
const view = (within: Locator, name: string) =>
  within.getByRole('listitem').filter({ hasText: name }).getByText('View', { exact: true }).click()
const history = (page: Page) => part(page, 'Who opened it').getByRole('listitem')
const drawn = (within: Locator, label: string) =>
  within.locator('[aria-busy="false"] > canvas').and(within.getByRole('img', { name: label }))

/** How many pixels of a canvas have about this colour. */
const pixelsOf = (canvas: Locator, colour: string): Promise<number> =>
  canvas.evaluate((element, wanted) => {
    if (!(element instanceof HTMLCanvasElement)) return 0
    const { data = [] } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? {}
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(wanted.slice(at, at + 2), 16))
    const isNear = (value: number | undefined, other: number | undefined) =>
      Math.abs((value ?? 0) - (other ?? 0)) < 8
    let found = 0
    for (let at = 0; at < data.length; at += 4)
      if (isNear(data[at], red) && isNear(data[at + 1], green) && isNear(data[at + 2], blue)) found += 1
    return found
  }, colour)

const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

describe('the page of a submission', () => {
  it('is reached by its address, and by the name of its row, and leads back to the same list', async () => {
    const page = await open('/admin/forms?page=1&perPage=10&sort=createdAt&order=ASC&filter={}')
    await page.getByPlaceholder('Search...').fill('Ash')
    await page.waitForURL(({ searchParams }) => searchParams.get('filter') !== '{}')
    await page.getByText('Displayed: 1–1 of 1').waitFor()
    await page.getByRole('link', { name: 'Ash Bakery LLC' }).click()
    await page.waitForURL(`**/admin/forms/${ash}`)
    for (const [label, fact] of [
      ['Company', 'Alpha Capital'],
      ['Submitted by', 'Alpha Capital Broker'],
      ['Link', alpha.link.slug],
    ] as const)
      await page.locator('dl > div').filter({ hasText: label }).getByText(fact, { exact: true }).waitFor()
    expect(await page.locator('main').innerText()).toContain('Business information')
    await page.getByRole('link', { name: 'All submissions' }).click()
    await page.getByText('Displayed: 1–1 of 1').waitFor()
    expect(await page.getByPlaceholder('Search...').inputValue()).toBe('Ash')
    expect(decodeURIComponent(page.url())).not.toContain('Ash')
    await page.goBack()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: /^Application of Ash/ }).waitFor()
    await page.goForward()
    await page.getByText('Displayed: 1–1 of 1').waitFor()

    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('link', { name: 'Open page' }).click()
    await page.waitForURL(`**/admin/forms/${ash}`)
  })

  it('waits behind the login for who comes by a link without being signed in', async () => {
    const page = await open(`/admin/forms/${ash}`, {}, 'no-such-token')
    await page.getByLabel('Email').fill(alpha.user.email)
    await page.getByLabel('Password').fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('heading', { name: 'Application of Ash Bakery LLC to Alpha Capital' }).waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByLabel('Email').fill(beta.user.email)
    await page.getByLabel('Password').fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('heading', { name: 'Submitted Forms' }).waitFor()
  })

  it('keeps sensitive values masked until they are asked for, which its history shows at once', async () => {
    const page = await openAsh()
    const answers = part(page, 'Form data')
    await history(page).filter({ hasText: 'Opened the submission' }).first().waitFor()
    expect(await answers.innerText()).toContain('***-**-6789')
    expect(await page.locator('main').innerText()).not.toContain('123-45-6789')
    expect(await answers.getByText('[signature]').count()).toBe(2)
    await answers.getByRole('button', { name: 'Show full values' }).click()
    await answers.getByText('123-45-6789').waitFor()
    expect(await answers.getByRole('img', { name: 'Signature' }).count()).toBe(2)
    const entry = history(page).filter({ hasText: 'Showed the full values' })
    await entry.getByText(alpha.user.name).waitFor()
    expect(await entry.innerText()).toContain('from 127.0.0.1')
    await answers.getByRole('button', { name: 'Hide full values' }).click()
    expect(await page.locator('main').innerText()).not.toContain('123-45-6789')
  })

  it('tells each opening once, a page of them at a time', async () => {
    const id = await apply(alpha.link.slug, 'Often Opened LLC')
    for (let time = 0; time < 11; time += 1) {
      await fetch(`${server.url}/api/form/submissions/${id}/views`, {
        method: 'POST',
        headers: { authorization: `Bearer ${alpha.token}`, 'content-type': 'application/json' },
        body: '{}',
      })
    }
    const page = await open(`/admin/forms/${id}`)
    await part(page, 'Who opened it').getByText('Displayed: 1–10 of 12').waitFor()
    await page.getByRole('button', { name: 'Older' }).click()
    await part(page, 'Who opened it').getByText('Displayed: 11–12 of 12').waitFor()
    expect(await history(page).count()).toBe(2)
    const older = page.getByRole('button', { name: 'Older' })
    expect(await older.getAttribute('aria-disabled')).toBe('true')
    expect(await older.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it('shows the PDF of the application only when it is asked to', async () => {
    const page = await openAsh()
    const pdf = part(page, 'PDF')
    await pdf.getByText('The PDF holds the full values.').waitFor()
    expect(await page.locator('canvas').count()).toBe(0)
    await pdf.getByRole('button', { name: 'Show the PDF' }).click()
    const canvas = drawn(pdf, `application-${ash}.pdf, page 1 of`)
    await canvas.waitFor()
    expect(await pixelsOf(canvas, '#17202e')).toBeGreaterThan(200)
    await history(page).filter({ hasText: 'Opened the PDF' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      pdf.getByText('Download', { exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`application-${ash}.pdf`)
    await history(page).filter({ hasText: 'Downloaded the PDF' }).waitFor()
    await pdf.getByRole('button', { name: 'Hide the PDF' }).click()
    expect(await page.locator('canvas').count()).toBe(0)
  })

  it('is put on legal hold with a reason, says so, and is let go again after a question', async () => {
    const id = await apply(alpha.link.slug, 'Held Back LLC')
    const page = await open(`/admin/forms/${id}`)
    await page.getByRole('button', { name: 'Put on legal hold' }).click()
    const dialog = page.getByRole('dialog', { name: 'Put on legal hold' })
    await dialog.getByLabel('Reason').fill('Case 26-117')
    await dialog.getByLabel('Reason').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('On legal hold', { exact: true }).waitFor()
    await page.getByText(new RegExp(`^since .*, by ${alpha.user.name}$`)).waitFor()
    await history(page).filter({ hasText: 'Put the submission on legal hold' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.reload()
    await page.getByText('Case 26-117').waitFor()

    await page.getByRole('button', { name: 'Lift the hold' }).click()
    const question = page.getByRole('alertdialog', { name: 'Lift the legal hold?' })
    await question.getByText('no earlier than 24 hours from now').waitFor()
    await question.getByRole('button', { name: 'Lift the hold' }).click()
    await question.waitFor({ state: 'detached' })
    const put = page.getByRole('button', { name: 'Put on legal hold' })
    expect(await put.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await page.getByText('On legal hold', { exact: true }).count()).toBe(0)
    await history(page).filter({ hasText: 'Lifted the legal hold' }).waitFor()
  })

  it("says that it is not there, another company's too, with a way back", async () => {
    for (const [path, token] of [
      [`/admin/forms/${ash}`, beta.token],
      ['/admin/forms/nothing', alpha.token],
    ] as const) {
      const page = await open(path, {}, token)
      await page.getByRole('heading', { name: 'Submission not found' }).waitFor()
      await page.getByText('There is no submission at this address').waitFor()
      await page.getByRole('link', { name: 'All submissions' }).click()
      await page.getByRole('heading', { name: 'Submitted Forms' }).waitFor()
      await context.close()
    }
  })

  it('says that it could not be loaded, and loads on another try', async () => {
    const page = await open('/admin/forms')
    await page.getByText(/^Displayed/).waitFor()
    await page.route('**/form.viewSubmission', (route) => route.abort())
    await page.goto(`${server.url}/admin/forms/${ash}`)
    await page.getByText('The submission could not be loaded.').waitFor()
    await page.unroute('**/form.viewSubmission')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: /^Application of Ash/ }).waitFor()
  })

  it("says 'Error parsing form data' where the answers cannot be read, and shows the rest", async () => {
    const id = await apply(alpha.link.slug, 'Unreadable LLC', [{ name: 'kept.pdf', content: statement }])
    // A PDF that is still being made would take its state back.
    await expect.poll(() => pdfState(id)).toBe('ready')
    await update(id, {
      formData: Buffer.from('damaged'),
      pdfState: 'failed',
      pdfFailure: 'damaged_data',
    })
    const page = await open(`/admin/forms/${id}`)
    await page.getByRole('heading', { name: 'Application to Alpha Capital' }).waitFor()
    await part(page, 'Form data').getByText('Error parsing form data').waitFor()
    await documents(page).getByText('kept.pdf').waitFor()
    await part(page, 'PDF')
      .getByText('No PDF. The PDF could not be made: its stored data is damaged')
      .waitFor()
  })

  it("says 'Error parsing form data' of full values that cannot be read", async () => {
    const id = await apply(alpha.link.slug, 'Damaged Since LLC')
    const page = await open(`/admin/forms/${id}`)
    await part(page, 'Form data').getByText('***-**-6789').first().waitFor()
    await update(id, { formData: Buffer.from('damaged') })
    await page.getByRole('button', { name: 'Show full values' }).click()
    await page.getByText('Error parsing form data').waitFor()
    await part(page, 'Form data').getByText('***-**-6789').first().waitFor()
  })

  it('leads to the login page when its history finds the session ended', async () => {
    const page = await open('/admin/forms', {}, await signIn(server.url, alpha.user.email))
    await page.getByText(/^Displayed/).waitFor()
    await page.route('**/api/audit/get?*', async (route) => {
      const headers = { ...route.request().headers(), authorization: 'Bearer no-such-token' }
      await route.continue({ headers })
    })
    await page.goto(`${server.url}/admin/forms/${ash}`)
    await page.getByRole('heading', { name: 'Login to Admin Panel' }).waitFor()
  })

  it('is printed as its content alone, black on white', async () => {
    const page = await openAsh({ colorScheme: 'dark' })
    await history(page).first().waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const hidden of [
      page.getByRole('banner'),
      page.getByRole('button', { name: 'Show full values' }),
      page.getByRole('link', { name: 'All submissions' }),
      documents(page).getByText('Download').first(),
      page.getByText('Skip to the content'),
    ])
      expect(await hidden.isVisible()).toBe(false)
    for (const name of ['Form data', 'Documents', 'Who opened it'])
      expect(await part(page, name).getByRole('heading', { name }).isVisible()).toBe(true)
    const colours = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const { color } = getComputedStyle(heading)
      return [color, getComputedStyle(document.body).backgroundColor]
    })
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    // What the browser would send to the printer: it has pages, and no more than a few.
    const pages = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
    expect(pages.length).toBeGreaterThan(0)
    expect(pages.length).toBeLessThan(8)
  })

  it('has nothing for axe to find, light or dark', async () => {
    const page = await openAsh()
    await history(page).first().waitFor()
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    await view(documents(page), 'october statement.pdf')
    await drawn(documents(page), 'page 1 of 3').waitFor()
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
  })

  it('fits a phone, previews included', async () => {
    const page = await openAsh({ ...PHONE, deviceScaleFactor: 2 })
    await history(page).first().waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    await view(documents(page), 'october statement.pdf')
    const canvas = drawn(documents(page), 'page 1 of 3')
    await canvas.waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    // Two pixels of the page for each of the layout.
    const sharpness = await canvas.evaluate((element) =>
      element instanceof HTMLCanvasElement ? element.width / element.clientWidth : 0,
    )
    expect(sharpness).toBeCloseTo(2, 1)
  })
})

describe('previews', () => {
  it('show a PDF page by page, and return to the list where it was left', async () => {
    const page = await openAsh()
    const files = documents(page)
    await view(files, 'october statement.pdf')
    const back = files.getByRole('button', { name: 'Back to the documents' })
    await expect.poll(() => back.evaluate((button) => button === document.activeElement)).toBe(true)
    for (const [index, colour] of PAGE_COLOURS.entries()) {
      if (index > 0) await files.getByRole('button', { name: 'Next page' }).click()
      await files.getByText(`Page ${index + 1} of 3`, { exact: true }).waitFor()
      const canvas = drawn(files, `october statement.pdf, page ${index + 1} of 3`)
      await canvas.waitFor()
      expect(await pixelsOf(canvas, colour)).toBeGreaterThan(10_000)
      // The words are drawn as well, by a font that the file does not bring along.
      expect(await pixelsOf(canvas, '#000000')).toBeGreaterThan(200)
      expect(await files.innerText()).toContain(`Statement, page number ${index + 1}`)
    }
    expect(await files.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true')
    await files.getByRole('button', { name: 'Prev page' }).click()
    await files.getByText('Page 2 of 3', { exact: true }).waitFor()
    await history(page).filter({ hasText: 'Opened a document: october statement.pdf' }).first().waitFor()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      files.getByText('Download', { exact: true }).click(),
    ])
    expect((await readFile(await download.path())).equals(statement)).toBe(true)
    await history(page).filter({ hasText: 'Downloaded a document: october statement.pdf' }).first().waitFor()

    await back.click()
    const link = files.getByRole('listitem').filter({ hasText: 'october' }).getByText('View')
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('ask for the password of a locked PDF', async () => {
    const page = await openAsh()
    const files = documents(page)
    await view(files, 'locked statement.pdf')
    await files.getByText('This PDF is protected by a password.').waitFor()
    await files.getByText('Download', { exact: true }).waitFor()
    await files.getByLabel('Password of the PDF').fill('wrong')
    await files.getByRole('button', { name: 'Open', exact: true }).click()
    await files.getByText('This password does not open the file.').waitFor()
    await files.getByLabel('Password of the PDF').fill(PASSWORD)
    await page.keyboard.press('Enter')
    const canvas = drawn(files, 'locked statement.pdf, page 1 of 3')
    await canvas.waitFor()
    expect(await pixelsOf(canvas, PAGE_COLOURS[0])).toBeGreaterThan(10_000)
  })

  it('say that a PDF is broken, and offer it all the same', async () => {
    const page = await openAsh()
    const files = documents(page)
    await view(files, 'broken statement.pdf')
    await files.getByRole('alert').getByText('This PDF is damaged and cannot be shown.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      files.getByText('Download', { exact: true }).click(),
    ])
    expect((await readFile(await download.path())).equals(BROKEN_PDF)).toBe(true)
  })

  it('show what a fax machine sent', async () => {
    const page = await openAsh()
    await view(documents(page), 'fax.pdf')
    const canvas = drawn(documents(page), 'fax.pdf, page 1 of 1')
    await canvas.waitFor()
    expect(await pixelsOf(canvas, '#000000')).toBeGreaterThan(5_000)
    expect(await pixelsOf(canvas, '#ffffff')).toBeGreaterThan(5_000)
  })

  it('say that they could not be loaded, and load on another try', async () => {
    const page = await openAsh()
    const files = documents(page)
    await page.route('**/api/documents/document/*', (route) =>
      route.fulfill({ status: 503, json: { status: 'error', error: 'Not right now.', code: 'unavailable' } }),
    )
    await view(files, 'page two.png')
    await files.getByText('The preview could not be loaded.').waitFor()
    await files.getByText('Not right now.').waitFor()
    await page.unroute('**/api/documents/document/*')
    await files.getByRole('button', { name: 'Try again' }).click()
    await files.getByRole('img', { name: 'page two.png' }).waitFor()
  })

  it('stand in the modal as well, light or dark', async () => {
    const page = await open('/admin/forms')
    await page.getByRole('button', { name: 'Documents of Ash Bakery LLC' }).click()
    const dialog = page.getByRole('dialog', { name: 'Alpha Capital' })
    await dialog.getByText('page two.png').waitFor()
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    await view(dialog, 'page two.png')
    const image = dialog.getByRole('img', { name: 'page two.png' })
    await expect
      .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth))
      .toBe(40)
    expect(await image.getAttribute('src')).toMatch(/^blob:/)
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Back to the documents' }).click()
    await view(dialog, 'october statement.pdf')
    await drawn(dialog, 'october statement.pdf, page 1 of 3').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })
})

it('cards on a phone are called by the applicant, the company below, and hold a name without spaces', async () => {
  await apply(alpha.link.slug, 'W'.repeat(120))
  const page = await open('/admin/forms', PHONE)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Ash Bakery LLC' }) })
  await card.getByText('Alpha Capital', { exact: true }).waitFor()
  await card.getByRole('link', { name: 'Ash Bakery LLC' }).click()
  await page.waitForURL(`**/admin/forms/${ash}`)

  await page.goBack()
  const long = page.getByRole('listitem').filter({ hasText: 'WWWW' })
  await long.getByRole('button', { name: 'View' }).click()
  const alert = page.getByRole('alertdialog')
  const cross = alert.getByRole('button', { name: 'Close' })
  const { x = 0, width = 0 } = (await cross.boundingBox()) ?? {}
  expect(x + width).toBeLessThan(390)
  await cross.click()
  await alert.waitFor({ state: 'hidden' })
  await long.getByRole('link').first().click()
  await page.getByRole('heading', { name: /WWWW/ }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})
