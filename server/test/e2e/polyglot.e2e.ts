// @module-tag long
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { closeContexts, workersBrowser } from '../support/browser.ts'
import { signIn } from '../support/factories.ts'
import { CANARY, polyglots, type Polyglot } from '../support/polyglots.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { upload } from '../support/uploads.ts'

/** Files that are two things at once are kept as they were sent, and are never more than the one they are called. */

const { url } = await startTestServer()
const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
let browser: Browser
const files: (Polyglot & { id: string })[] = []
let application = ''

beforeAll(async () => {
  browser = await workersBrowser()
  const session = await openFormSession(url)
  for (const file of await polyglots()) {
    const { body } = await upload(url, { ...file, headers: { 'x-form-session': session } })
    files.push({ ...file, id: (body.data as { id: string }).id })
  }
  application = (await submitApplication(url, session)).body.data?.id ?? ''
})
afterAll(() => closeContexts(browser))

/** A page that keeps a list of whatever a script of a file may have done. */
async function watched(options: BrowserContextOptions): Promise<{ page: Page; heard: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const heard: string[] = []
  context.on('request', (request) => {
    if (request.url().includes(CANARY)) heard.push(`asked for ${request.url()}`)
  })
  context.on('dialog', (dialog) => {
    heard.push(`said ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { page: await context.newPage(), heard }
}

it('are answered as they were sent, to be saved or in a sandbox, and run nothing where they are opened', async () => {
  const { page, heard } = await watched({ extraHTTPHeaders: { authorization: `Bearer ${token}` } })
  for (const { id, type, content } of files) {
    for (const query of ['', '?download=1']) {
      const address = `${url}/api/documents/document/${id}${query}`
      const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/default-src 'none'; sandbox(;|$)/),
        'content-disposition': expect.stringMatching(query ? /^attachment;/ : /^inline;/),
        'cache-control': 'no-store',
      })
      // A browser may save it rather than open it, which ends the visit.
      await page.goto(address).catch(() => null)
      expect(await page.title()).not.toBe('taken')
    }
  }
  expect(heard).toEqual([])
  await page.context().close()
})

it('run nothing in the preview of the panel', async () => {
  const { page, heard } = await watched({
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: 'token', value: token }] }],
    },
  })
  await page.goto(`${url}/admin/forms/${application}`)
  const documents = page.getByRole('region', { name: 'Documents', exact: true })
  for (const { name } of files) {
    const entry = documents.getByRole('listitem').filter({ hasText: name })
    await entry.getByText('View', { exact: true }).click()
    const shown = name.endsWith('.pdf')
      ? documents.locator('[aria-busy="false"] > canvas')
      : documents.getByRole('img', { name })
    await shown.first().waitFor()
    expect(await documents.locator('a[href^="javascript:"]').count()).toBe(0)
    await documents.getByRole('button', { name: 'Back to the documents' }).click()
  }
  expect(await page.title()).not.toBe('taken')
  expect(heard).toEqual([])
  await page.context().close()
})

it('would run, were they served as pages', async () => {
  const careless = createServer((request, answer) => {
    const file = files.find(({ name }) => request.url === `/${name}`)
    answer.setHeader('content-type', 'text/html')
    answer.end(file?.content)
  })
  await new Promise<void>((ready) => careless.listen(0, '127.0.0.1', ready))
  const { page, heard } = await watched({})
  const { port } = careless.address() as AddressInfo
  for (const { name } of files) {
    await page.goto(`http://127.0.0.1:${port}/${name}`)
    await expect.poll(() => heard.splice(0).length).toBeGreaterThan(0)
  }
  await page.context().close()
  careless.closeAllConnections()
  careless.close()
})
