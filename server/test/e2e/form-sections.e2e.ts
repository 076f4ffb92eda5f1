import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { getOwn } from '#domain/get-own'
import { english } from '#domain/messages/en'
import { spanish } from '#domain/messages/es'
import { reviewMessages } from '#domain/messages/review'
import { russian } from '#domain/messages/ru'
import { axeViolations } from '../support/axe.ts'
import { makeCompany, makeLink } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'
import {
  DESKTOP,
  enter,
  field,
  fillIn,
  formBrowser,
  PHONE,
  reach,
  reachSubmit,
  ready,
  requiredAnswers,
  saved,
  submitButton,
  visit,
} from './form-visit.ts'
import type { Visit } from './form-visit.ts'
import { layoutFaults, smallTargets } from './layout-faults.ts'

/** The way through the form: the menu of sections, one section at a time on phones, the review, the problems. */

const server = await startTestServer()
const browser = formBrowser()
const WORDS = { en: english.form, es: spanish.form, ru: russian.form }
const words = english.form.steps
const FULL = fullApplication()

async function open(options: Visit): Promise<Page> {
  const page = await visit(browser(), server.url, options)
  await ready(page)
  return page
}

const openSections = (page: Page) =>
  page
    .locator('.card')
    .evaluateAll((cards) =>
      cards
        .filter((card) => card.querySelector('.card-body')?.checkVisibility())
        .map((card) => (card instanceof HTMLElement ? card.dataset.section : '')),
    )
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)
const menu = (page: Page) => page.locator('.menu-button')
const next = (page: Page) => page.getByRole('button', { name: words.continue, exact: true })

test('on a phone one section follows another, in en', () => walkSections('en'))

test.each(['es', 'ru'] as const)(
  'on a phone one section follows another, in %s',
  { tags: ['long'] },
  (language) => walkSections(language),
)

async function walkSections(language: keyof typeof WORDS) {
  const { steps } = WORDS[language]
  const scheme = language === 'en' ? 'light' : 'dark'
  const page = await open({
    ...PHONE,
    viewport: { width: 320, height: 740 },
    colorScheme: scheme,
    path: `/form/demo?lang=${language}`,
  })
  const keys = ['businessInfo', 'references', 'questions', 'partners', 'signatures', 'uploads']
  const faults: string[] = []
  for (const [index, key] of keys.entries()) {
    expect(await openSections(page)).toEqual([key])
    await expect
      .poll(() => menu(page).innerText())
      .toBe(steps.at(index + 1, keys.length, getOwn(steps.names, key) ?? ''))
    if (index > 0) expect(await focusedId(page)).toBe(`heading-${key}`)
    const found = [
      // The button of a closed section covers its card.
      ...(await layoutFaults(page)).filter((fault) => !fault.includes('lies over button.card-opener')),
      ...(await axeViolations(page)),
      ...(await smallTargets(page, '.card-opener, .menu-button, .section-steps .button', 44)),
    ]
    faults.push(...found.map((fault) => `${key}: ${fault}`))
    expect(await submitButton(page).isVisible()).toBe(index === keys.length - 1)
    const on = page.getByRole('button', { name: steps.continue, exact: true })
    if (index === keys.length - 1) expect(await on.count()).toBe(0)
    else {
      await on.click()
      const anyway = page.getByRole('button', { name: steps.goOnAnyway })
      if (await anyway.isVisible()) await anyway.click()
    }
  }
  await page.getByRole('button', { name: steps.back, exact: true }).click()
  expect(await openSections(page)).toEqual(['signatures'])

  await menu(page).click()
  // The open list lies over what is below it.
  const inMenu = await axeViolations(page)
  expect(inMenu.filter((violation) => !violation.startsWith('target-size'))).toEqual([])
  faults.push(...(await layoutFaults(page)).filter((fault) => !fault.includes('lies over')))
  await page.keyboard.press('Escape')
  expect(await menu(page).evaluate((button) => button === document.activeElement)).toBe(true)

  await page.getByRole('button', { name: steps.showAll }).click()
  expect(await openSections(page)).toEqual(keys)
  await page.getByRole('button', { name: steps.showOne }).click()
  expect(await openSections(page)).toEqual(['signatures'])
  expect(faults).toEqual([])
}

test('the menu says the state of each section and leads there; the browser’s back leaves the form', async () => {
  const page = await open({ ...PHONE, path: '/form/demo?lang=en' })
  await field(page, 'legalName').fill('Café')
  await menu(page).click()
  const partners = page.locator('.steps').getByRole('button', { name: 'Partners' })
  expect(await partners.innerText()).toContain(words.states.new)
  const business = page.locator('.steps').getByRole('button', { name: 'Business' })
  expect(await business.innerText()).toContain(words.states.begun)
  expect(await business.getAttribute('aria-current')).toBe('step')
  await partners.click()
  expect(await openSections(page)).toEqual(['partners'])
  expect(await focusedId(page)).toBe('heading-partners')
  expect(await field(page, 'legalName').inputValue()).toBe('Café')
  expect(await page.evaluate(() => history.length)).toBe(2)
  await page.getByRole('button', { name: `PLEASE FILL OUT COMPLETELY: ${words.states.begun}` }).click()
  expect(await openSections(page)).toEqual(['businessInfo'])
})

