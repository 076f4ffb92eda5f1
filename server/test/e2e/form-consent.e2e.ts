import { expect, test } from 'vitest'
import { consentWords } from '#domain/messages/consent'
import { sendAnywayMessages } from '#domain/messages/send-anyway'
import { CONSENT_VERSION, type SigningRecord } from '#domain/signing'
import { axeViolations } from '../support/axe.ts'
import { call, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
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

/** Consent before the first signature, the sheet that covers a phone's screen, and the evidence of both. */

const server = await startTestServer()
const browser = formBrowser()
await showAllOnPhones(server.services)
const UPRIGHT = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const LYING = { width: 844, height: 390 }

const latestRecord = async (): Promise<SigningRecord> => {
  const { id } = await server.services.db.system.formSubmission.findFirstOrThrow({
    orderBy: { createdAt: 'desc' },
  })
  const token = await signIn(server.url, TEST_ADMIN.email, TEST_ADMIN.password)
  const { body } = await call(server.url, 'GET', `/form/submissions/${id}`, { token })
  return (body.data as { signing: SigningRecord }).signing
}

test('no stroke is taken before the consent, which is asked once and outlives a reload', async () => {
  const page = await visit(browser(), server.url)
  await ready(page)
  const paper = page.locator('.signature-paper').first()
  const cover = paper.locator('.signature-cover')
  await paper.scrollIntoViewIfNeeded()
  const at = await pointsOf(paper)
  await page.mouse.move(...at(40, 40))
  await page.mouse.down()
  await page.mouse.move(...at(340, 90), { steps: 8 })
  await page.mouse.up()
  const consent = page.getByRole('dialog', { name: consentWords.en.title })
  await consent.waitFor()
  expect(await consent.innerText()).toContain('Demo Funding')
  expect(await axeViolations(page)).toEqual([])
  expect(await consent.getByRole('button', { name: consentWords.en.go }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await cover.waitFor()
  expect(await page.locator('.signature-state.signed').count()).toBe(0)

  await signByMouse(page, paper.locator('canvas'))
  await page.locator('.signature-state.signed').waitFor()
  expect(await page.locator('.signature-cover').count()).toBe(0)
  await fillIn(page)
  await saved(page)
  await page.reload()
  await page.locator('.signature-paper').first().waitFor()
  await expect.poll(() => page.locator('.signature-cover').count()).toBe(0)
  await submitButton(page).click()
  await page.getByRole('dialog', { name: 'Заявка отправлена!' }).waitFor()
  const record = await latestRecord()
  expect(record.consent).toMatchObject({ version: CONSENT_VERSION, language: 'en' })
  expect(record.signers).toMatchObject([
    { signer: 1, way: 'drawn', matches: true, address: '127.0.0.1', device: expect.stringMatching(/Chrom/) },
  ])
  const [{ startedAt = '', endedAt = '', receivedAt = '' } = {}] = record.signers
  expect([startedAt, endedAt, receivedAt].toSorted()).toEqual([startedAt, endedAt, receivedAt])
}, 60_000)

test('on a phone the sheet is as long as the screen, upright and lying, and a rotation keeps its strokes', async () => {
  const page = await visit(browser(), server.url, UPRIGHT)
  await ready(page)
  await page.locator('.signature-cover').first().click()
  await giveConsent(page)
  const sheet = page.locator('.signature-sheet')
  const canvas = sheet.locator('canvas')
  await canvas.waitFor()
  const size = async () => (await canvas.boundingBox()) ?? { width: 0, height: 0 }
  expect((await size()).height).toBeGreaterThan(550)
  expect(await axeViolations(page)).toEqual([])
  const stroke = async (y: number) => {
    const at = await pointsOf(canvas)
    await page.mouse.move(...at(40, y))
    await page.mouse.down()
    await page.mouse.move(...at(360, y), { steps: 8 })
    await page.mouse.up()
  }
  await stroke(30)
  await page.setViewportSize(LYING)
  await expect.poll(async () => (await size()).width).toBeGreaterThan(700)
  await stroke(60)
  await page.setViewportSize(UPRIGHT.viewport)
  await expect.poll(async () => (await size()).height).toBeGreaterThan(550)
  await sheet.getByRole('button', { name: 'Undo' }).click()
  await finishSheet(page)
  await page.locator('.signature-state.signed').waitFor()
  const ink = await page
    .locator('.signature-paper canvas')
    .first()
    .evaluate((element: HTMLCanvasElement) => {
      const dark = (y: number) => {
        const row = element
          .getContext('2d')
          ?.getImageData(0, Math.round((y * element.height) / 120) - 3, element.width, 7).data
        return row ? row.filter((value, index) => index % 4 === 0 && value < 128).length > 0 : false
      }
      return [dark(30), dark(60)]
    })
  expect(ink).toEqual([true, false])
}, 60_000)

test('before it sends without signature and statements it asks once, and Go back leads to the first of them', async () => {
  const context = await browser().newContext({ locale: 'en-US' })
  const page = await context.newPage()
  await page.goto(`${server.url}/form/demo`)
  await ready(page)
  await fillIn(page)
  const { en } = sendAnywayMessages
  await submitButton(page).click()
  const question = page.getByRole('alertdialog', { name: 'Not signed, no statements. Send anyway?' })
  await question.waitFor()
  expect(await axeViolations(page)).toEqual([])
  await question.getByRole('button', { name: en.back }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-signer1Signature')
  await submitButton(page).click()
  await question.getByRole('button', { name: en.send }).click()
  await page.getByRole('dialog', { name: 'Заявка отправлена!' }).waitFor()
}, 60_000)
