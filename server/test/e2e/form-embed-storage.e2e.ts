// @module-tag long
import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formMessages } from '#domain/messages/form'
import { receiptMessages } from '#domain/messages/receipt'
import { launchWithoutThirdPartyStorage } from '../support/browser.ts'
import { makeCompany, makeLink } from '../support/factories.ts'
import { samplePdf } from '../support/sample-files.ts'
import {
  DESKTOP,
  events,
  fillIn,
  form,
  press,
  ready,
  startEmbedding,
  submit,
  told,
  type Opened,
} from './form-embed.fixture.ts'
import { saved as allSaved, signByMouse } from './form-visit.ts'

/** The form in a page on another site whose visitor's browser gives frames of other sites no storage. */

const { server, site, around, open } = await startEmbedding()
const statement = await samplePdf(0.1)
let context: BrowserContext
/** A page of the host beside those of the tests, which share what the host keeps. */
let beside: Page
beforeAll(async () => {
  context = await launchWithoutThirdPartyStorage({ viewport: DESKTOP, locale: 'en-US' })
  beside = await context.newPage()
  await beside.goto(site.page(''))
})
afterAll(() => context?.close())
beforeEach(async () => {
  await Promise.all(context.pages().map((page) => page !== beside && page.close()))
  await context.clearCookies()
  await beside.evaluate(() => localStorage.clear())
})

const field = ({ frame }: Opened, name: string) => frame.locator(`[name="${name}"]`)
const lost = ({ frame }: Opened) => frame.locator('.save-state').filter({ hasText: formMessages.draft.lost })
const saved = async ({ frame }: Opened) => {
  await frame.locator('.save-state').getByText(formMessages.draft.saved, { exact: true }).waitFor()
  await allSaved(frame)
}
const isFrameBlocked = (frame: FrameLocator) =>
  frame.locator('html').evaluate(() => {
    try {
      return window.localStorage.length < 0
    } catch {
      return true
    }
  })
const keptByHost = (page: Page) => page.evaluate(() => ({ ...localStorage }))
const HEARD = `<script>
  window.heard = []
  addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)))
</script>`

async function openAlone(body: string): Promise<Opened> {
  const opened = await open(site.page(body), context)
  await ready(opened)
  expect(await isFrameBlocked(opened.frame)).toBe(true)
  return opened
}

