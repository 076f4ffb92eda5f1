import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { INPUTS } from '#domain/catalogue/index'
import { LIMITS } from '#domain/limits'
import { formMessages } from '#domain/messages/form'
import { formMessagesEs } from '#domain/messages/form-es'
import { launchBrowser } from '../support/browser.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { expectVisible } from '../support/expect-visible.ts'

/** Signing: what reaches the server is what the applicant drew or typed, whatever happened to the page meanwhile. */

const server = await startTestServer()
const words = formMessages.signature
const sheet = LIMITS.signatureCanvas
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 }
const LANDSCAPE = { width: 740, height: 360 }

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})
afterAll(() => browser?.close())

async function open(options: BrowserContextOptions = {}, before?: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await before?.(page)
  await page.goto(`${server.url}/form/demo`)
  await page.getByRole('button', { name: 'Submit Application' }).waitFor()
  return page
}

type Point = readonly [x: number, y: number]
const SIGNER1 = 'signer1Signature'
const SIGNER2 = 'signer2Signature'

const canvasOf = (page: Page, name = SIGNER1) =>
  page.locator('.signature-paper canvas').nth(name === SIGNER1 ? 0 : 1)
const signature = (page: Page, name = SIGNER1) => page.locator('.signature').nth(name === SIGNER1 ? 0 : 1)
const note = (page: Page, name = SIGNER1) => page.locator(`#note-${name}`)
const choose = (page: Page, way: string) => signature(page).getByRole('radio', { name: way }).click()
const button = (page: Page, name: string) => signature(page).getByRole('button', { name })

/** The sheet in view and ready to be drawn on; answers where a point of it is on the screen. */
async function sheetOf(page: Page, name = SIGNER1) {
  const canvas = canvasOf(page, name)
  const ready = page.waitForFunction(
    () => document.querySelector<HTMLElement>('.signature-paper canvas')?.style.userSelect === 'none',
  )
  await canvas.scrollIntoViewIfNeeded()
  await ready
  const box = await canvas.boundingBox()
  if (!box) throw new Error('No canvas to sign on')
  return ([x, y]: Point) => ({
    x: box.x + (x * box.width) / sheet.width,
    y: box.y + (y * box.height) / sheet.height,
  })
}

async function drawByMouse(page: Page, points: readonly Point[], name = SIGNER1) {
  const at = await sheetOf(page, name)
  const [first, ...others] = points.map(at)
  if (!first) return
  await page.mouse.move(first.x, first.y)
  await page.mouse.down()
  for (const { x, y } of others) await page.mouse.move(x, y, { steps: 8 })
  await page.mouse.up()
}

type Touch = { x: number; y: number; id?: number }
type TouchType = 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel'

