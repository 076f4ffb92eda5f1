import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { INPUTS } from '#domain/catalogue/index'
import type { Services } from '../../services.ts'
import { launchBrowser } from '../support/browser.ts'

/** How an applicant comes to the form. */
export type Visit = BrowserContextOptions & {
  path?: string
  /** Called with the page before it goes anywhere. */
  before?: (page: Page) => Promise<unknown>
}

export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const
export const DESKTOP = { viewport: { width: 1280, height: 900 } } as const

/** A browser that closes its pages after each test, and itself after the file's last test. Call it at the top of a test file. */
export function formBrowser(): () => Browser {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  })
  afterAll(() => browser?.close())
  return () => browser
}

/** Opens the form in a browser of its own: nothing is left of earlier visits. */
export async function visit(
  browser: Browser,
  url: string,
  { path = '/form/demo', before, ...options }: Visit = {},
): Promise<Page> {
  // Dates are typed as the keyboard's country writes them.
  const context = await browser.newContext({ locale: 'en-US', ...options })
  const page = await context.newPage()
  await before?.(page)
  await page.goto(url + path)
  return page
}

/** What has to be answered by somebody who signs alone. */
export const requiredAnswers = (): [name: string, answer: string][] => {
  const answers = fullApplication()
  return [...INPUTS.values()]
    .filter(({ name, required }) => required && !name.startsWith('signer2'))
    .map(({ name }) => [name, answers[name] ?? ''])
}

export const field = (page: Page, name: string): Locator => page.locator(`[name="${name}"]`)

/** Opens the section of a control if it is closed, as sections are on phones. */
export async function reach(control: Locator): Promise<Locator> {
  const opener = control.first().locator('xpath=ancestor::section[@data-section]').locator('.card-opener')
  if (await opener.isVisible()) await opener.click()
  return control
}

/** The demo company's form opens all sections on phones. Call it before the form is first asked for. */
export const showAllOnPhones = (services: Services) =>
  services.db.system.company.updateMany({ data: { applicantSettings: { sectionsOnPhones: 'all' } } })

/** Answers 'Does a second person sign?'. */
export const answerSecondPerson = async (page: Page, answer: 'Yes' | 'No'): Promise<void> =>
  (await reach(page.locator(`[name=secondSigner][value=${answer}]`))).check()

/** Answers all of it; no second person signs. */
export async function fillIn(page: Page): Promise<void> {
  for (const [name, answer] of requiredAnswers()) await (await reach(field(page, name))).fill(answer)
  await answerSecondPerson(page, 'No')
}

export const submitButton = (page: Page) => page.locator('button[type=submit]')

/** Waits until the form is there to be filled in. */
export const ready = (page: Page) => submitButton(page).waitFor()

/** A signature by mouse, with strokes that no one would take for a dot. */
export async function signByMouse(page: Page, canvas: Locator): Promise<void> {
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('No canvas to sign on')
  const at = (x: number, y: number) =>
    [box.x + (x * box.width) / 400, box.y + (y * box.height) / 120] as const
  await page.mouse.move(...at(30, 80))
  await page.mouse.down()
  for (const [x, y] of [
    [90, 20],
    [140, 95],
    [200, 30],
    [260, 90],
    [330, 40],
  ] as const) {
    await page.mouse.move(...at(x, y), { steps: 8 })
  }
  await page.mouse.up()
}