test('a phone that is turned keeps the section in use, and paper shows all', async () => {
  const page = await open({ ...PHONE, viewport: { width: 740, height: 360 }, path: '/form/demo?lang=en' })
  await field(page, 'reference1').focus()
  await page.setViewportSize(PHONE.viewport)
  expect(await openSections(page)).toEqual(['references'])
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('reference1')
  await page.emulateMedia({ media: 'print' })
  const printed = ['businessInfo', 'references', 'questions', 'partners', 'signatures', 'uploads']
  expect(await openSections(page)).toEqual(printed)
})

test('a company can have all sections shown on phones', async () => {
  const company = await makeCompany(server.services, { nameOut: 'All Funding' })
  await server.services.db.connections.system.client().company.update({
    where: { id: company.id },
    data: { applicantSettings: { sectionsOnPhones: 'all' } },
  })
  const { slug } = await makeLink(server.services, company.id)
  const page = await open({ ...PHONE, path: `/form/${slug}?lang=en` })
  expect(await openSections(page)).toHaveLength(6)
})

test('what to have ready names what the company asks for, and the specified heading stands once', async () => {
  const page = await open({ ...DESKTOP, path: '/form/demo?lang=en' })
  expect(await page.getByText(words.showAll).isVisible()).toBe(false)
  await page
    .getByText(/^About 8 minutes\. Have ready: EIN, SSN, 4 months of bank statements\. Fields/)
    .waitFor()
  expect(await page.getByText('PLEASE FILL OUT COMPLETELY').count()).toBe(1)

  const company = await makeCompany(server.services, { nameOut: 'Short Funding' })
  const appEditorSettings = JSON.stringify({
    bankStatements: { last3Months: false },
    partners: { partner1: { SSN: false } },
  })
  await server.services.db.connections.system
    .client()
    .company.update({ where: { id: company.id }, data: { appEditorSettings } })
  const { slug } = await makeLink(server.services, company.id)
  const other = await open({ ...DESKTOP, path: `/form/${slug}?lang=en` })
  expect(await other.locator('.required-note').innerText()).not.toContain('statements')
})

test(
  'on a phone the problems are folded by section, and Next problem leads from one to the next',
  { tags: ['long'] },
  async () => {
    const page = await open({ ...PHONE, path: '/form/demo?lang=en' })
    await (await reachSubmit(page)).click()
    const summary = page.locator('.summary')
    await summary.waitFor()
    expect(await summary.locator('summary').allInnerTexts()).toEqual([
      'Business (7)',
      'Partners (5)',
      'Signatures (2)',
    ])
    expect(await axeViolations(page)).toEqual([])
    await summary.locator('summary').nth(1).click()
    await summary.getByRole('link', { name: /SSN/ }).click()
    expect(await openSections(page)).toEqual(['partners'])
    expect(await focusedId(page)).toBe('field-partner1SSN')
    expect(await page.getByRole('button', { name: `References: ${words.states.new}` }).isVisible()).toBe(true)

    const nextProblem = page.getByRole('button', { name: reviewMessages.en.next })
    await page.keyboard.type('219091234')
    await nextProblem.click()
    expect(await focusedId(page)).toBe('field-partner1DOB')
    // Enter in a field that was sought leads on as well.
    await page.keyboard.press('Enter')
    expect(await focusedId(page)).toBe('field-partner1Address')
    await fillIn(page)
    await expect.poll(() => nextProblem.isVisible()).toBe(false)
    await page.getByRole('heading', { name: reviewMessages.en.corrected }).waitFor()
    await page.getByRole('button', { name: reviewMessages.en.toSubmit }).click()
    expect(await submitButton(page).evaluate((button) => button === document.activeElement)).toBe(true)
  },
)

