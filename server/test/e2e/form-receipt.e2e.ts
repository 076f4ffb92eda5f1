// @module-tag long
import type { Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { receiptMessages } from '#domain/messages/receipt'
import { successMessages } from '#domain/messages/success'
import { toReference } from '#domain/reference'
import { wholeText } from '../../submissions/pdf/read-pdf.fixture.ts'
import { axeViolations } from '../support/axe.ts'
import { mailsTo } from '../support/mails.ts'
import { samplePdf } from '../support/sample-files.ts'
import { startTestServer } from '../support/server.ts'
import {
  DESKTOP,
  field,
  fillIn,
  formBrowser,
  PHONE,
  reach,
  ready,
  saved,
  showAllOnPhones,
  submitButton,
  visit,
} from './form-visit.ts'

/** What is left of an application once it is sent: the receipt in the browser, the status page of the mail. */

const server = await startTestServer({ role: 'all' })
await showAllOnPhones(server.services)
const statement = await samplePdf(0.1)
const browser = formBrowser()
const words = receiptMessages.en

const SSN = '219-09-1234'
const EMAIL = 'ann@bakery.example'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page) => page.getByRole('heading', { name: words.title })
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('form_receipt_demo'))
const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: statement })

async function send(page: Page): Promise<void> {
  await ready(page)
  await fillIn(page)
  await field(page, 'partner1SSN').fill(SSN)
  await (await reach(field(page, 'email'))).fill(EMAIL)
  await submitButton(page).click()
}

async function submitAndReload(page: Page): Promise<void> {
  await send(page)
  await page.getByRole('dialog', { name: successMessages.en.title }).waitFor()
  await page.reload()
  await title(page).waitFor()
}

async function copyText(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, words.copy).click()])
  return wholeText(await readFile(await download.path()))
}

async function addDocument(page: Page, name: string): Promise<void> {
  await page.locator('#files').setInputFiles(file(name))
  await page.getByRole('list', { name: words.documents }).getByText(name).waitFor()
  await page.getByText(words.entryAdded(name)).waitFor()
  await expect.poll(() => page.locator('.upload.uploading').count()).toBe(0)
}

test('from the paused overlay to the receipt: copy, another document, another application, forgotten', async () => {
  const page = await visit(browser(), server.url, { ...DESKTOP, path: '/form/demo?lang=en' })
  await send(page)
  const overlay = page.getByRole('dialog', { name: successMessages.en.title })
  await overlay.getByRole('button', { name: successMessages.en.pause }).press('Enter')
  await overlay.getByRole('status').getByText(successMessages.en.paused).waitFor({ state: 'attached' })
  expect(await axeViolations(page)).toEqual([])
  await overlay.getByRole('button', { name: successMessages.en.goOn }).press('Enter')

  await title(page).waitFor()
  const [id = ''] = ((await kept(page)) ?? '').split('.')
  await page.getByText(toReference(id)).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(page, words.show).click()
  await page.getByText(words.history).waitFor()
  expect(await field(page, 'legalName').count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])

  const copy = await copyText(page)
  expect(copy).toContain('Bakery')
  expect(copy).not.toContain(SSN)
  expect(copy).toContain(SSN.slice(-4))

  await addDocument(page, 'august.pdf')
  await page.locator('#files').setInputFiles({ ...file('notes.docx'), mimeType: '' })
  await page.locator('.upload.failed').waitFor()

  await button(page, words.another).click()
  await page.getByRole('alertdialog').getByText('Send another?').waitFor()
  await button(page, words.back).click()
  await title(page).waitFor()
  await button(page, words.another).click()
  await button(page, words.anotherYes).click()
  await ready(page)
  expect(await field(page, 'legalName').inputValue()).toBe('')

  await field(page, 'legalName').fill('Second Bakery LLC')
  await field(page, 'dbaName').focus()
  await saved(page)
  await page.reload()
  await ready(page)
  await expect.poll(() => field(page, 'legalName').inputValue()).toBe('Second Bakery LLC')
  expect(await axeViolations(page)).toEqual([])
  await button(page, words.show).click()
  await title(page).waitFor()
  await button(page, words.resume).click()
  await expect.poll(() => field(page, 'legalName').inputValue()).toBe('Second Bakery LLC')

  await button(page, words.show).click()
  await button(page, words.forget).click()
  await button(page, words.forgetYes).click()
  await ready(page)
  expect(await kept(page)).toBeNull()
  expect(await button(page, words.show).count()).toBe(0)
})

test('the mail leads to the status page, whose address holds no token after it is opened', async () => {
  const page = await visit(browser(), server.url, { ...PHONE, path: '/form/demo?lang=en' })
  await submitAndReload(page)
  const link = async () =>
    (await mailsTo(server.services, EMAIL)).join().match(/http[^\s"<]+\/application#[\w.=-]+/)?.[0]
  await expect.poll(link).toBeDefined()
  const address = ((await link()) ?? '').replace(/=3D/g, '=')

  const status = await visit(browser(), '', { ...PHONE, path: address })
  await title(status).waitFor()
  expect(new URL(status.url()).hash).toBe('')
  await status.reload()
  await title(status).waitFor()
  expect(await status.locator('main').innerText()).not.toContain(SSN.slice(-4))
  await addDocument(status, 'september.pdf')
  expect(await copyText(status)).not.toContain(SSN)
  expect(await axeViolations(status)).toEqual([])

  const ended = await visit(browser(), server.url, { ...PHONE, path: '/application#no-such-token' })
  await ended.getByRole('heading', { name: words.ended }).waitFor()
  expect(await axeViolations(ended)).toEqual([])
})

test('without the server the receipt shows what the browser knows, and more once it is back', async () => {
  const page = await visit(browser(), server.url, { ...DESKTOP, path: '/embed/demo?lang=en' })
  await submitAndReload(page)
  await page.route('**/application.state*', (route) => route.abort())
  await page.reload()
  await title(page).waitFor()
  await button(page, words.show).click()
  await page.getByRole('status').getByText(words.unreachable).waitFor()
  const [id = ''] = ((await kept(page)) ?? '').split('.')
  await page.getByText(toReference(id)).waitFor()
  await page.unroute('**/application.state*')
  await button(page, 'Try again').click()
  await page.getByText(words.history).waitFor()
  expect(await page.getByText(words.unreachable).count()).toBe(0)

  const revoked = { error: { message: 'Ended', code: -32004, error: 'Ended', errorCode: 'link_ended' } }
  await page.route('**/application.state*', (route) => route.fulfill({ status: 404, json: revoked }))
  await page.reload()
  await button(page, words.show).click()
  await ready(page)
  expect(await kept(page)).toBeNull()
})
