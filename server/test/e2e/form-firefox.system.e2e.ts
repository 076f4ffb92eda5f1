import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Frame, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formMessages } from '#domain/messages/form'
import { startHostSite } from '../support/host-site.ts'
import { samplePdf } from '../support/sample-files.ts'
import { startTestServer } from '../support/server.ts'
import { launchFirefox } from '../support/firefox.ts'
import { requiredAnswers } from './form-visit.ts'

/** The whole application in Firefox: on its own page, and in a page on another site. */

const server = await startTestServer()
const site = await startHostSite()
const folder = await mkdtemp(path.join(tmpdir(), 'intake-firefox-'))
const statement = path.join(folder, 'may.pdf')
await writeFile(statement, await samplePdf(0.1))
afterAll(() => rm(folder, { recursive: true }))

const own = `${server.url}/form/demo`
const embedded = () =>
  site.page(`<p style="height: 300px">Broker</p><div data-intake-form="demo"></div>
    <script src="${server.url}/embed.js" async></script>`)

const BLOCK_THIRD_PARTIES = 1
const PARTITION_THIRD_PARTIES = 5

describe.each([
  { where: 'on its own page', address: () => own, cookieBehavior: PARTITION_THIRD_PARTIES, kept: 0 },
  { where: 'embedded', address: embedded, cookieBehavior: PARTITION_THIRD_PARTIES, kept: 0 },
  { where: 'embedded, without storage', address: embedded, cookieBehavior: BLOCK_THIRD_PARTIES, kept: 3 },
])('$where', ({ address, cookieBehavior, kept }) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchFirefox({ 'network.cookie.cookieBehavior': cookieBehavior })
  })
  afterAll(() => browser?.close())

  test('an application is filled in, signed, attached, kept over a reload and sent', async () => {
    const before = await server.services.db.connections.system.client().formSubmission.count()
    const page = await browser.newPage()
    await page.goto(address())
    let form = await findForm(page)
    const [[first, legalName], ...others] = requiredAnswers() as [[string, string], ...[string, string][]]
    await form.waitForSelector(`[name="${first}"]`).then((field) => field?.focus())
    await page.keyboard.type(legalName)
    for (const [name, answer] of others) await fill(form, name, answer)
    await press(form, '[name=secondSigner][value=No]')
    await press(form, `::-p-aria([name="${formMessages.signature.type}"][role="radio"])`)
    await press(form, '.consent input[type=checkbox]')
    await form.waitForSelector('.signature-name input').then((field) => field?.focus())
    await page.keyboard.type('Ana Peña')
    await page.keyboard.press('Tab')
    await says(form, formMessages.signature.drawn)
    const input = await form.$('input#files')
    await input?.uploadFile(statement)
    await says(form, formMessages.uploads.done)
    await form.waitForSelector('.save-state.saved')
    // 'Saved' stands until the next save begins; the page asks on leaving for as long as something waits for it.
    await expect
      .poll(() => form.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))))
      .toBe(true)

    await page.reload()
    form = await findForm(page)
    await says(form, formMessages.draft.welcomeBack)
    await expect
      .poll(() => form.$eval(`[name="${first}"]`, (field) => (field as HTMLInputElement).value))
      .toBe(legalName)
    await says(form, formMessages.signature.kept)
    await says(form, 'may.pdf')
    const names = await page.evaluate(() =>
      Object.keys(localStorage).filter((name) => name.startsWith('intake')),
    )
    expect(names).toHaveLength(kept)

    await press(form, 'button[type=submit]')
    await form.waitForSelector('[role=dialog]')
    expect(await server.services.db.connections.system.client().formSubmission.count()).toBe(before + 1)
  })
})

async function findForm(page: Page): Promise<Frame> {
  const frame = await page.waitForFrame((each) => each.url().startsWith(server.url))
  await frame.waitForSelector('button[type=submit]')
  return frame
}

const says = (form: Frame, text: string) => form.waitForSelector(`::-p-text(${text})`)

/** A click in another site's frame may land where it was before the page scrolled. */
async function press(form: Frame, selector: string): Promise<void> {
  const control = await form.waitForSelector(selector)
  await control?.evaluate((element) => (element as HTMLElement).click())
}

const fill = (form: Frame, name: string, answer: string) =>
  form.$eval(
    `[name="${name}"]`,
    (element, value) => {
      const field = element as HTMLInputElement
      field.focus()
      // React overrides the property on the element.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    answer,
  )
