import type { BrowserContextOptions, Page } from 'playwright-core'
import { startTestServer } from '../support/server.ts'
import { field, formBrowser, showAllOnPhones, visit } from './form-visit.ts'

export const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
}
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }

/** The field's value with the caret as a bar; a selection stands between two bars. */
export const picture = (page: Page, name: string) =>
  field(page, name).evaluate((element) => {
    if (!(element instanceof HTMLInputElement)) throw new Error('No input')
    const { value, selectionStart, selectionEnd } = element
    const [start, end] = [selectionStart ?? 0, selectionEnd ?? 0]
    const tail = `|${value.slice(end)}`
    return value.slice(0, start) + (start === end ? '' : `|${value.slice(start, end)}`) + tail
  })

/** Puts the caret where the bar is, as a tap there would; two bars select. */
export async function place(page: Page, name: string, shown: string): Promise<void> {
  const [before = '', middle = '', after] = shown.split('|')
  const range = [before.length, before.length + (after === undefined ? 0 : middle.length)] as const
  await field(page, name).evaluate((element, [start, end]) => {
    if (!(element instanceof HTMLInputElement)) throw new Error('No input')
    element.focus()
    element.setSelectionRange(start, end)
  }, range)
}

/** Empties the field as a person does. */
export async function clear(page: Page, name: string): Promise<void> {
  await field(page, name).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Backspace')
}

/** A server and a browser for typing into the form. Call it at the top of a test file. */
export async function startTyping() {
  const server = await startTestServer()
  await showAllOnPhones(server.services)
  const browser = formBrowser()

  async function open(options: BrowserContextOptions): Promise<Page> {
    const page = await visit(browser(), server.url, options)
    await page.getByRole('button', { name: 'Submit Application' }).waitFor()
    const folded = page.locator('.optional .unfold:visible')
    while ((await folded.count()) > 0) await folded.first().click()
    return page
  }

  async function paste(page: Page, text: string): Promise<void> {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('Control+V')
  }
  return { open, paste }
}
