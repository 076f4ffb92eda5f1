import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  FrameLocator,
  Locator,
  Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { INPUTS } from '#domain/catalogue/index'
import { questionMessages } from '#domain/messages/questions'
import type { Services } from '../../services.ts'
import { closeContexts, workersBrowser } from '../support/browser.ts'
import { keptContexts } from './kept-contexts.ts'

/** How an applicant comes to the form. */
export type Visit = BrowserContextOptions & {
  path?: string
  /** Called with the page before it goes anywhere. */
  before?: (page: Page) => Promise<unknown>
}

export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const
export const DESKTOP = { viewport: { width: 1280, height: 900 } } as const

/** The contexts of `visit`, by the site that is visited. */
const kept = new Map<string, ReturnType<typeof keptContexts>>()

/** The worker's browser, without its pages after each test. Call it at the top of a test file. */
export function formBrowser(): () => Browser {
  let browser: Browser
  beforeAll(async () => {
    browser = await workersBrowser()
  })
  afterEach(async () => {
    const sites = [...kept.values()]
    const own = browser.contexts().filter((context) => !sites.some((site) => site.keeps(context)))
    await Promise.all([...sites.map((site) => site.empty()), ...own.map((context) => context.close())])
  })
  afterAll(async () => {
    kept.clear()
    await closeContexts(browser)
  })
  return () => browser
}

/** Dates are typed as the keyboard's country writes them. */
const LOCALE = { locale: 'en-US' } as const

/** Opens the form, without motion; nothing is left of earlier tests or visits. The file calls `formBrowser`. */
export async function visit(
  browser: Browser,
  url: string,
  { path = '/form/demo', before, ...options }: Visit = {},
): Promise<Page> {
  const { href, origin } = new URL(url + path)
  const contexts = kept.get(origin) ?? keptContexts(origin)
  kept.set(origin, contexts)
  const used = { ...LOCALE, reducedMotion: 'reduce', ...options } as const
  const { context } = await contexts.take(browser, used, () => undefined)
  return goTo(context, href, before)
}

/** Opens the form in a context of its own. */
export async function visitAnew(
  browser: Browser,
  url: string,
  { path = '/form/demo', before, ...options }: Visit = {},
): Promise<Page> {
  const context = await browser.newContext({ ...LOCALE, ...options })
  return goTo(context, url + path, before)
}

async function goTo(context: BrowserContext, url: string, before: Visit['before']): Promise<Page> {
  const page = await context.newPage()
  await before?.(page)
  await page.goto(url)
  return page
}

/** What has to be answered where two persons sign. */
export const allRequired = (): [name: string, answer: string][] => {
  const answers = fullApplication()
  return [...INPUTS.values()]
    .filter(({ required }) => required)
    .map(({ name }) => [name, answers[name] ?? ''])
}

/** What has to be answered by somebody who signs alone. */
export const requiredAnswers = () => allRequired().filter(([name]) => !name.startsWith('signer2'))

export const field = (page: Page, name: string): Locator => page.locator(`[name="${name}"]`)

/** Opens the section of a control if it is closed, and its optional fields if they are folded, as on phones. */
export async function reach(control: Locator): Promise<Locator> {
  const section = control.first().locator('xpath=ancestor::section[@data-section]')
  const opener = section.locator('.card-opener')
  if (await opener.isVisible()) await opener.click()
  const optional = section.locator('.optional .button')
  if (!(await control.first().isVisible()) && (await optional.isVisible())) await optional.click()
  return control
}

/** The demo company's form opens all sections on phones. Call it before the form is first asked for. */
export const showAllOnPhones = (services: Services) =>
  services.db.connections.system
    .client()
    .company.updateMany({ data: { applicantSettings: { sectionsOnPhones: 'all' } } })

/** Answers 'Does a second person sign?', unfolded if need be, and that signer 2 may be left out, if asked. */
export async function answerSecondPerson(page: Page | FrameLocator, answer: 'Yes' | 'No'): Promise<void> {
  const folded = page.locator('#section-signatures .unfold')
  if ((await folded.count()) > 0) await (await reach(folded)).click()
  const choice = await reach(page.locator(`[name=secondSigner][value=${answer}]`))
  const question = page.getByRole('alertdialog', { name: questionMessages.en.leaveOut.ask })
  await choice.click()
  await question
    .or(page.locator(`[name=secondSigner][value=${answer}]:checked`))
    .first()
    .waitFor()
  if (await question.isVisible()) await question.locator('.primary').click()
  await expect.poll(() => choice.isChecked()).toBe(true)
}

