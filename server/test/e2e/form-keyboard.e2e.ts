// @module-tag long
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { formMessages as words } from '#domain/messages/form'
import { questionMessages } from '#domain/messages/questions'
import { successMessages } from '#domain/messages/success'
import { startTestServer } from '../support/server.ts'
import { SMALL_PDF } from '../support/uploads.ts'
import { focusedStop, isAfter, move, reachable, type Stop } from './focus-stops.ts'
import { DESKTOP, formBrowser, PHONE, reach, ready, requiredAnswers, visit } from './form-visit.ts'

/** The whole application with a keyboard alone: Tab, Shift+Tab, arrows, Space, Enter, Escape and typing. */

const server = await startTestServer()
const browser = formBrowser()

/** From the address bar through the page and out of it again. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let stop = await move(page, 'Tab'); stop !== null; stop = await move(page, 'Tab')) {
    stops.push(stop)
    if (stops.length > 200) throw new Error('The page does not let the focus go')
  }
  return stops
}

const keysOf = (stops: readonly Stop[]) => stops.map(({ key }) => key)

const SCREENS = [
  { on: 'a desktop', screen: DESKTOP },
  // A small window of a desktop: phones have no Tab key of their own.
  { on: 'a narrow window', screen: { viewport: PHONE.viewport } },
  { on: 'a low window', screen: { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 } },
]

test.each(SCREENS)(
  'every control is reached in the order it is seen, on $on, and the focus shows',
  async ({ screen }) => {
    const page = await visit(browser(), server.url, { ...screen, path: '/form/demo?lang=ru' })
    await ready(page)
    // Dependent questions are stops as well.
    await (await reach(page.locator('[name=question6][value=Yes]'))).check()
    await page.locator('[name=question9][value=Yes]').check()
    await page.locator('h1').click()
    await page.evaluate(() => {
      scrollTo(0, 0)
      // The walk begins where the address bar would hand the focus over.
      const first = document.createElement('span')
      first.tabIndex = -1
      document.body.prepend(first)
      first.focus()
      first.remove()
    })
    const wanted = await reachable(page)
    const stops = await walk(page)
    expect(keysOf(stops)).toEqual(wanted)
    expect(stops.flatMap(({ key, faults }) => faults.map((fault) => `${key} ${fault}`))).toEqual([])
    const disorder = stops.flatMap((stop, index) => {
      const next = stops[index + 1]
      return next && !isAfter(stop, next) ? [`${next.key} comes after ${stop.key}`] : []
    })
    expect(disorder).toEqual([])

    const back: Stop[] = []
    while (back.length < wanted.length)
      back.push(...[await move(page, 'Shift+Tab')].filter((stop) => stop !== null))
    // The menu tells what was passed on the way.
    expect(keysOf(back)).toEqual((await reachable(page)).toReversed())
    expect(back.flatMap(({ key, faults }) => faults.map((fault) => `${key} ${fault}, coming back`))).toEqual(
      [],
    )
  },
)

/** Moves on until a control is reached, answering what `answer` knows on the way. */
async function tabTo(
  page: Page,
  key: string,
  answer?: (stop: Stop) => Promise<unknown>,
  by: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<Stop> {
  for (let steps = 0; steps < 120; steps++) {
    const stop = await move(page, by)
    if (stop?.key === key) return stop
    if (stop && answer) {
      await answer(stop)
      expect((await focusedStop(page))?.faults, stop.key).toEqual([])
    }
  }
  throw new Error(`Tab does not come to ${key}`)
}

test('from the address bar to the overlay', async () => {
  const page = await visit(browser(), server.url, { ...DESKTOP, path: '/form/demo?lang=en' })
  await ready(page)
  const { keyboard } = page
  const submit = words.submit

  // A submit without answers: the summary has the focus, and its links lead to the fields.
  await tabTo(page, submit, undefined, 'Shift+Tab')
  await keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('summary')
  expect((await focusedStop(page))?.faults).toEqual([])
  await move(page, 'Tab')
  const second = await move(page, 'Tab')
  expect(second?.tag).toBe('a')
  await keyboard.press('Enter')
  expect(await focusedStop(page)).toMatchObject({ key: 'businessPhone', faults: [] })
  expect(await page.locator('[name=businessPhone]').getAttribute('aria-invalid')).toBe('true')

  // The dialog takes the focus, keeps it, and gives it back.
  await tabTo(page, words.draft.startOver, undefined, 'Shift+Tab')
  await keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  expect(await focusedStop(page)).toMatchObject({ key: questionMessages.en.startOver.keep, faults: [] })
  expect(await move(page, 'Tab')).toMatchObject({ key: words.draft.startOver, faults: [] })
  const outside = await move(page, 'Tab')
  expect([null, questionMessages.en.startOver.keep]).toContain(outside && outside.key)
  await keyboard.press('Escape')
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
  expect(await focusedStop(page)).toMatchObject({ key: words.draft.startOver, faults: [] })
  await keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()

  // Kept and pressed again at once, it asks again.
  await page.evaluate(async () => {
    const press = () => document.activeElement instanceof HTMLElement && document.activeElement.click()
    press()
    await Promise.resolve()
    press()
  })
  await page.getByRole('alertdialog').waitFor()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect.poll(async () => (await focusedStop(page))?.tag).toBe('h1')
  expect(await page.locator('.summary').count()).toBe(0)

  // Answers, a choice, a file, no second person, a signature by typing.
  const answers = new Map(requiredAnswers())
  const full = fullApplication()
  await tabTo(page, submit, async (stop) => {
    const answer = answers.get(stop.key)
    if (stop.key === 'signer1Signature-way') {
      await keyboard.press('ArrowRight')
      return page.locator('#field-signer1Signature:is(input)').waitFor()
    }
    if (stop.key === 'field-signer1Signature') return keyboard.type('Ana Ñúñez')
    if (stop.key === 'signing') return keyboard.press('Space')
    if (stop.key === 'question1') return keyboard.press('ArrowLeft')
    if (stop.key === 'state') return keyboard.type('North C')
    if (stop.key === 'secondSigner') return keyboard.press('ArrowRight')
    if (stop.key === 'files') {
      const opening = page.waitForEvent('filechooser')
      // In a busy page a key overtakes the word that the dialog is awaited: one answer later it has been heard.
      await page.evaluate(() => null)
      const [chooser] = await Promise.all([opening, keyboard.press('Enter')])
      return chooser.setFiles({ name: 'may.pdf', mimeType: 'application/pdf', buffer: SMALL_PDF })
    }
    if (answer === undefined) return
    const [year, month, day] = answer.split('-')
    await keyboard.type(stop.type === 'date' ? `${month}${day}${year}` : answer)
  })
  expect(await page.locator('[name=question1][value=Yes]').isChecked()).toBe(true)
  expect(await page.locator('[name=state]').inputValue()).toBe('NC')
  expect(await page.locator('[name=startDate]').inputValue()).toBe(full.startDate)
  await page.locator('.upload.done').waitFor()
  await page.locator('.signature-state.signed').waitFor()
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: successMessages.en.title })
  await dialog.waitFor()
  expect(await dialog.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await page.locator('main').getAttribute('inert')).not.toBeNull()
})

test('a removed file leaves the focus with its neighbour', async () => {
  const page = await visit(browser(), server.url, { ...PHONE, path: '/form/demo?lang=en' })
  await ready(page)
  await reach(page.locator('#files'))
  await page.locator('#files').setInputFiles(
    Array.from({ length: 10 }, (_, index) => ({
      name: `${index}.pdf`,
      mimeType: 'application/pdf',
      buffer: SMALL_PDF,
    })),
  )
  await expect.poll(() => page.locator('.upload.done').count()).toBe(10)
  const remove = (name: string) => words.uploads.removeFile(name)
  await page.getByRole('button', { name: remove('3.pdf') }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.upload').count()).toBe(9)
  await expect.poll(async () => (await focusedStop(page))?.key).toBe(remove('4.pdf'))
})

test('another language leaves the focus where it is', async () => {
  const page = await visit(browser(), server.url, { ...DESKTOP, path: '/form/demo' })
  await ready(page)
  await page.getByRole('button', { name: 'Русский' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Заявка на финансирование' }).waitFor()
  expect(await focusedStop(page)).toMatchObject({ key: 'Русский', faults: [] })
  expect(await page.getAttribute('html', 'lang')).toBe('ru')
})