test.each([
  { on: 'a phone', screen: PHONE },
  { on: 'a desktop', screen: DESKTOP },
])('before Submit, each answer is one tap from its field and back, on $on', async ({ screen }) => {
  const page = await open({ ...screen, path: '/form/demo?lang=en' })
  for (const name of ['legalName', 'rent', 'taxId', 'style'] as const) {
    const control = await reach(field(page, name))
    if (name === 'style') await control.selectOption('LLC')
    else await control.fill(FULL[name] ?? '')
  }
  const fold = page.locator('.check summary')
  await (await reachSubmit(page)).scrollIntoViewIfNeeded()
  await fold.click()
  const row = (label: string) => page.locator('.review li').filter({ hasText: label })
  await row('Legal business name').waitFor()
  expect(await row('Monthly rent').innerText()).toContain('$4,500.00')
  expect(await row('Tax ID').innerText()).toContain('**-***6789')
  expect(await row('Date started').innerText()).toContain(reviewMessages.en.missing)
  expect(await row('Fax').count()).toBe(0)
  expect(await page.locator('.review').innerText()).not.toContain('12-3456789')
  expect(await axeViolations(page)).toEqual([])
  expect(await smallTargets(page, '.check summary, .review .button', 44)).toEqual([])

  await page.getByRole('button', { name: reviewMessages.en.editAnswer('Monthly rent') }).click()
  expect(await focusedId(page)).toBe('field-rent')
  if (screen === PHONE) expect(await openSections(page)).toEqual(['businessInfo'])
  await field(page, 'rent').fill('5000')
  await page.getByRole('button', { name: words.toReview }).click()
  expect(await focusedId(page)).toBe('review-rent')
  expect(await row('Monthly rent').innerText()).toContain('$5,000.00')
})

test('Continue shows the section’s problems, and going on anyway stays passed after a reload', async () => {
  const page = await open({ ...PHONE, path: '/form/demo?lang=en' })
  const answers = requiredAnswers().filter(([name]) => !/^(partner|signer)/.test(name))
  await enter(
    page,
    answers.filter(([name]) => name !== 'city'),
  )
  await next(page).click()
  expect(await openSections(page)).toEqual(['businessInfo'])
  const held = page.getByRole('group', { name: 'One answer needs a look' })
  expect(await held.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await axeViolations(page)).toEqual([])
  await held.getByRole('link').click()
  expect(await focusedId(page)).toBe('field-city')
  await page.keyboard.type('Newark')
  await held.waitFor({ state: 'detached' })
  for (const key of ['references', 'questions', 'partners', 'signatures']) {
    await next(page).click()
    if (key === 'signatures') await page.getByRole('button', { name: words.goOnAnyway }).click()
    expect(await openSections(page)).toEqual([key])
  }
  await saved(page)
  await page.reload()
  await page.getByText(words.stopped('Partners')).waitFor()
  for (const title of ['References', 'Qualifying questions'])
    await page.getByRole('button', { name: `${title}: ${words.states.done}` }).waitFor()
})

test(
  'a phone folds optional fields until one is answered, and its first field starts near the top',
  { tags: ['long'] },
  async () => {
    for (const language of ['en', 'es', 'ru']) {
      const page = await open({
        ...PHONE,
        viewport: { width: 390, height: 844 },
        path: `/form/demo?lang=${language}`,
      })
      expect((await page.locator('.field').first().boundingBox())?.y).toBeLessThanOrEqual(200)
      expect(await field(page, 'fax').isVisible()).toBe(false)
    }
    const page = await open({ ...PHONE, path: '/form/demo?lang=en' })
    await page.getByRole('button', { name: /^Optional/ }).click()
    expect(await focusedId(page)).toBe('field-fax')
    await page.keyboard.type('2125550101')
    await saved(page)
    await page.reload()
    await page.locator('.welcome-back').waitFor()
    expect(await (await reach(field(page, 'rent'))).isVisible()).toBe(true)
    await page.setViewportSize(DESKTOP.viewport)
    expect(await field(page, 'reference1').isVisible()).toBe(true)
  },
)

test.each([
  { on: 'a phone', screen: PHONE },
  { on: 'a desktop', screen: DESKTOP },
])('who comes back lands where they stopped, without losing the focus, on $on', async ({ screen }) => {
  const page = await open({ ...screen, path: '/form/demo?lang=en' })
  await fillIn(page)
  await (await reach(field(page, 'partner1Name'))).fill('')
  await (await reach(field(page, 'city'))).focus()
  await saved(page)
  await page.reload()
  await page.getByText(words.stopped('Partners')).waitFor()
  await expect.poll(() => page.locator('#heading-partners').evaluate(isInView)).toBe(true)
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  if (screen === PHONE) expect(await openSections(page)).toEqual(['partners'])
  else expect(await page.locator('.steps [aria-current]').innerText()).toContain('Partners')
})

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return top > 0 && bottom < window.innerHeight
}

test('on a phone the whole application is answered section by section and sent', async () => {
  const page = await open({ ...PHONE, path: '/form/demo?lang=en' })
  await fillIn(page)
  while (await next(page).isVisible()) await next(page).click()
  expect(await openSections(page)).toEqual(['uploads'])
  await submitButton(page).click()
  await page.getByRole('dialog').waitFor()
})
