// @module-tag long
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { formMessages } from '#domain/messages/form'
import { questionMessages } from '#domain/messages/questions'
import { axeViolations } from '../support/axe.ts'
import { call, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { answerSecondPerson, enter, field, formBrowser, reach, ready } from './form-visit.ts'
import { reachSubmit, requiredAnswers, saved, submitButton, visit } from './form-visit.ts'

/** The second owner and signer 2 are independent of each other. */

const server = await startTestServer()
const browser = formBrowser()
const { add, addOwner, signs } = formMessages.secondPerson
const { leaveOut } = questionMessages.en
const phone = (width: number, height: number) =>
  ({ viewport: { width, height }, isMobile: true, hasTouch: true }) as const

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const open = async (page: Page, key: string) => reach(page.locator(`#section-${key} .card-body > *`))

async function submitted(page: Page): Promise<Record<string, string>> {
  await (await reachSubmit(page)).click()
  await page.getByRole('dialog', { name: 'Заявка отправлена!' }).waitFor()
  const newest = { orderBy: { createdAt: 'desc' } } as const
  const { id } = await server.services.db.connections.system.client().formSubmission.findFirstOrThrow(newest)
  const token = await signIn(server.url, TEST_ADMIN.email, TEST_ADMIN.password)
  const { body } = await call(server.url, 'GET', `/form/submissions/${id}`, { token })
  return JSON.parse((body.data as { formData: string }).formData) as Record<string, string>
}

test('a second owner who does not sign is sent; what was entered for signer 2 is left out only after a question', async () => {
  const page = await visit(browser(), server.url)
  await ready(page)
  const question = page.getByRole('radiogroup', { name: signs })
  expect(await page.locator('#section-signatures').getByRole('radiogroup', { name: signs }).count()).toBe(1)
  expect(await question.count()).toBe(1)
  for (const name of ['Partner 1', 'Partner 2', 'Signer 1', 'Signer 2'])
    expect(await group(page, name).isVisible(), name).toBe(true)
  await enter(page, requiredAnswers())
  await field(page, 'partner2Name').fill('Bo Lee')
  await field(page, 'signer2Name').fill('Robin Baker')

  await question.getByRole('radio', { name: 'No' }).click()
  const asked = page.getByRole('alertdialog', { name: leaveOut.ask })
  await asked.waitFor()
  expect(await axeViolations(page)).toEqual([])
  await asked.getByRole('button', { name: leaveOut.keep }).click()
  expect(await question.getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true)
  expect(await field(page, 'signer2Name').inputValue()).toBe('Robin Baker')

  await answerSecondPerson(page, 'No')
  expect(await group(page, 'Signer 2').isVisible()).toBe(false)
  expect(await group(page, 'Partner 2').isVisible()).toBe(true)
  await answerSecondPerson(page, 'Yes')
  expect(await field(page, 'signer2Name').inputValue()).toBe('Robin Baker')
  await answerSecondPerson(page, 'No')
  expect(await submitted(page)).toMatchObject({ partner2Name: 'Bo Lee', signer2Name: '' })
})

test('both columns are there from 740 px, and signer 2 is required; below they are folded', async () => {
  for (const [width, isFolded] of [
    [740, false],
    [739, true],
  ] as const) {
    const page = await visit(browser(), server.url, { viewport: { width, height: 900 } })
    await ready(page)
    await expect.poll(() => group(page, 'Partner 2').isVisible()).toBe(!isFolded)
    expect(await group(page, 'Signer 2').isVisible()).toBe(!isFolded)
    expect(await button(page, addOwner).isVisible()).toBe(isFolded)
    expect(await button(page, add).isVisible()).toBe(isFolded)
    await submitButton(page).click()
    await page.getByRole('heading', { name: `${isFolded ? 14 : 16} answers need a look` }).waitFor()
  }
})

test('on a phone nothing is asked of a second person who is not added, and turning it changes nothing', async () => {
  const page = await visit(browser(), server.url, phone(390, 844))
  await ready(page)
  await open(page, 'partners')
  await button(page, addOwner).waitFor()
  await open(page, 'signatures')
  await button(page, add).waitFor()
  const turn = async (width: number, height: number) => {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(200)
  }
  await turn(844, 390)
  expect(await group(page, 'Signer 2').isVisible()).toBe(false)
  expect(await group(page, 'Partner 2').count()).toBe(0)
  await turn(390, 844)
  await enter(page, requiredAnswers())
  expect(await submitted(page)).toMatchObject({ partner2Name: '', signer2Name: '', signer2Date: '' })
})

test('a phone that lay on its side when the sections first showed keeps both columns upright', async () => {
  const page = await visit(browser(), server.url, phone(844, 390))
  await ready(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, 'signatures')
  expect(await group(page, 'Signer 2').isVisible()).toBe(true)
  await open(page, 'partners')
  expect(await group(page, 'Partner 2').isVisible()).toBe(true)
})

test('what was added on a phone is there on the next visit', async () => {
  const page = await visit(browser(), server.url, phone(390, 844))
  await ready(page)
  await open(page, 'partners')
  await button(page, addOwner).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-partner2Name')
  await page.keyboard.type('Bo Lee')
  await open(page, 'signatures')
  await button(page, add).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-secondSigner')
  expect(await group(page, 'Signer 2').isVisible()).toBe(true)
  expect(await axeViolations(page)).toEqual([])
  await saved(page)

  await page.reload()
  await page.getByText(formMessages.draft.welcomeBack).waitFor()
  await open(page, 'partners')
  expect(await field(page, 'partner2Name').inputValue()).toBe('Bo Lee')
  await open(page, 'signatures')
  expect(await group(page, 'Signer 2').isVisible()).toBe(true)
  expect(await field(page, 'secondSigner').first().isChecked()).toBe(true)
})
