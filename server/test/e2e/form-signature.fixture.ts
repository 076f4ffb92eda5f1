import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Values } from '#domain/catalogue/values'
import { LIMITS } from '#domain/limits'
import { formMessages } from '#domain/messages/form'
import { openSubmission, sealedSelect } from '../../submissions/accept/sealed-submission.ts'
import type { Services } from '../../services.ts'
import { startTestServer } from '../support/server.ts'
import {
  allRequired,
  enter,
  fillIn,
  finishSheet,
  formBrowser,
  pointsOf,
  showAllOnPhones,
  uncover,
  visit,
} from './form-visit.ts'

export const words = formMessages.signature
export const sheet = LIMITS.signatureCanvas
export const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 3,
}
export const LANDSCAPE = { width: 740, height: 360 }

export type Point = readonly [x: number, y: number]
export const SIGNER1 = 'signer1Signature'
export const SIGNER2 = 'signer2Signature'

export const canvasOf = (page: Page, name = SIGNER1) =>
  signature(page, name).locator('> .signature-paper canvas')
export const signature = (page: Page, name = SIGNER1) =>
  page.locator('.signature').nth(name === SIGNER1 ? 0 : 1)
export const note = (page: Page, name = SIGNER1) => page.locator(`#note-${name}`)
export const choose = (page: Page, way: string) => signature(page).getByRole('radio', { name: way }).click()
export const button = (page: Page, name: string) => signature(page).getByRole('button', { name })

/** Scrolls to the sheet and waits until it can be drawn on. Returns a function from points of the sheet to points of the screen. */
export async function sheetOf(page: Page, name = SIGNER1) {
  await canvasOf(page, name).scrollIntoViewIfNeeded()
  const canvas = await uncover(page, signature(page, name).locator('> .signature-paper'))
  await expect.poll(() => canvas.evaluate(({ style }) => style.userSelect)).toBe('none')
  const at = await pointsOf(canvas)
  return (point: Point) => {
    const [x, y] = at(...point)
    return { x, y }
  }
}

export async function drawByMouse(page: Page, points: readonly Point[], name = SIGNER1) {
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

export async function fingers(page: Page) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: TouchType, ...touchPoints: Touch[]): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const draw = async (points: readonly Touch[]) => {
    for (const [index, point] of points.entries())
      await touch(index === 0 ? 'touchStart' : 'touchMove', point)
    await touch('touchEnd')
  }
  return { session, touch, draw }
}

export async function rotate(page: Page, viewport: { width: number; height: number }) {
  const canvas = page.locator('.signature-sheet canvas')
  const before = await canvas.evaluate(({ clientWidth }) => clientWidth)
  await page.setViewportSize(viewport)
  await expect.poll(() => canvas.evaluate(({ clientWidth }) => clientWidth)).not.toBe(before)
}

export const line = (from: Point, to: Point, steps = 12): Point[] =>
  Array.from({ length: steps + 1 }, (_, step) => [
    from[0] + ((to[0] - from[0]) * step) / steps,
    from[1] + ((to[1] - from[1]) * step) / steps,
  ])

const pngOf = (dataUrl: string | undefined) => Buffer.from(dataUrl?.split(',')[1] ?? '', 'base64')

/** A stored signature as darkness from 0 to 1 by sheet point; fails unless it is a sheet in black on white. */
export async function inkOf(dataUrl: string | undefined) {
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

/** The application sent last as it was stored: staff get drawings encoded anew. */
export async function latestStored({ db, keys }: Pick<Services, 'db' | 'keys'>): Promise<Values> {
  const latest = { orderBy: { createdAt: 'desc' }, select: sealedSelect } as const
  return openSubmission(keys, await db.connections.system.client().formSubmission.findFirstOrThrow(latest))
}

/** A server and a browser for signing the form. Call it at the top of a test file. */
export async function startSigning() {
  const server = await startTestServer()
  await showAllOnPhones(server.services)
  const browser = formBrowser()

  async function open(options: BrowserContextOptions = {}, before?: (page: Page) => Promise<unknown>) {
    const page = await visit(browser(), server.url, { ...options, before })
    await page.getByRole('button', { name: 'Submit Application' }).waitFor()
    return page
  }

  /** Fills in every other required answer and submits. Returns the application as it was stored. */
  async function submitted(page: Page, { secondSigner = false } = {}): Promise<Values> {
    await finishSheet(page)
    if (secondSigner) await enter(page, allRequired())
    else await fillIn(page)
    const [answer] = await Promise.all([
      page.waitForResponse('**/form.submit*'),
      page.getByRole('button', { name: 'Submit Application' }).click(),
    ])
    expect(await answer.text()).toContain('"status":"success"')
    return latestStored(server.services)
  }
  return { open, submitted }
}
