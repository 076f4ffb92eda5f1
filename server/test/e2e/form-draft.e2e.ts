import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '#domain/limits'
import { formMessages } from '#domain/messages/form'
import { axeViolations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { call, signIn } from '../support/factories.ts'
import { samplePdf } from '../support/sample-files.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { expectVisible } from '../support/expect-visible.ts'
import { field, fillIn, PHONE, signByMouse, visit, type Visit } from './form-visit.ts'

/** What an applicant began is there again: after a reload, without a connection, on the next day. */

const server = await startTestServer()
/** None of them is an example that the form itself gives. */
const SECRETS = { taxId: '45-6781234', partner1SSN: '219-09-1234', partner1DOB: '1980-02-29' }

let browser: Browser
let statement: Buffer

beforeAll(async () => {
  ;[browser, statement] = await Promise.all([launchBrowser(), samplePdf(0.1)])
})
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})
afterAll(() => browser?.close())

const open = (options?: Visit) => visit(browser, server.url, options)
const saved = (page: Page) => page.locator('.save-state.saved').waitFor({ timeout: 15_000 })
const session = (page: Page) => page.evaluate(() => localStorage.getItem('form_session_demo') ?? '')
const idOf = async (page: Page) => (await session(page)).split('.')[0] ?? ''
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Application' }).click()
const overlay = (page: Page) => page.getByRole('dialog', { name: 'Заявка отправлена!' })

const RECEIVED = /We received your application on [A-Z]\w+ \d{1,2}, \d{4}\./

/** The same device again, later: the page before is gone. */
async function comeBack(context: BrowserContext, page: Page): Promise<Page> {
  await page.close()
  const next = await context.newPage()
  await next.goto(`${server.url}/form/demo`)
  await next.getByText(formMessages.draft.welcomeBack).waitFor()
  return next
}

test('on a phone, everything but the secrets is there again, and the secrets are sent all the same', async () => {
  const page = await open(PHONE)
  const context = page.context()
  await fillIn(page)
  for (const [name, value] of Object.entries(SECRETS)) await field(page, name).fill(value)
  await field(page, 'question6').first().check({ force: true })
  await field(page, 'question8').fill('2012')
  await signByMouse(page, page.locator('#field-signer1Signature'))
  await page
    .locator('#files')
    .setInputFiles({ name: 'may.pdf', mimeType: 'application/pdf', buffer: statement })
  await page.getByText('Uploaded', { exact: true }).waitFor()
  await field(page, 'city').focus()
  await expect.poll(async () => (await draftOf(page))?.kept).toContain('signer1Signature')

  const answers: string[] = []
  await page.close()
  const next = await context.newPage()
  next.on('response', (response) => {
    if (!response.url().includes('/assets/')) void response.text().then((text) => answers.push(text), String)
  })
  await next.goto(`${server.url}/form/demo`)
  await next.getByText(formMessages.draft.secretsKept).waitFor()
  expect(await field(next, 'legalName').inputValue()).toBe('Peña & Sons Bakery LLC')
  expect(await field(next, 'question8').inputValue()).toBe('2012')
  expect(await next.locator('.checkbox input').isChecked()).toBe(true)
  await next.getByText('may.pdf').first().waitFor()
  for (const [name, value] of Object.entries(SECRETS)) {
    expect(await field(next, name).inputValue()).toBe('')
    for (const text of [...answers, await next.content()]) expect(text).not.toContain(value)
  }
  expect(answers.some((text) => text.includes('"kept"'))).toBe(true)
  expect(answers.filter((text) => text.includes('data:image/png'))).toEqual([])

  const id = await idOf(next)
  await field(next, 'partner1SSN').fill('219-09-9999')
  await submit(next)
  await overlay(next).waitFor()
  const token = await signIn(server.url, TEST_ADMIN.email, TEST_ADMIN.password)
  const { body } = await call(server.url, 'GET', `/form/submissions/${id}`, { token })
  const stored = JSON.parse((body.data as { formData: string }).formData) as Record<string, string>
  expect(stored).toMatchObject({
    ...SECRETS,
    partner1SSN: '219-09-9999',
    legalName: 'Peña & Sons Bakery LLC',
  })
  expect(stored.signer1Signature).toMatch(/^data:image\/png/)
  const row = await server.services.db.system.formSession.findUnique({ where: { id } })
  expect(row?.draft).toBeNull()
}, 90_000)

type Draft = { values: Record<string, string>; kept: string[]; secondSigner: boolean | null }

/** What the server tells of the page's session. */
async function draftOf(page: Page): Promise<Draft | null> {
  const { body } = await call(server.url, 'POST', '/form/session/state', {
    body: { formSubmissionId: await session(page) },
  })
  return (body.data as { draft: Draft | null }).draft
}

test('typing over a kept secret, or clearing it, is what counts', async () => {
  const page = await open()
  await field(page, 'taxId').fill(SECRETS.taxId)
  await field(page, 'legalName').fill('Café')
  await field(page, 'city').focus()
  await saved(page)
  const next = await comeBack(page.context(), page)
  await field(next, 'taxId').fill('9')
  await field(next, 'taxId').fill('')
  await submit(next)
  await expectVisible(next.getByRole('link', { name: 'Tax ID: please fill this in' }))
})

