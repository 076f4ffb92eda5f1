// @module-tag long
import { describe, expect, test } from 'vitest'
import { finishSheet } from './form-visit.ts'
import {
  canvasOf,
  fingers,
  inkOf,
  LANDSCAPE,
  line,
  PHONE,
  type Point,
  rotate,
  sheet,
  sheetOf,
  signature,
  startSigning,
  words,
} from './form-signature.fixture.ts'

/** Signing by finger and pen on a phone. */

const { open, submitted } = await startSigning()

describe('by finger, on a phone', () => {
  test('drawing does not scroll the page, beside the sheet a finger does', async () => {
    const page = await open(PHONE)
    const at = await sheetOf(page)
    const { draw } = await fingers(page)
    const scrolled = () => page.evaluate(() => window.scrollY)
    const before = await scrolled()
    await draw(line([80, 10], [200, 110]).map(at))
    await draw(line([200, 110], [200, 5]).map(at))
    expect(await scrolled()).toBe(before)
    await finishSheet(page)
    await signature(page).getByText(words.drawn, { exact: true }).waitFor()
    expect(await page.locator('[name="signer1Date"]').inputValue()).toMatch(/^\d{4}-\d{2}-\d{2}$/)

    const box = await canvasOf(page).boundingBox()
    const beside = { x: 6, y: box?.y ?? 0 }
    await draw(Array.from({ length: 12 }, (_, step) => ({ x: beside.x, y: beside.y - step * 10 })))
    await expect.poll(scrolled).toBeGreaterThan(before)
  })

  test('a rotation in the middle of a stroke and one between strokes lose nothing', async () => {
    const page = await open(PHONE)
    const { touch, draw } = await fingers(page)
    let at = await sheetOf(page)
    const stroke = line([40, 30], [360, 30], 20)
    for (const [index, point] of stroke.entries()) {
      await touch(index === 0 ? 'touchStart' : 'touchMove', at(point))
      if (index !== 15) continue
      await rotate(page, LANDSCAPE)
    }
    await touch('touchEnd')
    at = await sheetOf(page)
    await draw(line([40, 70], [360, 70]).map(at))
    await rotate(page, PHONE.viewport)
    at = await sheetOf(page)
    await draw(line([40, 100], [360, 100]).map(at))

    const ink = await inkOf((await submitted(page)).signer1Signature)
    // The rotated sheet is no longer under the finger: the stroke ends where it was then.
    for (const x of [80, 160, 240]) expect(ink.thickness(x, 20, 40)).toBeCloseTo(sheet.line, 0)
    for (const x of [80, 200, 320]) {
      expect(ink.thickness(x, 60, 80)).toBeCloseTo(sheet.line, 0)
      expect(ink.thickness(x, 90, 110)).toBeCloseTo(sheet.line, 0)
    }
  })

  test('a second finger, a cancelled touch and a stroke over the edge leave good strokes behind', async () => {
    const page = await open(PHONE)
    const at = await sheetOf(page)
    const { touch, draw } = await fingers(page)
    // Two fingers: the first one draws.
    await touch('touchStart', { ...at([40, 20]), id: 1 })
    await touch('touchMove', { ...at([200, 20]), id: 1 })
    await touch('touchStart', { ...at([200, 20]), id: 1 }, { ...at([40, 110]), id: 2 })
    await touch('touchMove', { ...at([200, 20]), id: 1 }, { ...at([360, 110]), id: 2 })
    await touch('touchMove', { ...at([360, 20]), id: 1 }, { ...at([360, 110]), id: 2 })
    await touch('touchEnd')
    // The system takes the touch away.
    await touch('touchStart', at([40, 50]))
    await touch('touchMove', at([200, 50]))
    await touch('touchMove', at([300, 50]))
    await touch('touchCancel')
    // Out of the sheet and in again.
    await draw(
      [...line([40, 80], [200, 80]), ...line([200, 80], [420, 80]), ...line([420, 80], [300, 80])].map(at),
    )

    const ink = await inkOf((await submitted(page)).signer1Signature)
    expect(ink.thickness(120, 10, 30)).toBeCloseTo(sheet.line, 0)
    expect(ink.thickness(120, 40, 60)).toBeCloseTo(sheet.line, 0)
    expect(ink.thickness(120, 70, 90)).toBeCloseTo(sheet.line, 0)
    expect(ink.thickness(120, 100, 119)).toBe(0)
    expect(ink.right).toBeGreaterThan(396)
  })

  test('where there is a pen, the hand that holds it does not draw', async () => {
    const page = await open(PHONE)
    const at = await sheetOf(page)
    const { session, touch, draw } = await fingers(page)
    const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', point: Point) =>
      session.send('Input.dispatchMouseEvent', {
        type,
        ...at(point),
        button: 'left',
        buttons: type === 'mouseReleased' ? 0 : 1,
        clickCount: 1,
        pointerType: 'pen',
      })
    await touch('touchStart', at([300, 100]))
    await touch('touchMove', at([380, 100]))
    await pen('mousePressed', [40, 40])
    for (const point of line([40, 40], [340, 40])) await pen('mouseMoved', point)
    await pen('mouseReleased', [340, 40])
    await touch('touchEnd')
    await draw(line([100, 100], [340, 100]).map(at))

    const ink = await inkOf((await submitted(page)).signer1Signature)
    expect(ink.thickness(200, 30, 50)).toBeCloseTo(sheet.line, 0)
    expect(ink.bottom).toBeLessThan(60)
  })
})