test('what was typed, signed and attached is back after a reload of the host page, which heard of no answer', async () => {
  const opened = await openAlone(HEARD + around(form()))
  const { page, frame } = opened
  await expect
    .poll(() => keptByHost(page))
    .toEqual({
      [`intake ${server.url} form_session_demo`]: expect.stringMatching(/^[\w-]+\.[\w-]+$/),
    })
  expect(await lost(opened).count()).toBe(0)

  await fillIn(opened)
  await signByMouse(page, frame.locator('.signature-paper canvas').first(), frame)
  await frame.getByText(formMessages.signature.drawn, { exact: true }).waitFor()
  await frame
    .locator('#files')
    .setInputFiles({ name: 'may.pdf', mimeType: 'application/pdf', buffer: statement })
  await frame.getByText(formMessages.uploads.done, { exact: true }).waitFor()
  await saved(opened)
  const legalName = await field(opened, 'legalName').inputValue()
  const heard = (await page.evaluate(() => Reflect.get(window, 'heard') as string[])).join('\n')
  for (const secret of [legalName, await field(opened, 'partner1SSN').inputValue(), 'may.pdf', 'data:image'])
    expect(heard).not.toContain(secret)
  await expect
    .poll(async () => Object.keys(await keptByHost(page)).sort())
    .toEqual(['begun', 'passed', 'session'].map((each) => `intake ${server.url} form_${each}_demo`))

  await page.reload()
  await frame.getByText(formMessages.draft.welcomeBack).waitFor()
  await expect.poll(() => field(opened, 'legalName').inputValue()).toBe(legalName)
  await frame.getByText('may.pdf', { exact: true }).waitFor()
  await frame.getByText(formMessages.signature.kept).waitFor()
  expect(await lost(opened).count()).toBe(0)
  expect(await frame.locator('html').evaluate(() => window.location.href)).toBe(`${server.url}/embed/demo`)

  // Its answer is lost, and a reload tells of the receipt.
  await page.route('**/form.submit*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await field(opened, 'partner1SSN').fill('123-45-6789')
  await submit(opened)
  await frame.getByText(formMessages.waiting).waitFor()
  await page.unroute('**/form.submit*')
  await page.reload()
  await frame.getByRole('heading', { name: receiptMessages.en.title }).waitFor()
  await expect.poll(async () => (await told(opened)).sort()).toEqual(['ready', 'submitted'])
  await page.reload()
  await frame.getByRole('heading', { name: receiptMessages.en.title }).waitFor()
  await events(opened, 'ready')

  await press(frame.getByRole('button', { name: receiptMessages.en.another }))
  await press(frame.getByRole('alertdialog').getByRole('button', { name: receiptMessages.en.anotherYes }))
  await ready(opened)
  await expect
    .poll(async () => Object.keys(await keptByHost(page)).sort())
    .toEqual(['receipt', 'received', 'session'].map((each) => `intake ${server.url} form_${each}_demo`))
})

test('a form of shared devices leaves nothing with the host page once it is sent', async () => {
  const company = await makeCompany(server.services)
  const { slug } = await makeLink(server.services, company.id, { sharedDevice: true })
  const opened = await openAlone(around(form('', slug)))
  const { page, frame } = opened
  expect(await keptByHost(page)).toEqual({})
  await fillIn(opened)
  await saved(opened)
  expect(Object.keys(await keptByHost(page))).toContain(`intake ${server.url} form_begun_${slug}`)

  await submit(opened)
  const overlay = frame.locator('.overlay-card')
  await overlay.waitFor()
  await expect.poll(() => keptByHost(page)).toEqual({})
  await overlay.waitFor({ state: 'detached' })
  await ready(opened)
  expect(await field(opened, 'legalName').inputValue()).toBe('')
  await page.reload()
  await ready(opened)
  expect(await field(opened, 'legalName').inputValue()).toBe('')
  expect(await frame.locator('.receipt-line, .welcome-back').count()).toBe(0)
  expect(await keptByHost(page)).toEqual({})
})

test('several forms of a page keep what was typed, each its own, and the chosen language', async () => {
  const company = await makeCompany(server.services, { nameOut: 'Second Broker' })
  const { slug } = await makeLink(server.services, company.id)
  const first = await openAlone(around(form('id="a"') + form('id="b"', slug) + form('id="c"')))
  const { page } = first
  const second = { page, iframe: page.locator('#b iframe'), frame: page.frameLocator('#b iframe') }
  await ready(second)
  await field(first, 'legalName').fill('First LLC')
  await field(second, 'legalName').fill('Second LLC')
  await saved(first)
  await saved(second)
  await press(second.frame.getByRole('button', { name: 'Español' }))
  await second.frame.getByRole('heading', { name: 'Solicitud de financiamiento' }).waitFor()

  await page.reload()
  await expect.poll(() => field(first, 'legalName').inputValue()).toBe('First LLC')
  await expect.poll(() => field(second, 'legalName').inputValue()).toBe('Second LLC')
  await second.frame.getByRole('heading', { name: 'Solicitud de financiamiento' }).waitFor()
  await page
    .frameLocator('#c iframe')
    .getByText(/Welcome back|Gracias por volver/)
    .waitFor()
})

describe('where nothing keeps it, the form says so, but only once something is typed', () => {
  const OLD_SCRIPT = `<iframe title="Form" width="600" height="900" src="${server.url}/embed/demo"></iframe><script>
    const frame = document.querySelector('iframe')
    addEventListener('message', ({ data, source }) => {
      if (source === frame.contentWindow && data.type === 'hello')
        source.postMessage({ intake: 1, type: 'host', prefill: {} }, '${server.url}')
    })
  </script>`
  const NO_STORAGE = `<script>
    Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked') } })
  </script>`
  const FULL = `<script>Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }</script>`
  test.each([
    ['the host page has no storage, either', NO_STORAGE + around(form())],
    ['the host page’s storage is full', FULL + around(form())],
    ['the host page has an earlier script', OLD_SCRIPT],
    ['the host page has no script', OLD_SCRIPT.replace(/<script>.*/s, '')],
  ])('%s', async (_case, body) => {
    const opened = await openAlone(body)
    expect(await lost(opened).count()).toBe(0)
    await field(opened, 'legalName').fill('Acme')
    await lost(opened).waitFor()
  })
})

test('a page keeps nothing for other frames, and a form takes nothing from them', async () => {
  const forger = site.page(`<script>
    const kept = { form_session_demo: 'forged', form_begun_demo: 'forged' }
    setInterval(() => {
      parent.postMessage({ intake: 1, type: 'keep', name: 'form_session_demo', value: 'forged' }, '*')
      for (let at = 0; at < parent.length; at++)
        for (const type of ['host', 'seen']) parent.frames[at].postMessage({ intake: 1, type, kept, top: 500, height: 800 }, '*')
      window.sent = (window.sent ?? 0) + 1
    }, 5)
  </script>`)
  const page = await openAlone(around(form()) + `<iframe id="forger" src="${forger}"></iframe>`)
  const sent = () =>
    page.page
      .frameLocator('#forger')
      .locator('html')
      .evaluate(() => Reflect.get(window, 'sent'))
  const before = Number(await sent())
  await expect.poll(sent).toBeGreaterThan(before + 20)
  expect(JSON.stringify(await keptByHost(page.page))).not.toContain('forged')
  expect(
    await page.frame.locator('.progress-line').evaluate((line: HTMLElement) => line.style.transform),
  ).toBe('')
  await field(page, 'legalName').fill('Acme')
  await saved(page)
})
