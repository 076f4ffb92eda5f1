import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { INPUTS } from '#domain/catalogue/index'

/** What end-to-end tests of the public form do to its page. */
export type Opening = BrowserContextOptions & {
  path?: string
  /** Called with the page before it goes anywhere. */
  before?: (page: Page) => Promise<unknown>
}

/** The form in a browser of its own, so with a storage of its own. `url` is the server's. */
export async function openForm(
  browser: Browser,
  url: string,
  { path = '/form/demo', before, ...options }: Opening = {},
): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await before?.(page)
  await page.goto(url + path)
  return page
}

export const field = (page: Page, name: string): Locator => page.locator(`[name="${name}"]`)

/** What has to be answered, and there is no second signer. */
export async function fillRequired(page: Page, except: readonly string[] = []): Promise<void> {
  const answers = fullApplication()
  for (const { name, required } of INPUTS.values()) {
    if (!required || name.startsWith('signer2') || except.includes(name)) continue
    await field(page, name).fill(answers[name] ?? '')
  }
  await page.locator('.checkbox input').check()
}

/** A signature by mouse, with strokes that no one would take for a dot. */
export async function signByMouse(page: Page, canvas: Locator): Promise<void> {
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('No canvas to sign on')
  const at = (x: number, y: number) =>
    [box.x + (x * box.width) / 400, box.y + (y * box.height) / 120] as const
  await page.mouse.move(...at(30, 80))
  await page.mouse.down()
  for (const [x, y] of [
    [90, 20],
    [140, 95],
    [200, 30],
    [260, 90],
    [330, 40],
  ] as const) {
    await page.mouse.move(...at(x, y), { steps: 8 })
  }
  await page.mouse.up()
}
