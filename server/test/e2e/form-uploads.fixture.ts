import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect } from 'vitest'
import { formMessages } from '#domain/messages/form'
import { badLine } from '../support/bad-line.ts'
import { samplePdf, samplePhoto } from '../support/sample-files.ts'
import { startTestServer } from '../support/server.ts'
import { storedDocuments } from '../support/uploads.ts'
import { formBrowser, PHONE, showAllOnPhones, visit, type Visit } from './form-visit.ts'

export const text = formMessages.uploads
export const MEGABYTE = 1024 * 1024
export const SLOW = 300 * 1024

export const file = (name: string, content: Buffer, mimeType = 'application/pdf') => ({
  name,
  mimeType,
  buffer: content,
})
export const attach = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.locator('#files').setInputFiles(files)
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
export const said = (page: Page, name: string, sentence: string) =>
  row(page, name).getByText(sentence, { exact: true }).waitFor()
export const uploaded = (page: Page, count: number) =>
  expect.poll(() => page.locator('.upload.done').count()).toBe(count)
export const fileNames = (page: Page) => page.locator('.upload-name').allInnerTexts()
export const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
export const progress = (page: Page) =>
  page
    .locator('.upload-progress')
    .first()
    .evaluate((bar: HTMLProgressElement) => bar.value)

/** Limits the upload speed in bytes a second; -1 is the protocol's value for no limit. */
export async function throttled(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  return (uploadThroughput: number, offline = false): Promise<unknown> =>
    devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
}

/** A server without documents, a line to it that can fail, and files to attach. Call it at the top of a test file. */
export async function startUploads() {
  const server = await startTestServer()
  await showAllOnPhones(server.services)
  const line = await badLine(server.url)
  const [statement, scan, photo] = await Promise.all([samplePdf(0.1), samplePdf(1.5), samplePhoto()])
  const browser = formBrowser()
  beforeEach(() => server.services.db.connections.system.client().document.deleteMany())
  afterEach(() => line.mend())

  const open = (options?: Visit) => visit(browser(), server.url, options)
  const openOnBadLine = (options: Visit = PHONE) => visit(browser(), line.url, options)
  const rows = () => server.services.db.connections.system.client().document.count()
  const files = async () => (await storedDocuments(server.services)).length
  return { server, line, statement, scan, photo, open, openOnBadLine, rows, files }
}
