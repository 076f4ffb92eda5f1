// @module-tag long
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { english } from '#domain/messages/en'
import { spanish } from '#domain/messages/es'
import { questionMessages } from '#domain/messages/questions'
import { russian } from '#domain/messages/ru'
import { successMessages } from '#domain/messages/success'
import { axeViolations } from '../support/axe.ts'
import { startTestServer } from '../support/server.ts'
import { SMALL_PDF } from '../support/uploads.ts'
import {
  answerSecondPerson,
  DESKTOP,
  enter,
  fillIn,
  formBrowser,
  PHONE,
  reach,
  ready,
  requiredAnswers,
  saved,
  reachSubmit,
  visit,
  type Visit,
  giveConsent,
} from './form-visit.ts'

/** axe has nothing against the form in any of its states. */

const server = await startTestServer()
const WORDS = { en: english.form, es: spanish.form, ru: russian.form }
const LIGHT_PHONE = { ...PHONE, colorScheme: 'light' } as const
const DARK_PHONE = { ...PHONE, colorScheme: 'dark' } as const
const LIGHT_DESKTOP = { ...DESKTOP, colorScheme: 'light' } as const
const DARK_DESKTOP = { ...DESKTOP, colorScheme: 'dark' } as const

const browser = formBrowser()

const open = (options: Visit) => visit(browser(), server.url, options)

/** Collects what axe finds, each line with the state it was found in, so that one run tells all. */
function inspector(page: Page) {
  const found: string[] = []
  return {
    look: async (state: string) => {
      const lines = await axeViolations(page)
      found.push(...lines.map((line) => `${state}: ${line}`))
    },
    found,
  }
}

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: SMALL_PDF })

// Every language, every screen in the light and in the dark.
test.each([
  { language: 'en' as const, scheme: 'light', on: 'a phone', screen: LIGHT_PHONE },
  { language: 'en' as const, scheme: 'dark', on: 'a desktop', screen: DARK_DESKTOP },
  { language: 'es' as const, scheme: 'light', on: 'a desktop', screen: LIGHT_DESKTOP },
  { language: 'ru' as const, scheme: 'dark', on: 'a phone', screen: DARK_PHONE },
])('filling in on $on, $scheme, in $language', async ({ language, screen }) => {
  const words = WORDS[language]
  const page = await open({ ...screen, path: `/form/demo?lang=${language}` })
  const { look, found } = inspector(page)
  await ready(page)
  expect(await page.title()).toBe(`${words.title} · Demo Funding`)
  expect(await page.getAttribute('html', 'lang')).toBe(language)
  await look('empty')

  await (await reach(page.locator('[name=question6][value=Yes]'))).check()
  await (await reach(page.locator('[name=question9][value=Yes]'))).check()
  await enter(page, [
    ['taxId', '12-34'],
    ['question8', '1'],
    ['zip', '1'],
    ['legalName', ''],
  ])
  await page.getByText(words.problems.taxId).waitFor()
  await look('half filled in, with mistakes, dependent questions open')

  await (await reachSubmit(page)).click()
  await page.locator('.summary').waitFor()
  expect(await page.title()).toMatch(new RegExp(`\\d+.* · ${words.title}$`))
  await look('refused')

  await (await reach(page.locator('[name=legalName]'))).fill('Café Ñandú LLC')
  await reachSubmit(page)
  await page.getByRole('button', { name: words.draft.startOver }).last().click()
  await page.getByRole('alertdialog', { name: questionMessages[language].startOver.ask }).waitFor()
  await look('asked whether to start over')
  await page.getByRole('button', { name: questionMessages[language].startOver.keep }).click()

  await answerSecondPerson(page, 'No')
  await look('one person')
  expect(found).toEqual([])
})

test.each([
  { on: 'a phone', screen: LIGHT_PHONE },
  { on: 'a desktop', screen: DARK_DESKTOP },
])('files on their way on $on', async ({ screen }) => {
  const page = await open(screen)
  const { look, found } = inspector(page)
  await ready(page)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/documents/upload-public*', async (route) => {
    await held
    await route.continue()
  })
  await reach(page.locator('#files'))
  await page.locator('#files').setInputFiles([pdf('may.pdf'), pdf('june.pdf'), pdf('july.pdf')])
  await page.locator('.upload').nth(2).waitFor()
  await look('uploading')
  letGo()
  await expect.poll(() => page.locator('.upload.done').count()).toBe(3)
  await look('uploaded')
  await page
    .locator('#files')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await page.locator('.upload.failed').waitFor()
  await look('refused file')
  expect(found).toEqual([])
})