async function fingers(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  const touch = (type: TouchType, ...touchPoints: Touch[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const draw = async (points: readonly Touch[]) => {
    for (const [index, point] of points.entries())
      await touch(index === 0 ? 'touchStart' : 'touchMove', point)
    await touch('touchEnd')
  }
  return { session, touch, draw }
}

async function rotate(page: Page, viewport: { width: number; height: number }) {
  const before = await canvasOf(page).evaluate((canvas) => canvas.clientWidth)
  await page.setViewportSize(viewport)
  await expect.poll(() => canvasOf(page).evaluate((canvas) => canvas.clientWidth)).not.toBe(before)
}

const line = (from: Point, to: Point, steps = 12): Point[] =>
  Array.from({ length: steps + 1 }, (_, step) => [
    from[0] + ((to[0] - from[0]) * step) / steps,
    from[1] + ((to[1] - from[1]) * step) / steps,
  ])

/** Everything else that must be answered; then submits, and reads the application back as staff do. */
async function submitted(page: Page, { secondSigner = false } = {}): Promise<Record<string, string>> {
  const answers = fullApplication()
  const asked = [...INPUTS.values()].filter((input) => input.required)
  for (const { name } of asked.filter(({ name }) => secondSigner || !name.startsWith('signer2')))
    await page.locator(`[name="${name}"]`).fill(answers[name] ?? '')
  if (!secondSigner) await page.getByLabel(formMessages.noSecondSigner).check()
  const [answer] = await Promise.all([
    page.waitForResponse('**/form.submit*'),
    page.getByRole('button', { name: 'Submit Application' }).click(),
  ])
  expect(await answer.text()).toContain('"status":"success"')
  const latest = await server.services.db.system.formSubmission.findFirstOrThrow({
    orderBy: { createdAt: 'desc' },
  })
  const login = await rest<{ token: string }>('/api/auth/login', { body: TEST_ADMIN })
  const record = await rest<{ formData: string }>(`/api/form/submissions/${latest.id}`, {
    token: login.token,
  })
  return JSON.parse(record.formData) as Record<string, string>
}

async function rest<T>(path: string, { body, token }: { body?: object; token?: string }): Promise<T> {
  const answer = await fetch(server.url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return ((await answer.json()) as { data: T }).data
}

const pngOf = (dataUrl: string | undefined) => Buffer.from(dataUrl?.split(',')[1] ?? '', 'base64')

/** A stored signature as darkness from 0 to 1 by sheet point; fails unless it is a sheet in black on white. */
async function inkOf(dataUrl: string | undefined) {
  const png = pngOf(dataUrl)
  expect(png.length).toBeLessThanOrEqual(LIMITS.signatureBytes)
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([sheet.width * 2, sheet.height * 2])
  const dark = (x: number, y: number) => 1 - (data[(y * info.width + x) * info.channels] ?? 255) / 255
  let coloured = 0
  const columns = new Set<number>()
  const rows = new Set<number>()
  let amount = 0
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      const at = (y * info.width + x) * info.channels
      if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) coloured++
      if (dark(x, y) > 0.5) {
        columns.add(x / 2)
        rows.add(y / 2)
        amount++
      }
    }
  expect(coloured).toBe(0)
  return {
    amount,
    left: Math.min(...columns),
    right: Math.max(...columns),
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    /** How thick the ink is, in sheet units, where an upright through x crosses it between two heights. */
    thickness: (x: number, from = 0, to: number = sheet.height) =>
      Array.from({ length: (to - from) * 2 }, (_, step) => dark(x * 2, from * 2 + step)).reduce(
        (a, b) => a + b,
        0,
      ) / 2,
  }
}

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

test('a quick flourish is not cut off, and the right button draws nothing', async () => {
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
  const ink = await inkOf((await submitted(page)).signer1Signature)
  expect(ink.right).toBeGreaterThan(358)
  expect(ink.bottom).toBeLessThan(95)
})

test('a dot is drawn, said to be one, and no signature; it blocks nothing', async () => {
  const page = await open()
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

test('Clear Signature empties the sheet and keeps the focus; Undo takes it and the last stroke back', async () => {
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

  const ink = await inkOf((await submitted(page)).signer1Signature)
  expect(ink.thickness(200, 30, 50)).toBeCloseTo(sheet.line, 0)
  expect(ink.thickness(200, 70, 90)).toBe(0)
})

test('a signature that is cleared is not sent', async () => {
  const page = await open()
  await drawByMouse(page, [
    [60, 40],
    [340, 40],
  ])
  await button(page, words.clear).click()
  expect((await submitted(page)).signer1Signature ?? '').toBe('')
})

describe('by finger, on a phone', () => {
  test('drawing does not scroll the page, beside the sheet a finger does', async () => {
    const page = await open(PHONE)
    const at = await sheetOf(page)
    const { draw } = await fingers(page)
    const scrolled = () => page.evaluate(() => window.scrollY)
    const before = await scrolled()
    await draw(line([80, 10], [200, 110]).map(at))
    await draw(line([200, 110], [200, 5]).map(at))
    await signature(page).getByText(words.drawn, { exact: true }).waitFor()
    expect(await scrolled()).toBe(before)
    expect(await page.locator('[name="signer1Date"]').inputValue()).toMatch(/^\d{4}-\d{2}-\d{2}$/)

    const beside = { x: 6, y: at([0, 60]).y }
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
  const none = page.getByLabel(formMessages.noSecondSigner)
  await none.check()
  expect(await canvasOf(page, SIGNER2).isVisible()).toBe(false)
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: 1280,
    height: 800,
    deviceScaleFactor: 1,
    mobile: false,
  })
  await none.uncheck()
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

test('another language redraws the words, not the sheet', async () => {
  const page = await open()
  await drawByMouse(page, [
    [60, 40],
    [340, 40],
  ])
  await page.getByRole('button', { name: 'Español' }).click()
  await signature(page).getByText(formMessagesEs.signature.drawn, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'English' }).click()
  await signature(page).getByText(words.drawn, { exact: true }).waitFor()
  await drawByMouse(page, [
    [60, 80],
    [340, 80],
  ])

  const ink = await inkOf((await submitted(page)).signer1Signature)
  expect(ink.thickness(200, 30, 50)).toBeCloseTo(sheet.line, 0)
  expect(ink.thickness(200, 70, 90)).toBeCloseTo(sheet.line, 0)
})

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

test('without a second signer nothing of the second one is sent or asked', async () => {
  const page = await open()
  await drawByMouse(
    page,
    [
      [60, 40],
      [340, 40],
    ],
    SIGNER2,
  )
  const values = await submitted(page)
  expect(
    Object.entries(values).filter(([name, value]) => name.startsWith('signer2') && value !== ''),
  ).toEqual([])
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

describe('by typing one’s name', () => {
  const cases = [
    ['in Latin letters', 'Ann Mary O’Neil'],
    ['in Cyrillic letters', 'Екатерина Щёголева'],
    ['of great length', 'Maximiliano Alejandro de la Santísima Trinidad Fernández-Villaverde y Goyeneche'],
  ] as const

  test.each(cases)('a name %s is written on the same sheet', async (_, name) => {
    const page = await open(PHONE)
    await sheetOf(page)
    await choose(page, words.type)
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
    await note(page).getByText(words.loading).waitFor()
    await drawByMouse(page, [
      [60, 40],
      [340, 40],
    ])
    await expectVisible(signature(page).getByText(words.drawn, { exact: true }))
  })
})
