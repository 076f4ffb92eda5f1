// @module-tag long
import { describe, expect, test } from 'vitest'
import { giveConsent } from './form-visit.ts'
import { expectVisible } from '../support/expect-visible.ts'
import {
  button,
  canvasOf,
  choose,
  drawByMouse,
  inkOf,
  note,
  PHONE,
  sheet,
  sheetOf,
  signature,
  SIGNER1,
  startSigning,
  words,
} from './form-signature.fixture.ts'

/** Typed signatures, signatures kept from an earlier visit, and loading the code that draws. */

const { open, submitted } = await startSigning()

describe('a signature that an earlier visit left', () => {
  const resumed = async () => {
    const page = await open()
    const saved = page.waitForResponse(
      (response) =>
        response.url().endsWith('/session/draft') &&
        response.ok() &&
        (response.request().postData() ?? '').includes('data:image/png'),
    )
    await drawByMouse(page, [
      [60, 40],
      [340, 40],
    ])
    await saved
    await page.reload()
    await note(page).getByText(words.kept).waitFor()
    return page
  }

  test('is kept unseen, and sent; a dot does not replace it', async () => {
    const page = await resumed()
    await drawByMouse(page, [
      [100, 60],
      [102, 60],
    ])
    await note(page).getByText(words.onlyDot).waitFor()
    expect(await signature(page).locator('.signature-state').innerText()).toBe(words.keptState)
    const ink = await inkOf((await submitted(page)).signer1Signature)
    expect(ink.thickness(200, 30, 50)).toBeCloseTo(sheet.line, 0)
  })

  test('gives way to another', async () => {
    const page = await resumed()
    await drawByMouse(page, [
      [60, 90],
      [340, 90],
    ])
    await signature(page).getByText(words.drawn, { exact: true }).waitFor()
    const ink = await inkOf((await submitted(page)).signer1Signature)
    expect([Math.round(ink.top), Math.round(ink.bottom)]).toEqual([89, 91])
  })

  test('is given up by Clear Signature', async () => {
    const page = await resumed()
    await button(page, words.clear).click()
    await signature(page).getByText(words.empty, { exact: true }).waitFor()
    expect((await submitted(page)).signer1Signature ?? '').toBe('')
  })
})

describe('by typing one’s name', () => {
  const cases = [
    ['in Latin letters', 'Ann Mary O’Neil'],
    ['in Cyrillic letters', 'Екатерина Щёголева'],
    ['of great length', 'Maximiliano Alejandro de la Santísima Trinidad Fernández-Villaverde y Goyeneche'],
  ] as const

  test.each(cases)('a name %s is written on the same sheet', async (_, name) => {
    const page = await open(PHONE)
    await choose(page, words.type)
    await giveConsent(page)
    await note(page).getByText(words.typing).waitFor()
    const field = page.getByLabel(words.name)
    expect(await field.inputValue()).toBe('')
    await field.pressSequentially(name)
    await signature(page).getByText(words.drawn, { exact: true }).waitFor()

    const ink = await inkOf((await submitted(page)).signer1Signature)
    expect(ink.amount).toBeGreaterThan(500)
    expect(ink.left).toBeGreaterThan(8)
    expect(ink.right).toBeLessThan(392)
    expect(ink.right - ink.left).toBeGreaterThan(100)
    expect(ink.top).toBeGreaterThan(2)
    expect(ink.bottom).toBeLessThan(118)
  })

  test('with the keyboard alone, and corrected; a letter and a full stop are no name', async () => {
    const page = await open()
    await page.locator('[name="signer1Date"]').focus()
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('label')?.textContent ?? document.activeElement?.id)
    for (let tries = 0; tries < 6 && (await focused()) !== words.draw; tries++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await page.getByLabel(words.name).waitFor()
    expect(await focused()).toBe(words.type)
    await page.keyboard.press('Tab')
    await page.keyboard.type('J.')
    await page.keyboard.press('Tab')
    await note(page).getByText(words.fewLetters).waitFor()
    expect(await signature(page).locator('.signature-state').innerText()).toBe(words.empty)

    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('Jo Ann')
    await page.keyboard.press('Tab')
    await signature(page).getByText(words.drawn, { exact: true }).waitFor()
    await button(page, words.clear).press('Enter')
    expect(await focused()).toBe(`field-${SIGNER1}`)
    expect(await page.getByLabel(words.name).inputValue()).toBe('')
    await signature(page).getByText(words.empty, { exact: true }).waitFor()
  })

  test('it replaces strokes once it is a name, and gives way to the next stroke', async () => {
    const page = await open()
    await drawByMouse(page, [
      [60, 40],
      [340, 40],
    ])
    await choose(page, words.type)
    const field = page.getByLabel(words.name)
    await field.fill('J')
    await field.blur()
    await signature(page).getByText(words.drawn, { exact: true }).waitFor()
    await field.fill('Jo Ann')
    await field.blur()
    await choose(page, words.draw)
    await drawByMouse(page, [
      [60, 20],
      [340, 20],
    ])

    const ink = await inkOf((await submitted(page)).signer1Signature)
    expect([Math.round(ink.top), Math.round(ink.bottom)]).toEqual([19, 21])
  })
})

describe('what it draws with', () => {
  const drawingCode = /signature-part/

  test('is not part of the first view, and is there on arrival', async () => {
    const loaded: string[] = []
    const page = await open(PHONE, async (page) => {
      page.on('request', (request) => loaded.push(request.url()))
    })
    await page.waitForLoadState('networkidle')
    expect(loaded.filter((url) => drawingCode.test(url))).toEqual([])
    await sheetOf(page)
    expect(loaded.filter((url) => drawingCode.test(url)).length).toBeGreaterThan(0)
  })

  test('is asked for again when the sheet is touched after a failure, and no stroke is lost unsaid', async () => {
    const page = await open({}, (page) => page.route(drawingCode, (route) => route.abort()))
    await page.locator('[name="legalName"]').focus()
    await canvasOf(page).scrollIntoViewIfNeeded()
    await canvasOf(page).click()
    await note(page).getByText(words.notLoaded).waitFor()
    await choose(page, words.type)
    await note(page).getByText(words.typingNotLoaded).waitFor()

    await page.unroute(drawingCode)
    await canvasOf(page).click()
    await drawByMouse(page, [
      [60, 40],
      [340, 40],
    ])
    await expectVisible(signature(page).getByText(words.drawn, { exact: true }))
  })
})
