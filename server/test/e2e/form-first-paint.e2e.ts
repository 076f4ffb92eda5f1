// @module-tag long
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { english } from '#domain/messages/en'
import { spanish } from '#domain/messages/es'
import { startTestServer } from '../support/server.ts'
import {
  answerSecondPerson,
  DESKTOP,
  enter,
  field,
  formBrowser,
  PHONE,
  reachSubmit,
  ready,
  requiredAnswers,
  saved,
  submitButton,
  type Visit,
} from './form-visit.ts'

/** What the page shows before its script is there, and how the script takes it over. */

const server = await startTestServer()
const browser = formBrowser()

/** Holds back the script, but not the one that runs before the page is painted. */
async function holdScript(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/assets\/(?!returning)[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

/** Opens the page without its script until `letGo` is called. */
async function openEarly({ path = '/form/demo', ...device }: Visit = {}) {
  const context = await browser().newContext({ locale: 'en-US', ...device })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const letGo = await holdScript(page)
  await page.goto(server.url + path, { waitUntil: 'commit' })
  return { page, complaints, letGo }
}

const company = () => server.services.db.connections.system.client().company.findFirstOrThrow()

test.each([PHONE, DESKTOP])(
  'the first section stands without script, and what is typed into it is sent: $viewport.width px',
  async (device) => {
    const { page, complaints, letGo } = await openEarly(device)
    await page.getByRole('heading', { name: english.form.title, exact: true }).waitFor()
    expect(await page.title()).toBe(`${english.form.title} · ${(await company()).nameOut}`)
    await page.getByLabel('Legal business name').pressSequentially('Early Bird LLC')
    await field(page, 'businessPhone').pressSequentially('2125550187')
    await page.keyboard.press('Enter')
    await field(page, 'city').pressSequentially('Early ')
    expect(await submitButton(page).count()).toBe(0)

    letGo()
    await ready(page)
    expect(page.url()).toBe(`${server.url}/form/demo`)
    // The field in use keeps the focus and the caret.
    await page.keyboard.type('Town')
    expect(await field(page, 'city').inputValue()).toBe('Early Town')
    expect(await field(page, 'businessPhone').inputValue()).toBe('(212) 555-0187')
    const early = ['legalName', 'businessPhone', 'city']
    await enter(
      page,
      requiredAnswers().filter(([name]) => !early.includes(name)),
    )
    if (device === DESKTOP) await answerSecondPerson(page, 'No')
    await saved(page)
    const request = page.waitForRequest('**/form.submit*')
    await (await reachSubmit(page)).click()
    await page.getByRole('dialog', { name: 'Заявка отправлена!' }).waitFor()
    expect((await request).postDataJSON()).toMatchObject({
      legalName: 'Early Bird LLC',
      businessPhone: '(212) 555-0187',
      city: 'Early Town',
    })
    expect(complaints).toEqual([])
  },
)

test('an empty form is not shown to who has a draft, a receipt or another language', async () => {
  const { page, complaints, letGo } = await openEarly(PHONE)
  letGo()
  await ready(page)
  await enter(page, requiredAnswers().slice(0, 2))
  await saved(page)
  const again = async () => {
    await page.unrouteAll({ behavior: 'wait' })
    const release = await holdScript(page)
    await page.goto(`${server.url}/form/demo`, { waitUntil: 'commit' })
    await page.getByRole('heading', { name: english.form.title, exact: true }).waitFor()
    await page.locator('body > .loading').waitFor()
    expect(await field(page, 'legalName').isVisible()).toBe(false)
    return release
  }
  const showDraft = await again()
  showDraft()
  await page.locator('.welcome-back').waitFor()
  expect(await field(page, 'legalName').inputValue()).toBe(requiredAnswers()[0]?.[1])

  await page.evaluate(() => {
    localStorage.clear()
    localStorage.setItem('form_language', 'es')
  })
  const showSpanish = await again()
  showSpanish()
  await page.getByRole('heading', { name: spanish.form.title, exact: true }).waitFor()
  await ready(page)

  await page.evaluate(() => {
    localStorage.clear()
    localStorage.setItem('form_receipt_demo', 'receipt')
    localStorage.setItem('form_received_demo', new Date().toISOString())
  })
  const showReceipt = await again()
  showReceipt()
  // Which the server doesn't know.
  await page.locator('.received').or(page.locator('.sections[aria-busy=false]')).first().waitFor()
  expect(complaints.filter((text) => !text.includes('status of 40'))).toEqual([])
})

test('who looked at the form before sees it at once again', async () => {
  const { page, complaints, letGo } = await openEarly(PHONE)
  letGo()
  await ready(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('form_session_demo'))).not.toBeNull()
  await page.unrouteAll({ behavior: 'wait' })
  const release = await holdScript(page)
  await page.reload({ waitUntil: 'commit' })
  const drawn = await field(page, 'legalName').elementHandle()
  await field(page, 'legalName').fill('Second Look LLC')
  release()
  await ready(page)
  expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true)
  expect(await field(page, 'legalName').inputValue()).toBe('Second Look LLC')
  expect(await page.locator('.welcome-back').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a page without a form says that it loads, and one without script what is missing', async () => {
  const { page } = await openEarly({ path: '/form/no-such-slug?lang=es' })
  await page.getByText(spanish.form.loading).waitFor()
  expect(await page.locator('input').count()).toBe(0)

  const context = await browser().newContext({ javaScriptEnabled: false })
  const scriptless = await context.newPage()
  await scriptless.goto(`${server.url}/form/demo`)
  await scriptless.locator('noscript p').waitFor()
  expect(await scriptless.locator('#root').isVisible()).toBe(false)
})

test('a company’s words draw nothing of their own', async () => {
  const { id, nameOut } = await company()
  const rename = (nameOut: string) =>
    server.services.db.connections.system.client().company.update({ where: { id }, data: { nameOut } })
  await rename('<img src=x onerror=alert(1)> & "Sons"')
  const { page, complaints, letGo } = await openEarly(DESKTOP)
  await page.locator('.company').getByText('<img src=x onerror=alert(1)> & "Sons"').waitFor()
  letGo()
  await ready(page)
  expect(complaints).toEqual([])
  await rename(nameOut)
})
