// @module-tag long
import type { BrowserContext } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { formMessages } from '#domain/messages/form'
import { receiptMessages } from '#domain/messages/receipt'
import { reach } from './form-visit.ts'
import { launchWithoutThirdPartyStorage } from '../support/browser.ts'
import { samplePdf } from '../support/sample-files.ts'
import {
  DESKTOP,
  events,
  fillIn,
  fits,
  form,
  inView,
  PHONE,
  press,
  ready,
  startEmbedding,
  submit,
  turnSecondSigner,
} from './form-embed.fixture.ts'

/** The form in another site’s page: its height, its scrolling, the keyboard and a whole application. */

const { server, site, around, open } = await startEmbedding()
const statement = await samplePdf(0.1)
let blocked: Promise<BrowserContext> | undefined
/** A browser that blocks third parties' storage; it takes seconds to start. */
const withoutStorage = () => (blocked ??= launchWithoutThirdPartyStorage({ locale: 'en-US' }))
afterAll(async () => (await blocked)?.close())
const sessions = () => server.services.db.connections.system.client().formSession
const submissions = () => server.services.db.connections.system.client().formSubmission.count()

describe.each([
  ['a desktop', DESKTOP],
  ['a 360 px phone', PHONE],
])('on %s', (device, viewport) => {
  test('where a third party has no storage, an application is begun, signed, attached and sent', async () => {
    const before = await submissions()
    const externalId = `crm of ${device}`
    const prefill = JSON.stringify({ legalName: 'Acme LLC', externalId })
    const body = around(form(`data-intake-prefill='${prefill}'`))
    const opened = await open(site.page(body), await withoutStorage(), viewport)
    const { page, frame, iframe } = opened
    try {
      await ready(opened)
      const storage = () =>
        frame.locator('html').evaluate(() => {
          try {
            return String(window.localStorage.length)
          } catch (error) {
            return String(error)
          }
        })
      expect(await storage()).toContain('SecurityError')
      await fits(opened)
      expect(await iframe.getAttribute('title')).toBe('Funding application · Demo Funding')
      await events(opened, 'ready')
      expect(await frame.locator('[name="legalName"]').inputValue()).toBe('Acme LLC')

      await fillIn(opened)
      await events(opened, 'ready', 'started')
      await frame.locator('#files').setInputFiles({
        name: 'may.pdf',
        mimeType: 'application/pdf',
        buffer: statement,
      })
      await frame.getByText('Uploaded', { exact: true }).waitFor()
      await fits(opened)

      await submit(opened)
      const overlay = frame.getByRole('dialog', { name: 'Заявка отправлена!' })
      await overlay.waitFor()
      await inView(opened, overlay)
      await events(opened, 'ready', 'started', 'submitted')
      expect(await submissions()).toBe(before + 1)
      const sent = { externalId, submittedAt: { not: null } }
      expect(await sessions().count({ where: sent })).toBe(1)
      expect(await page.evaluate(() => window.told)).toEqual(
        ['ready', 'started', 'submitted'].map((type) => `${type} demo  {"form":"demo"}`),
      )

      // Then comes the receipt, and the page shows its beginning.
      await overlay.waitFor({ state: 'detached' })
      await frame.getByRole('heading', { name: receiptMessages.en.title }).waitFor()
      await events(opened, 'ready', 'started', 'submitted', 'ready')
      await inView(opened, frame.getByRole('heading', { name: 'Funding application' }))
      await fits(opened)
    } finally {
      await page.evaluate(() => localStorage.clear())
      await page.close()
    }
  })

  test('a refused submit shows what is missing where the applicant is, and leads there', async () => {
    const opened = await open(site.page(around(form())), undefined, viewport)
    const { frame } = opened
    await ready(opened)
    await submit(opened)
    const summary = frame.getByRole('group', { name: `${viewport === PHONE ? 14 : 16} answers need a look` })
    await inView(opened, summary.getByRole('heading').first())
    expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true)
    await fits(opened)

    const folded = summary.locator('summary')
    if ((await folded.count()) > 0) await press(folded.last())
    await press(summary.getByRole('link').last())
    await inView(opened, frame.locator(':focus'))
    expect(await frame.locator(':focus').getAttribute('name')).toBe(
      viewport === PHONE ? 'signer1Date' : 'signer2Date',
    )
  })

  test('while the host page scrolls, progress and save state stay in view, and nothing else moves', async () => {
    const opened = await open(site.page(around(form())), undefined, viewport)
    const { page, frame, iframe } = opened
    await ready(opened)
    await reach(frame.locator('[name="bankBalance"]'))
    await page.evaluate(() => window.scrollTo(0, 0))
    await fits(opened)
    const line = frame.locator('.progress-line')
    const atStart = await line.boundingBox()
    const places = () =>
      frame
        .locator('[data-section=businessInfo] [name]')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
    const before = await places()
    await frame.locator('[name="legalName"]').fill('Acme')
    const height = await iframe.evaluate((element) => element.clientHeight)
    for (const part of [0.25, 0.5, 0.75]) {
      await page.evaluate((top) => window.scrollTo(0, top), height * part)
      await expect
        .poll(async () => Math.abs((await line.boundingBox())?.y ?? Infinity))
        .toBeLessThanOrEqual(1)
      await inView(opened, line.getByText(formMessages.draft.saved, { exact: true }).first())
    }
    if (viewport === DESKTOP) {
      await page.evaluate((top) => window.scrollTo(0, top), height)
      await line.locator('[aria-current=step]').getByText(formMessages.steps.names.uploads).waitFor()
    }
    // Backwards, so that what is reached comes in at the top.
    await frame.locator('[name="bankBalance"]').focus()
    for (let steps = 0; steps < 5; steps++) {
      await page.keyboard.press('Shift+Tab')
      await expect
        .poll(async () => {
          const [covered, reached] = await Promise.all([
            line.boundingBox(),
            frame.locator(':focus').boundingBox(),
          ])
          return covered && reached && reached.y >= covered.y + covered.height
        })
        .toBe(true)
    }
    expect(await places()).toEqual(before)
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect.poll(async () => (await line.boundingBox())?.y).toBe(atStart?.y)
  })

  test('the question before starting over is asked where the applicant is', async () => {
    const opened = await open(site.page(around(form())), undefined, viewport)
    await ready(opened)
    await opened.frame.locator('[name="legalName"]').fill('Acme')
    await press(opened.frame.locator('.submit-bar').getByRole('button', { name: 'Start over' }))
    const question = opened.frame.getByRole('alertdialog')
    const scrolled = () => opened.page.evaluate(() => window.scrollY)
    const before = await scrolled()
    await inView(opened, question)
    expect(await scrolled()).toBe(before)
  })
})

