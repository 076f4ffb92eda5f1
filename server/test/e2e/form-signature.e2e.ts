// @module-tag long
import { describe, expect, test } from 'vitest'
import { formMessagesEs } from '#domain/messages/form-es'
import { expectVisible } from '../support/expect-visible.ts'
import {
  button,
  canvasOf,
  drawByMouse,
  fingers,
  inkOf,
  note,
  type Point,
  sheet,
  sheetOf,
  signature,
  SIGNER2,
  startSigning,
  words,
} from './form-signature.fixture.ts'
import { answerSecondPerson } from './form-visit.ts'

/** Signing by mouse: the server stores what the applicant drew. */

const { open, submitted } = await startSigning()

describe.each([1, 2])('by mouse, at %d pixels a point', (deviceScaleFactor) => {
  test('a stroke arrives as a black line 2 px wide, up to its very end', async () => {
    const page = await open({ deviceScaleFactor, viewport: { width: 1280, height: 800 } })
    await drawByMouse(page, [
      [60, 40],
      [200, 40],
      [340, 40],
    ])
    await drawByMouse(page, [
      [100, 80],
      [300, 80],
    ])
    await signature(page).getByText(words.drawn, { exact: true }).waitFor()

    const ink = await inkOf((await submitted(page)).signer1Signature)
    for (const x of [120, 200, 280]) {
      expect(ink.thickness(x, 30, 50)).toBeCloseTo(sheet.line, 0)
      expect(ink.thickness(x, 70, 90)).toBeCloseTo(sheet.line, 0)
    }
    expect(ink.left).toBeLessThan(62)
    expect(ink.right).toBeGreaterThan(338)
    expect([Math.round(ink.top), Math.round(ink.bottom)]).toEqual([39, 81])
  })
})

test('a quick flourish is not cut off, the right button draws nothing, and nothing is sent of a second signer there is not', async () => {
  const page = await open()
  const at = await sheetOf(page)
  const flourish: Point[] = [
    [40, 60],
    [120, 30],
    [220, 80],
    [360, 40],
  ]
  for (const [index, point] of flourish.map(at).entries()) {
    await page.mouse.move(point.x, point.y)
    if (index === 0) await page.mouse.down()
  }
  await page.mouse.up()
  const from = at([40, 100])
  await page.mouse.move(from.x, from.y)
  await page.mouse.down({ button: 'right' })
  await page.mouse.move(from.x + 200, from.y, { steps: 8 })
  await page.mouse.up({ button: 'right' })
  await drawByMouse(
    page,
    [
      [60, 40],
      [340, 40],
    ],
    SIGNER2,
  )

  const values = await submitted(page)
  const ink = await inkOf(values.signer1Signature)
  expect(ink.right).toBeGreaterThan(358)
  expect(ink.bottom).toBeLessThan(95)
  expect(
    Object.entries(values).filter(([name, value]) => name.startsWith('signer2') && value !== ''),
  ).toEqual([])
})

test('a signature that is cleared is not sent, nor a dot, which is drawn and said to be one; it blocks nothing', async () => {
  const page = await open()
  await drawByMouse(page, [
    [60, 40],
    [340, 40],
  ])
  await button(page, words.clear).click()
  await signature(page).getByText(words.empty, { exact: true }).waitFor()
  await page.locator('[name="signer1Date"]').fill('')
  await drawByMouse(page, [
    [100, 60],
    [103, 61],
  ])
  await note(page).getByText(words.onlyDot).waitFor()
  expect(await signature(page).locator('.signature-state').innerText()).toBe(words.empty)
  expect(await page.locator('[name="signer1Date"]').inputValue()).toBe('')

  const values = await submitted(page)
  expect(values.signer1Signature ?? '').toBe('')
})

test('Clear Signature keeps the focus, Undo takes it and the last stroke back; another language redraws the words, not the sheet', async () => {
  const page = await open()
  await drawByMouse(page, [
    [60, 40],
    [340, 40],
  ])
  await drawByMouse(page, [
    [60, 80],
    [340, 80],
  ])
  await button(page, words.clear).focus()
  await page.keyboard.press('Enter')
  await signature(page).getByText(words.empty, { exact: true }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Clear Signature')
  await button(page, words.undo).click()
  await signature(page).getByText(words.drawn, { exact: true }).waitFor()
  await button(page, words.undo).click()

  await page.getByRole('button', { name: 'Español' }).click()
  await signature(page).getByText(formMessagesEs.signature.drawn, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'English' }).click()
  await signature(page).getByText(words.drawn, { exact: true }).waitFor()
  await drawByMouse(page, [
    [60, 105],
    [340, 105],
  ])

  const ink = await inkOf((await submitted(page)).signer1Signature)
  expect(ink.thickness(200, 30, 50)).toBeCloseTo(sheet.line, 0)
  expect(ink.thickness(200, 70, 90)).toBe(0)
  expect(ink.thickness(200, 95, 115)).toBeCloseTo(sheet.line, 0)
})

test('strokes stay through a scroll, a zoom, hiding the second signer and leaving the page for a while', async () => {
  const page = await open({ viewport: { width: 1280, height: 800 } })
  await drawByMouse(
    page,
    [
      [60, 40],
      [340, 40],
    ],
    SIGNER2,
  )
  await page.evaluate(() => window.scrollTo(0, 0))
  const { session } = await fingers(page)
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: 640,
    height: 400,
    deviceScaleFactor: 2,
    mobile: false,
  })
  await answerSecondPerson(page, 'No')
  expect(await canvasOf(page, SIGNER2).isVisible()).toBe(false)
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: 1280,
    height: 800,
    deviceScaleFactor: 1,
    mobile: false,
  })
  await answerSecondPerson(page, 'Yes')
  const other = await page.context().newPage()
  await other.bringToFront()
  await page.bringToFront()
  await drawByMouse(
    page,
    [
      [60, 80],
      [340, 80],
    ],
    SIGNER2,
  )

  const values = await submitted(page, { secondSigner: true })
  const ink = await inkOf(values.signer2Signature)
  expect(ink.thickness(200, 30, 50)).toBeCloseTo(sheet.line, 0)
  expect(ink.thickness(200, 70, 90)).toBeCloseTo(sheet.line, 0)
})

test('a stroke under way counts when the page is left', async () => {
  const page = await open()
  const at = await sheetOf(page)
  const [from, to] = [at([60, 40]), at([340, 40])]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expectVisible(signature(page).getByText(words.drawn, { exact: true }))
})