/** Fills in the whole form, without a second signer; narrow screens do not ask for one. */
export async function fillIn(inside: Page | FrameLocator): Promise<void> {
  await enter(inside, requiredAnswers())
  if ((await inside.locator('[name=secondSigner]').count()) > 0) await answerSecondPerson(inside, 'No')
}

/**
 * Enters answers at once, as a browser's autofill does, where the typing is not what is tested. Opens closed sections
 * and folds on the way, as they are on phones.
 * @throws Error when a field is not there or cannot be filled in
 */
export async function enter(
  inside: Page | FrameLocator,
  answers: readonly (readonly [name: string, answer: string])[],
): Promise<void> {
  await ready(inside)
  await inside.locator('body').evaluate(async (_body, answers) => {
    for (const [name, answer] of answers) {
      const choice = document.querySelector<HTMLInputElement>(
        `[type=radio][name="${name}"][value="${CSS.escape(answer)}"]`,
      )
      const control = choice ?? document.querySelector<HTMLInputElement>(`[name="${name}"]`)
      const section = control?.closest('[data-section]')
      const opener = section?.querySelector<HTMLElement>('.card-opener')
      if (opener?.checkVisibility()) {
        opener.click()
        // A section folds its optional fields when it is first drawn.
        for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
      }
      const fold = section?.querySelector<HTMLElement>('.optional .unfold')
      if (!control?.checkVisibility() && fold?.checkVisibility()) {
        fold.click()
        await null
      }
      if (!control?.checkVisibility({ visibilityProperty: true }) || control.matches(':disabled, [inert] *'))
        throw new Error(`${name} cannot be filled in`)
      control.focus()
      if (choice) {
        choice.click()
        continue
      }
      // React would not notice a change of the property itself.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, answer)
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
      // React draws between two events.
      await null
    }
  }, answers)
}

/** Would the browser ask whoever leaves now? */
export const asksOnLeaving = (inside: Page | FrameLocator): Promise<boolean> =>
  inside
    .locator('body')
    .evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))

/** Waits until everything is saved; the page says 'saved' of the save before as well. */
export async function saved(inside: Page | FrameLocator): Promise<void> {
  await inside.locator('.save-state.saved').waitFor()
  await expect.poll(() => asksOnLeaving(inside)).toBe(false)
}

export const submitButton = (inside: Page | FrameLocator) => inside.locator('button[type=submit]')

/** Opens the last section, as phones show the button below it alone. */
export async function reachSubmit(inside: Page | FrameLocator): Promise<Locator> {
  await ready(inside)
  await reach(inside.locator('[data-section]').last().locator('.card-header'))
  return submitButton(inside)
}

/** Waits until the form is there to be filled in. */
export const ready = (inside: Page | FrameLocator) => inside.locator('.sections[aria-busy=false]').waitFor()

/** A signature by mouse, with strokes that no one would take for a dot. `inside`: the frame that the form is in. */
export async function signByMouse(
  page: Page,
  place: Locator,
  inside: Page | FrameLocator = page,
): Promise<void> {
  const canvas = await uncover(inside, place.locator('xpath=..'))
  const at = await pointsOf(canvas)
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
  await finishSheet(inside)
}

/** Gives the consent and presses what covers the paper. @returns the canvas to sign on */
export async function uncover(page: Page | FrameLocator, paper: Locator): Promise<Locator> {
  const cover = paper.locator('.signature-cover')
  const sheet = page.locator('.signature-sheet')
  if (!(await sheet.isVisible())) {
    await giveConsent(page)
    if (await cover.isVisible()) await cover.click()
  }
  const canvas = (await sheet.isVisible()) ? sheet.locator('canvas') : paper.locator('canvas').first()
  await canvas.scrollIntoViewIfNeeded()
  return canvas
}

/** Ticks the box above the signatures, which is loaded when they near the screen. */
export async function giveConsent(page: Page | FrameLocator): Promise<void> {
  await page.locator('.signature').first().scrollIntoViewIfNeeded()
  await page.locator('.consent').getByRole('checkbox').check()
}

/** Leaves the sheet that covers a phone's screen, where there is one. */
export async function finishSheet(page: Page | FrameLocator): Promise<void> {
  const sheet = page.locator('.signature-sheet')
  if (await sheet.isVisible()) await sheet.locator('.button.primary').click()
}

/** A function from points of the sheet to points of the screen. */
export async function pointsOf(canvas: Locator) {
  const box = await canvas.boundingBox()
  if (!box) throw new Error('No canvas to sign on')
  return (x: number, y: number) => [box.x + (x * box.width) / 400, box.y + (y * box.height) / 120] as const
}
