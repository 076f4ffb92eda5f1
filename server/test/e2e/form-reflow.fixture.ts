import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#domain/language'
import { SMALL_PDF } from '../support/uploads.ts'
import { enter, fillIn, reach, ready, submitButton } from './form-visit.ts'

export const LONG = 'Wolfeschlegelsteinhausenbergerdorff & Hermanos Panadería Internacional y Compañía LLC'

/** How high each section is: what is said beside a field must not move what is below it. */
const cardHeights = (page: Page) =>
  page.locator('.card').evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))

/** Calls `look` in each language. */
export async function inEach(page: Page, look: (language: Language) => unknown): Promise<void> {
  for (const language of LANGUAGES) {
    const button = page.getByRole('button', { name: LANGUAGE_NAMES[language], exact: true })
    await button.click()
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
    await look(language)
  }
}

/** Through the form, looking at each state. */
export async function walk(page: Page, look: (state: string) => Promise<void>): Promise<void> {
  await ready(page)
  await look('empty')
  await (await reach(page.locator('[name=question6][value=Yes]'))).check()
  await (await reach(page.locator('[name=question9][value=Yes]'))).check()
  await enter(page, [
    ['zip', '1'],
    ['taxId', '1'],
  ])
  await page.locator('[name=city]').focus()
  const before: Record<string, number[]> = {}
  await inEach(page, async (language) => (before[language] = await cardHeights(page)))
  await submitButton(page).click()
  await page.locator('.summary').waitFor()
  await inEach(page, async (language) => expect(await cardHeights(page), language).toEqual(before[language]))
  await look('refused')
  await fillIn(page)
  await enter(page, [
    ['legalName', LONG],
    ['useOfFunds', `${LONG}. `.repeat(8)],
  ])
  const names = [`${LONG.replaceAll(/\W/g, '_')}.pdf`, 'may.pdf', 'a.txt']
  const files = names.map((name) => ({ name, mimeType: 'application/pdf', buffer: SMALL_PDF }))
  await page.locator('#files').setInputFiles(files)
  await page.locator('.upload.done').nth(1).waitFor()
  await page.locator('.upload.failed').waitFor()
  await look('filled in')
  await page.locator('.submit-bar .quiet').click()
  await page.getByRole('alertdialog').waitFor()
  await page.locator('.ask .button').first().click()
}
