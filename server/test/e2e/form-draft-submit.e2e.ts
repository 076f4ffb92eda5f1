// @module-tag long
import { expect, test } from 'vitest'
import { LIMITS } from '#domain/limits'
import { formMessages } from '#domain/messages/form'
import { receiptMessages } from '#domain/messages/receipt'
import { axeViolations } from '../support/axe.ts'
import { expectVisible } from '../support/expect-visible.ts'
import { overlay, RECEIVED, session, startDrafts, submit } from './form-draft.fixture.ts'
import { asksOnLeaving, field, fillIn, saved } from './form-visit.ts'

/** Drafts and submits: other tabs, lost responses, no storage, retries. */

const { server, open, draftOf } = await startDrafts()

test('another tab’s submit ends the draft, and this page says when it was received', async () => {
  const page = await open()
  await fillIn(page)
  await expect.poll(async () => (await draftOf(page))?.secondSigner).toBe(false)
  const other = await page.context().newPage()
  await other.goto(`${server.url}/form/demo`)
  await other.getByText(formMessages.draft.welcomeBack).waitFor()
  await submit(other)
  await overlay(other).waitFor()
  await field(page, 'legalName').fill('Changed')
  await field(page, 'city').focus()
  await submit(page)
  await page.locator('.success', { hasText: formMessages.received.changed }).getByText(RECEIVED).waitFor()
  expect(await page.locator('.failure').innerText()).toBe('')
})

test('an application that arrived though no answer came back is told of, in the page and on the next visit', async () => {
  const page = await open()
  await fillIn(page)
  await saved(page)
  const before = await server.services.db.connections.system.client().formSubmission.count()
  await page.route('**/form.submit*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await submit(page)
  await page.getByText(formMessages.waiting).waitFor()
  let answer = () => {}
  const held = new Promise<void>((done) => (answer = done))
  await page.route('**/form.sessionState*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: formMessages.stop }).click()
  await page.getByText(formMessages.stillHere, { exact: true }).waitFor()
  expect(await page.locator('.failure').innerText()).toBe(formMessages.errors.submitLater)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('submit')
  expect(await field(page, 'legalName').inputValue()).toBe('Peña & Sons Bakery LLC')
  answer()
  await page.locator('.success').getByText(RECEIVED).waitFor()
  expect(await page.getByText(formMessages.stillHere).count()).toBe(0)

  await page.unroute('**/form.submit*')
  await field(page, 'legalName').pressSequentially(' II')
  await page.getByText(formMessages.draft.closed).first().waitFor()
  await submit(page)
  await page.locator('.success', { hasText: formMessages.received.changed }).getByText(RECEIVED).waitFor()
  expect(await page.locator('.failure').innerText()).toBe('')

  const token = await session(page)
  await page.reload()
  await page.getByRole('heading', { name: receiptMessages.en.title }).waitFor()
  await page.getByText(RECEIVED).waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await field(page, 'legalName').count()).toBe(0)
  await page.getByRole('button', { name: receiptMessages.en.another }).click()
  await page.getByRole('alertdialog').getByText('Send another?').waitFor()
  await page.getByRole('button', { name: receiptMessages.en.anotherYes, exact: true }).click()
  await field(page, 'legalName').waitFor()
  expect(await field(page, 'legalName').inputValue()).toBe('')
  await expect.poll(() => session(page)).not.toBe(token)
  expect(await server.services.db.connections.system.client().formSubmission.count()).toBe(before + 1)
})

test('where nothing can be remembered, the form works and says what that means, once something is typed', async () => {
  const page = await open({
    before: (each) =>
      each.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      }),
  })
  expect(await page.getByText(formMessages.draft.lost).count()).toBe(0)
  await fillIn(page)
  await page.getByText(formMessages.draft.lost).first().waitFor()
  await submit(page)
  await expectVisible(overlay(page))
})

test('a submit cancels the draft that waits, and one that fails lets it go on', async () => {
  const page = await open()
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/form/session/draft')) saves.push(request.postData() ?? '')
  })
  const sourdough = () => saves.filter((save) => save.includes('Sourdough'))
  await fillIn(page)
  await saved(page)
  let whileSending: string[] | null = null
  await page.route('**/form.submit*', async (route) => {
    // Longer than the draft would have waited.
    await page.waitForTimeout(2 * LIMITS.draftDelayMs)
    whileSending = sourdough()
    await route.fulfill({
      status: 409,
      json: { error: { message: 'Not now.', code: -32009, error: 'Not now.', errorCode: 'conflict' } },
    })
  })
  // What is missing is asked about before the first submit alone.
  await submit(page)
  await page.getByText('Not now.').waitFor()
  // Sent by script: the button would take the focus, and a field that is left is saved at once.
  await field(page, 'nature').fill('Sourdough')
  await Promise.all([
    page.waitForResponse('**/form.submit*'),
    page.evaluate(() => document.querySelector('form')?.requestSubmit()),
  ])
  expect(whileSending).toEqual([])
  await expect.poll(() => sourdough().length).toBeGreaterThan(0)

  await page.unroute('**/form.submit*')
  await submit(page)
  await overlay(page).waitFor()
})

test('what is being sent is not left without a question, and cannot be started over', async () => {
  const page = await open()
  await fillIn(page)
  await expect.poll(() => asksOnLeaving(page)).toBe(false)
  const before = await server.services.db.connections.system.client().formSubmission.count()
  let tries = 0
  await page.route('**/form.submit*', async (route) => {
    // The first one arrives, but its answer does not.
    if (++tries === 1) await route.fetch()
    return tries < 3 ? route.abort() : route.continue()
  })
  await submit(page)
  await page.getByText(formMessages.waiting).waitFor()
  expect(await asksOnLeaving(page)).toBe(true)
  const startOver = page.getByRole('button', { name: 'Start over' })
  expect(await startOver.getAttribute('aria-disabled')).toBe('true')
  await startOver.click({ force: true })
  await overlay(page).waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  expect(await server.services.db.connections.system.client().formSubmission.count()).toBe(before + 1)
})
