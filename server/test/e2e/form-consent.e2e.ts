// @module-tag long
import { expect, test } from 'vitest'
import { consentWords } from '#domain/messages/consent'
import { formMessages } from '#domain/messages/form'
import { successMessages } from '#domain/messages/success'
import { CONSENT_VERSION, type SigningRecord } from '#domain/signing'
import { axeViolations } from '../support/axe.ts'
import { call, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { inkOf, latestStored } from './form-signature.fixture.ts'
import {
  fillIn,
  finishSheet,
  formBrowser,
  giveConsent,
  pointsOf,
  ready,
  saved,
  showAllOnPhones,
  signByMouse,
  submitButton,
  visit,
} from './form-visit.ts'

/** The consent that signatures need, the sheet that covers a phone's screen, and the evidence of both. */

const server = await startTestServer()
const browser = formBrowser()
await showAllOnPhones(server.services)
const UPRIGHT = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const LYING = { width: 844, height: 390 }

const latestRecord = async () => {
  const { id } = await server.services.db.connections.system.client().formSubmission.findFirstOrThrow({
    orderBy: { createdAt: 'desc' },
  })
  const token = await signIn(server.url, TEST_ADMIN.email, TEST_ADMIN.password)
  const { body } = await call(server.url, 'GET', `/form/submissions/${id}`, { token })
  return (body.data as { signing: SigningRecord }).signing
}

test('a signature drawn before the consent stays; the submit asks for the tick beside its box and clears nothing', async () => {
  const page = await visit(browser(), server.url)
  await ready(page)
  const canvas = page.locator('.signature-paper canvas').first()
  await canvas.scrollIntoViewIfNeeded()
  await expect.poll(() => canvas.evaluate(({ style }) => style.userSelect)).toBe('none')
  const consent = page.getByRole('region', { name: consentWords.en.title })
  expect(await consent.innerText()).toContain('Demo Funding')
  const at = await pointsOf(canvas)
  await page.mouse.move(...at(40, 40))
  await page.mouse.down()
  await page.mouse.move(...at(340, 90), { steps: 8 })
  await page.mouse.up()
  await page.locator('.signature-state.signed').waitFor()
  await fillIn(page)
  const before = await server.services.db.connections.system.client().formSubmission.count()
  await submitButton(page).click()
  await page.getByRole('heading', { name: 'One answer needs a look' }).waitFor()
  await page.getByRole('link', { name: formMessages.problems.consent }).click()
  const box = consent.getByRole('checkbox', { name: consentWords.en.agree })
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await box.getAttribute('aria-describedby')).toBe('note-signing')
  expect(await page.locator('#note-signing').innerText()).toBe(formMessages.problems.consent)
  expect(await axeViolations(page)).toEqual([])
  expect(await page.locator('.signature-state.signed').count()).toBe(1)
  expect(await page.locator('[name=legalName]').inputValue()).not.toBe('')
  expect(await server.services.db.connections.system.client().formSubmission.count()).toBe(before)

  await box.check()
  await expect.poll(() => page.locator('#note-signing').innerText()).toBe('')
  await saved(page)
  await page.reload()
  await expect.poll(() => box.isChecked()).toBe(true)
  await submitButton(page).click()
  await page.getByRole('dialog', { name: 'Заявка отправлена!' }).waitFor()
  const record = await latestRecord()
  expect(record.consent).toMatchObject({ version: CONSENT_VERSION, language: 'en' })
  expect(record.signers).toMatchObject([
    { signer: 1, way: 'drawn', matches: true, address: '127.0.0.1', device: expect.stringMatching(/Chrom/) },
  ])
  const [{ startedAt = '', endedAt = '', receivedAt = '' } = {}] = record.signers
  const times = [startedAt, endedAt, record.consent.at, receivedAt]
  expect(times.toSorted()).toEqual(times)
})

test('a signature made in one language counts under the consent given in another', async () => {
  const page = await visit(browser(), server.url)
  await ready(page)
  await signByMouse(page, page.locator('.signature-paper canvas').first())
  await page.locator('.signature-state.signed').waitFor()
  await page.getByRole('button', { name: 'Español' }).click()
  const box = page.getByRole('checkbox', { name: consentWords.es.agree })
  await box.uncheck()
  await fillIn(page)
  await box.check()
  await submitButton(page).click()
  await page.getByRole('dialog', { name: successMessages.es.title }).waitFor()
  const record = await latestRecord()
  expect(record.consent.language).toBe('es')
  expect(record.signers).toMatchObject([{ signer: 1, matches: true }])
})

test('on an upright phone the sheet takes an upright signature over the width, and turned it has more room', async () => {
  const page = await visit(browser(), server.url, { ...UPRIGHT, deviceScaleFactor: 3 })
  await ready(page)
  await giveConsent(page)
  await page.locator('.signature-cover').first().click()
  const sheet = page.locator('.signature-sheet')
  const canvas = sheet.locator('canvas')
  await canvas.waitFor()
  const size = async () => (await canvas.boundingBox()) ?? { width: 0, height: 0 }
  const { width, height } = await size()
  expect(width).toBeGreaterThan(0.9 * UPRIGHT.viewport.width)
  expect(width / height).toBeCloseTo(400 / 120, 1)
  const offer = sheet.getByText(consentWords.en.turn)
  expect(await offer.isVisible()).toBe(true)
  expect(await axeViolations(page)).toEqual([])
  const stroke = async (y: number) => {
    const at = await pointsOf(canvas)
    await page.mouse.move(...at(20, y))
    await page.mouse.down()
    await page.mouse.move(...at(380, y), { steps: 8 })
    await page.mouse.up()
  }
  await stroke(30)
  await page.setViewportSize(LYING)
  await expect.poll(async () => (await size()).width).toBeGreaterThan(700)
  expect(await offer.isVisible()).toBe(false)
  await stroke(60)
  await page.setViewportSize(UPRIGHT.viewport)
  await expect.poll(async () => (await size()).width).toBe(width)
  await sheet.getByRole('button', { name: 'Undo' }).click()
  await finishSheet(page)
  await page.locator('.signature-state.signed').waitFor()
  await fillIn(page)
  await submitButton(page).click()
  await page.getByRole('dialog', { name: 'Заявка отправлена!' }).waitFor()
  // Stored as it was drawn: upright, and as wide as the sheet.
  const ink = await inkOf((await latestStored(server.services)).signer1Signature)
  expect(Math.abs(ink.left - 20)).toBeLessThan(2)
  expect(Math.abs(ink.right - 380)).toBeLessThan(2)
  expect(Math.abs((ink.top + ink.bottom) / 2 - 30)).toBeLessThan(2)
  expect(ink.bottom - ink.top).toBeLessThan(5)
})

test('the line beside Submit names what is not there and leads to it, and Submit sends', async () => {
  const page = await visit(browser(), server.url)
  await ready(page)
  await fillIn(page)
  const missing = page.locator('.missing')
  await missing.getByRole('button', { name: /^[A-Z][a-z]+, [A-Z][a-z]+, .* are missing\.$/ }).click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('heading-uploads')
  await missing.getByRole('button', { name: 'Not signed.' }).click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-signer1Signature')
  expect(await axeViolations(page)).toEqual([])
  await submitButton(page).click()
  await page.getByRole('dialog', { name: 'Заявка отправлена!' }).waitFor()
})
