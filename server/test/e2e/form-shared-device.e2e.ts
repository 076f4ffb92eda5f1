// @module-tag long
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { formMessages } from '#domain/messages/form'
import { receiptMessages } from '#domain/messages/receipt'
import { reviewMessages } from '#domain/messages/review'
import { successMessages } from '#domain/messages/success'
import { axeViolations } from '../support/axe.ts'
import { samplePdf } from '../support/sample-files.ts'
import { startTestServer } from '../support/server.ts'
import {
  fillIn,
  field,
  formBrowser,
  ready,
  saved,
  showAllOnPhones,
  submitButton,
  visit,
} from './form-visit.ts'

/** What the next person finds in the browser that an applicant used, on shared devices and on the applicant's own. */

const server = await startTestServer({ role: 'all' })
const statement = await samplePdf(0.1)
const browser = formBrowser()
const words = receiptMessages.en
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const

const system = server.services.db.connections.system.client()
const setCompany = (settings: object) =>
  system.company.updateMany({ data: { applicantSettings: { sectionsOnPhones: 'all', ...settings } } })
beforeEach(async () => {
  await showAllOnPhones(server.services)
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page) => page.getByRole('heading', { name: words.title })
const overlay = (page: Page) => page.getByRole('dialog', { name: successMessages.en.title })
const kept = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
const elsewhere = (page: Page) =>
  page.evaluate(async () => ({
    cookies: document.cookie,
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))
const legalName = (page: Page) => field(page, 'legalName').inputValue()

/** @returns the name of the business */
async function fill(page: Page): Promise<string> {
  await ready(page)
  await fillIn(page)
  await page
    .locator('#files')
    .setInputFiles({ name: 'august.pdf', mimeType: 'application/pdf', buffer: statement })
  await page.locator('.upload.done').waitFor()
  await saved(page)
  return legalName(page)
}

async function expectEmptyForm(page: Page): Promise<void> {
  await ready(page)
  expect(await legalName(page)).toBe('')
  expect(await page.locator('.upload').count()).toBe(0)
  expect(await page.locator('.receipt-line, .welcome-back, .received').count()).toBe(0)
  expect(await kept(page)).toEqual([])
}

const open = (path = '/form/demo?lang=en', before?: (page: Page) => Promise<unknown>) =>
  visit(browser(), server.url, { ...PHONE, path, ...(before && { before }) })

test("on the applicant's own device the page names nothing until 'Show it', and again after 30 minutes", async () => {
  let asked = 0
  const page = await open(undefined, async (page) => {
    page.on('request', (request) => (asked += Number(request.url().includes('application.state'))))
    await page.clock.install()
  })
  await fill(page)
  await submitButton(page).click()
  await overlay(page).waitFor()
  await page.reload()
  const shows = async () => {
    await title(page).waitFor()
    const text = await page.locator('main').innerText()
    const buttons = await page.getByRole('button').allInnerTexts()
    return {
      file: text.includes('august.pdf'),
      copy: buttons.includes(words.copy),
      name: text.includes('Peña'),
    }
  }
  const nothing = { file: false, copy: false, name: false }
  expect(await shows()).toEqual(nothing)
  expect(await page.locator('.reference strong').innerText()).toMatch(/\w/)
  expect(asked).toBe(0)
  expect(await axeViolations(page)).toEqual([])

  await button(page, words.show).click()
  await page.getByRole('list', { name: words.documents }).getByText('august.pdf').waitFor()
  expect(await shows()).toMatchObject({ file: true, copy: true })
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('received-title')
  await page.clock.fastForward('29:00')
  expect(await shows()).toMatchObject({ file: true, copy: true })
  await page.clock.fastForward('01:10')
  await button(page, words.show).waitFor()
  expect(await shows()).toEqual(nothing)

  await button(page, words.show).click()
  await page.getByText('august.pdf').first().waitFor()
  await page.reload()
  expect(await shows()).toEqual(nothing)
})

test('on a shared device nothing is left once the overlay closes, nor after a reload', async () => {
  await setCompany({ sharedDevice: true })
  const page = await open()
  await ready(page)
  // An earlier user of this tab opened a link from a mail.
  await page.evaluate(() => sessionStorage.setItem('page_token:/application', 'token'))
  await page.reload()
  await ready(page)
  await expect.poll(() => kept(page)).toEqual([])
  const name = await fill(page)
  // Until it is sent, a reload loses nothing.
  await page.reload()
  await page.getByText(formMessages.draft.welcomeBack).waitFor()
  await expect.poll(() => legalName(page)).toBe(name)
  await page.locator('.upload-name', { hasText: 'august.pdf' }).waitFor()
  await field(page, 'partner1SSN').fill('219-09-1234')

  await submitButton(page).click()
  await overlay(page).waitFor()
  expect(await kept(page)).toEqual([])
  await overlay(page).waitFor({ state: 'detached', timeout: 30_000 })
  await expectEmptyForm(page)
  expect(await axeViolations(page)).toEqual([])
  await page.reload()
  await expectEmptyForm(page)
  expect(await elsewhere(page)).toEqual({ cookies: '', databases: [], caches: [], workers: 0 })
  await page.goto('about:blank')
  await page.goBack()
  await expectEmptyForm(page)
})

test('on a shared device a lost answer is told once, without a trace of it later', async () => {
  await setCompany({ sharedDevice: true })
  const page = await open()
  await fill(page)
  await page.route('**/form.submit*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await submitButton(page).click()
  await page.getByText(formMessages.waiting).waitFor()
  await page.unroute('**/form.submit*')
  await page.reload()
  await page.locator('.welcome-back.good').waitFor()
  expect(await legalName(page)).toBe('')
  expect(await kept(page)).toEqual([])
  await page.reload()
  await expectEmptyForm(page)
})

test('on a shared device a draft that nobody touches for 30 minutes goes, and browsers learn no answers', async () => {
  await setCompany({ sharedDevice: true })
  const page = await open(undefined, (page) => page.clock.install())
  const name = await fill(page)
  expect(await page.locator('[autocomplete]:not([autocomplete="off"])').count()).toBe(0)
  await page.clock.fastForward('29:00')
  expect(await legalName(page)).toBe(name)
  await page.clock.fastForward('01:10')
  await expect.poll(() => legalName(page)).toBe('')
  expect(await page.locator('.welcome-back').innerText()).toBe(reviewMessages.en.left(30))
  await page.reload()
  await expectEmptyForm(page)
})

test('a receipt from before the switch goes with the next visit', async () => {
  const page = await open()
  await fill(page)
  await submitButton(page).click()
  await overlay(page).waitFor()
  expect(await kept(page)).toContain('form_receipt_demo')
  await setCompany({ sharedDevice: true })
  await page.reload()
  await ready(page)
  await expect.poll(() => kept(page)).not.toContain('form_receipt_demo')
  expect(await page.locator('.receipt-line, .received').count()).toBe(0)
})