test('without a connection the page says so, goes on, and saves when there is one again', async () => {
  const page = await open()
  await field(page, 'legalName').fill('Café')
  await saved(page)
  await page.context().setOffline(true)
  await field(page, 'city').fill('Austin')
  await field(page, 'address').fill('1 Main St')
  await page.getByText(formMessages.draft.offline).first().waitFor()
  await page.context().setOffline(false)
  await saved(page)
  const next = await comeBack(page.context(), page)
  expect(await field(next, 'city').inputValue()).toBe('Austin')
  expect(await field(next, 'address').inputValue()).toBe('1 Main St')

  const id = await idOf(next)
  await server.services.db.system.formSession.update({ where: { id }, data: { expiresAt: new Date(0) } })
  const ended = next.getByText(formMessages.draft.ended(LIMITS.draftDays))
  await next.reload()
  await ended.waitFor()
  expect(await field(next, 'city').inputValue()).toBe('')
  await next.reload()
  await field(next, 'city').waitFor()
  expect(await ended.count()).toBe(0)
})

test('what was typed in the last moment before the page is left is saved', async () => {
  const page = await open()
  await field(page, 'legalName').fill('Café')
  await saved(page)
  // The ordinary save is held, however long the close takes: what arrives has come by the one on leaving.
  await page.evaluate(() => {
    const { fetch } = window
    window.fetch = (input, options) =>
      options?.method === 'PUT' && !options.keepalive ? new Promise(() => {}) : fetch(input, options)
  })
  await field(page, 'nature').pressSequentially('Bakery')
  // As a tab is closed; without its unload handlers, a page is killed before its last request has left.
  const context = page.context()
  const asked = page.waitForEvent('dialog')
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await closed
  const next = await context.newPage()
  await next.goto(`${server.url}/form/demo`)
  await next.getByText(formMessages.draft.welcomeBack).waitFor()
  expect(await field(next, 'nature').inputValue()).toBe('Bakery')
})

test('starting over asks, and then leaves nothing here or on the server', async () => {
  const page = await open()
  await field(page, 'legalName').fill('Café')
  await field(page, 'taxId').fill(SECRETS.taxId)
  await page
    .locator('#files')
    .setInputFiles({ name: 'may.pdf', mimeType: 'application/pdf', buffer: statement })
  await page.getByText('Uploaded', { exact: true }).waitFor()
  await saved(page)
  const id = await idOf(page)

  await page.getByRole('button', { name: 'Start over' }).click()
  const question = page.getByRole('alertdialog', { name: 'Start over?' })
  await question.getByRole('button', { name: 'Keep my answers' }).click()
  expect(await field(page, 'legalName').inputValue()).toBe('Café')

  await page.getByRole('button', { name: 'Start over' }).click()
  await question.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(() => field(page, 'legalName').inputValue()).toBe('')
  expect(await field(page, 'taxId').inputValue()).toBe('')
  expect(await page.getByText('may.pdf').count()).toBe(0)
  const { formSession, document } = server.services.db.system
  await expect.poll(() => document.count({ where: { formSessionId: id } })).toBe(0)
  const row = await formSession.findUnique({ where: { id } })
  expect(row?.draft).toBeNull()
  expect(row?.expiresAt.getTime()).toBeLessThan(Date.now())
  await page.reload()
  await field(page, 'legalName').waitFor()
  expect(await field(page, 'legalName').inputValue()).toBe('')
})

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
  const before = await server.services.db.system.formSubmission.count()
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
  await page.getByRole('heading', { name: formMessages.received.title }).waitFor()
  await page.getByText(RECEIVED).waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await field(page, 'legalName').count()).toBe(0)
  await page.getByRole('button', { name: formMessages.received.startAnother }).click()
  await field(page, 'legalName').waitFor()
  expect(await field(page, 'legalName').inputValue()).toBe('')
  await expect.poll(() => session(page)).not.toBe(token)
  expect(await server.services.db.system.formSubmission.count()).toBe(before + 1)
})

test('where nothing can be remembered, the form works and says what that means', async () => {
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
  await page.getByText(formMessages.draft.lost).first().waitFor()
  await fillIn(page)
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
  // Sent by script: the button would take the focus, and a field that is left is saved at once.
  await field(page, 'nature').fill('Sourdough')
  await page.evaluate(() => document.querySelector('form')?.requestSubmit())
  await page.getByText('Not now.').waitFor()
  expect(whileSending).toEqual([])
  await expect.poll(() => sourdough().length).toBeGreaterThan(0)

  await page.unroute('**/form.submit*')
  await submit(page)
  await overlay(page).waitFor()
})

test('what cannot be fetched at first is waited for, and is there when it comes', async () => {
  const page = await open()
  await field(page, 'legalName').fill('Café')
  await field(page, 'city').focus()
  await saved(page)
  const next = await page.context().newPage()
  let refused = 0
  await next.route('**/form.sessionState*', (route) => {
    refused += 1
    return route.abort()
  })
  await next.goto(`${server.url}/form/demo`)
  await next.getByText(formMessages.draft.resuming).waitFor({ timeout: 15_000 })
  await field(next, 'nature').fill('Bakery')
  await next.unroute('**/form.sessionState*')
  await next.getByText(formMessages.draft.welcomeBack).waitFor({ timeout: 30_000 })
  expect(refused).toBeGreaterThan(0)
  expect(await field(next, 'legalName').inputValue()).toBe('Café')
  expect(await field(next, 'nature').inputValue()).toBe('Bakery')
}, 90_000)

/** Would the browser ask whoever leaves now? */
const asksOnLeaving = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))

test('what is being sent is not left without a question, and cannot be started over', async () => {
  const page = await open()
  await fillIn(page)
  await expect.poll(() => asksOnLeaving(page)).toBe(false)
  const before = await server.services.db.system.formSubmission.count()
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
  await overlay(page).waitFor({ timeout: 15_000 })
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  expect(await server.services.db.system.formSubmission.count()).toBe(before + 1)
}, 60_000)