test.each([
  { on: 'a phone, no language chosen', screen: LIGHT_PHONE, path: '/form/demo', overlay: 'ru' as const },
  { on: 'a desktop', screen: DARK_DESKTOP, path: '/form/demo?lang=es', overlay: 'es' as const },
  { on: 'a desktop', screen: LIGHT_DESKTOP, path: '/form/demo?lang=en', overlay: 'en' as const },
])('from a lost connection to the overlay in $overlay, on $on', async ({ screen, path, overlay }) => {
  const words = path.includes('=es') ? WORDS.es : WORDS.en
  const page = await open({ ...screen, path })
  const { look, found } = inspector(page)
  await ready(page)
  await fillIn(page)
  await saved(page)
  await page.context().setOffline(true)
  await (await reach(page.locator('[name=fax]'))).fill('(212) 555-0123')
  await page.locator('[name=dbaName]').focus()
  await page.locator('.save-state.offline').waitFor()
  await look('offline')
  await (await reachSubmit(page)).click()
  await page.getByRole('button', { name: words.submitting }).waitFor()
  await page.locator('.notice', { hasText: words.offline }).waitFor()
  await look('submitting')
  await page.context().setOffline(false)
  const text = successMessages[overlay]
  await page.getByRole('dialog', { name: text.title }).waitFor()
  await look('sent')
  expect(await page.title()).toBe(text.title)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('lang'))).toBe(overlay)
  expect(found).toEqual([])
})

test('a visit that is taken up again, with secrets that are kept', async () => {
  const page = await open({ ...LIGHT_PHONE, path: '/form/demo?lang=ru' })
  await ready(page)
  await enter(page, requiredAnswers().slice(0, 10))
  await page.locator('[name=fax]').focus()
  await saved(page)
  await page.reload()
  await page.locator('.welcome-back').waitFor()
  const { look, found } = inspector(page)
  await look('resumed')
  expect(found).toEqual([])
})

test.each([
  { path: '/form/no-such-slug', says: WORDS.en.errors.invalidLink },
  { path: '/embed/?lang=ru', says: WORDS.ru.errors.invalidLink },
])('no form at $path', async ({ path, says }) => {
  const page = await open({ ...DARK_PHONE, path })
  await page.getByRole('alert').getByRole('heading', { name: says, exact: true }).waitFor()
  expect(await page.title()).toContain(says)
  expect(await axeViolations(page)).toEqual([])
})

test('a form that cannot be loaded, and one that is being loaded', async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const page = await open({
    ...LIGHT_DESKTOP,
    before: async (page) => {
      await page.route('**/*getBySlug*', async (route) => {
        await held
        await route.abort()
      })
      // The page would carry what the call answers.
      await page.route('**/form/demo', async (route) => {
        const answer = await route.fetch()
        const html = (await answer.text()).replace(/<meta name="application"[^>]*>/, '')
        await route.fulfill({ response: answer, body: html })
      })
    },
  })
  const { look, found } = inspector(page)
  await page.getByText(WORDS.en.loading).waitFor()
  await look('loading')
  letGo()
  await page.getByRole('button', { name: WORDS.en.tryAgain }).waitFor()
  await look('not loaded')
  expect(found).toEqual([])
})

test('a signature that is typed', async () => {
  const page = await open({ ...DARK_DESKTOP, path: '/form/demo?lang=es' })
  await ready(page)
  await page.locator('.signature-way').nth(1).click()
  await giveConsent(page)
  await page.locator('input#field-signer1Signature').fill('Ana Ñúñez')
  await page.locator('.signature-state.signed').waitFor()
  expect(await axeViolations(page)).toEqual([])
})

test('the form for a frame, and within the page that shows it', async () => {
  const page = await open({ ...LIGHT_PHONE, path: '/embed/demo' })
  await ready(page)
  expect(await axeViolations(page)).toEqual([])

  const host = await open({ ...LIGHT_DESKTOP, path: '/embed-demo' })
  await host.frameLocator('iframe').locator('.sections[aria-busy=false]').waitFor()
  for (const frame of host.frames()) expect(await axeViolations(frame), frame.url()).toEqual([])
})