test('a page that answers only when the form has long been there learns its height all the same', async () => {
  const busy = `<script>
    setTimeout(() => {
      const until = Date.now() + 4000
      while (Date.now() < until) continue
    }, 100)
  </script>`
  const opened = await open(site.page(around(form()) + busy))
  await ready(opened)
  await fits(opened)
  await events(opened, 'ready')
})

test('the height follows the content, up and down, and then rests', async () => {
  const opened = await open(site.page(around(form())), undefined, PHONE)
  const { page, iframe } = opened
  await ready(opened)
  await fits(opened)
  const height = () => iframe.evaluate((element) => element.clientHeight)
  await turnSecondSigner(opened, 'shown')
  await fits(opened)
  const whole = await height()

  await turnSecondSigner(opened, 'hidden')
  await expect.poll(height).toBeLessThan(whole)
  await fits(opened)
  // Not to the pixel as before: what loads as it comes into view may have added a line.
  const without = await height()
  await turnSecondSigner(opened, 'shown')
  await expect.poll(height).toBeGreaterThan(without + 100)
  await fits(opened)

  await page.setViewportSize(DESKTOP)
  // The page is shorter now and shows its end; a frame out of sight is told of no change of its size until it is seen.
  await iframe.evaluate((element) => element.scrollIntoView())
  await expect.poll(height).toBeLessThan(whole)
  await fits(opened)
  // Parts that load as they come into view may change it once more.
  const heightsOfASecond = () =>
    iframe.evaluate(async (element) => {
      const heights = new Set<number>()
      for (let frames = 0; frames < 60; frames++) {
        await new Promise(requestAnimationFrame)
        heights.add(element.clientHeight)
      }
      return heights.size
    })
  await expect.poll(heightsOfASecond).toBe(1)
})

test('the keyboard goes into the frame, through it and out again, and what it reaches is in view', async () => {
  const opened = await open(site.page(around(form())))
  const { page, frame } = opened
  await ready(opened)
  await fits(opened)
  await page.locator('#before').focus()
  await page.keyboard.press('Tab')
  await expect
    .poll(() =>
      frame
        .locator('button.language')
        .first()
        .evaluate((e) => e === document.activeElement),
    )
    .toBe(true)
  // As far as the first date, whose calendar is a stop that no selector finds.
  for (let steps = 0; steps < 8; steps++) {
    await page.keyboard.press('Tab')
    await inView(opened, frame.locator(':focus'))
  }

  await frame.locator('.submit-bar button').last().focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.locator('#after').evaluate((e) => e === document.activeElement)).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await inView(opened, frame.locator('.submit-bar button').last())
  await expect.poll(() => page.locator('#after').evaluate((e) => e === document.activeElement)).toBe(false)
})
