import type { Browser, Page } from 'playwright-core'
import { formMessages } from '#domain/messages/form'
import { inConditions, PHONE, type MeasuredPage } from './conditions.ts'
import { entriesOf, layoutShift } from './entries.ts'
import { mark, traceTasks, type Task } from './task-trace.ts'

/** One applicant at work on a phone. */
export type Work = {
  tasks: Task[]
  /** milliseconds from a key to the frame that shows it, 95th percentile; the browser tells none below 16 */
  keyMs: number
  /** milliseconds of the processor that a key takes in all */
  keyProcessorMs: number
  shift: number
  /** milliseconds from the click on 'Submit' to the frame that shows what is missing */
  refusal: number
}

/** A quick typist on a phone. */
const KEY_MS = 40

/** Every kind of field, in the order of the form. Keys, as a keyboard sends them. */
const ANSWERS: readonly (readonly [name: string, keys: string])[] = [
  ['legalName', 'Golden Crust Bakery LLC'],
  ['businessPhone', '2125550187'],
  ['startDate', '03152015'],
  ['rent', '4500.50'],
  ['website', 'goldencrust.example.com'],
  ['email', 'owner@goldencrust.example.com'],
  ['address', '12 Mulberry Street'],
  ['state', 'New Y'],
  ['zip', '10013'],
  ['taxId', '123456789'],
  ['useOfFunds', 'A second oven and two months of flour, so that we can bake for the market, too'],
  ['partner1SSN', '123456789'],
]
const TYPED = ANSWERS.reduce((sum, [, keys]) => sum + keys.length, 0)
const QUESTION = 'question6'
const SHEET = '.signature-sheet canvas'

/** Fills in a dozen fields and signs, while drafts are saved, then submits what is not complete. */
export function measureWork(browser: Browser, { url, drawn }: MeasuredPage): Promise<Work> {
  return inConditions(browser, { ...PHONE, network: null }, async (page) => {
    await page.goto(url)
    await page.locator(drawn).waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    // A click would leave a pointer over the page, which phones don't have.
    await page.getByRole('button', { name: formMessages.steps.showAll }).tap()
    await watchKeys(page)
    const tasks = await traceTasks(browser, page, () => fillIn(page))
    const keyMs = await readKeys(page)
    return {
      tasks,
      keyMs,
      keyProcessorMs: processorPerKey(tasks),
      shift: await layoutShift(page),
      refusal: await refusal(page),
    }
  })
}

const watchKeys = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const options = { type: 'event', durationThreshold: 16 }
    new PerformanceObserver((list) => {
      for (const { name, startTime: start, duration } of list.getEntries())
        if (name === 'keydown') performance.measure('key', { start, duration })
    }).observe(options)
  })

async function readKeys(page: Page): Promise<number> {
  const keys = (await entriesOf(page, 'measure')).filter(({ name }) => name === 'key')
  const slowest = keys.map(({ duration }) => duration).toSorted((one, other) => other - one)
  return slowest[Math.floor(TYPED * 0.05)] ?? 16
}

function processorPerKey(tasks: readonly Task[]): number {
  const names = new Set(ANSWERS.map(([name]) => name))
  return tasks.reduce((sum, task) => sum + (names.has(task.mark) ? task.processor : 0), 0) / TYPED
}

async function fillIn(page: Page): Promise<void> {
  for (const [name, keys] of ANSWERS) {
    await mark(page, name)
    await focus(page, `[name="${name}"]`)
    await page.keyboard.type(keys, { delay: KEY_MS })
  }
  await mark(page, QUESTION)
  await focus(page, `[name="${QUESTION}"]`)
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowRight', 'ArrowLeft']) {
    await page.keyboard.press(key, { delay: KEY_MS })
  }
  await mark(page, 'consent')
  await page.locator('.consent input').check()
  await page.locator('.signature-cover').first().click()
  await page.locator(SHEET).waitFor()
  await mark(page, 'signature')
  await sign(page)
  await page.locator('.signature-sheet .primary').click()
  await mark(page, 'rest')
  await page.waitForLoadState('networkidle')
}

/**
 * By the page itself: the tools that wait and look for elements would be work within the page, too. In the middle, as
 * headless Chromium draws no frames of what lies at the lower edge of an emulated screen.
 */
const focus = (page: Page, selector: string): Promise<void> =>
  page.evaluate((selector) => {
    const element = document.querySelector<HTMLElement>(selector)
    element?.scrollIntoView({ block: 'center', behavior: 'instant' })
    element?.focus({ preventScroll: true })
  }, selector)

/** Two strokes with many turns. */
async function sign(page: Page): Promise<void> {
  const box = await page.locator(SHEET).boundingBox()
  if (!box) throw new Error('No sheet to sign on')
  for (const row of [0, 1]) {
    const at = (step: number): [x: number, y: number] => [
      box.x + 20 + step * 4,
      box.y + 40 + row * 30 + Math.sin(step) * 15,
    ]
    await page.mouse.move(...at(0))
    await page.mouse.down()
    for (let step = 1; step <= 50; step++) await page.mouse.move(...at(step))
    await page.mouse.up()
  }
}

async function refusal(page: Page): Promise<number> {
  const shown = page.evaluate(
    () =>
      new Promise<number>((done) => {
        let clicked = Number.NaN
        document.addEventListener('click', (event) => (clicked = event.timeStamp), {
          capture: true,
          once: true,
        })
        const watcher = new MutationObserver(() => {
          if (document.querySelector('.summary') === null) return
          watcher.disconnect()
          // After the frame that shows it.
          requestAnimationFrame(() => setTimeout(() => done(performance.now() - clicked)))
        })
        watcher.observe(document.body, { childList: true, subtree: true })
      }),
  )
  await page.locator('[type=submit]').click()
  return shown
}
