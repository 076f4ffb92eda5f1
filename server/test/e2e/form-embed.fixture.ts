import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { formMessages } from '#domain/messages/form'
import { startHostSite } from '../support/host-site.ts'
import { startTestServer } from '../support/server.ts'
import { fillIn as fillInForm, formBrowser, showAllOnPhones } from './form-visit.ts'

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 360, height: 740 }

declare global {
  interface Window {
    told: string[]
    Intake?: { mount(element: HTMLElement): void }
  }
}

/** The host's page, and the form in it. */
export type Opened = { page: Page; frame: FrameLocator; iframe: Locator }

export const form = (attributes = '', slug = 'demo') => `<div data-intake-form="${slug}" ${attributes}></div>`

/** Records the events of the forms on the document, to which they bubble. */
const LISTEN = `<script>
  window.told = []
  for (const type of ['ready', 'started', 'submitted'])
    document.addEventListener('intake:' + type, ({ target, detail }) =>
      told.push([type, target.dataset.intakeForm, target.id, JSON.stringify(detail)].join(' ')))
</script>`

export const ready = ({ frame }: Opened) =>
  frame.getByRole('button', { name: 'Submit Application' }).waitFor()
/**
 * Presses a button, a link or a box by its key: a click in another site's frame may land where it was before the page
 * scrolled to it.
 */
export const press = (control: Locator, key = 'Enter') => control.press(key)
export const submit = ({ frame }: Opened) => press(frame.getByRole('button', { name: 'Submit Application' }))
export const told = ({ page }: Opened) => page.evaluate(() => window.told.map((each) => each.split(' ')[0]))
export const events = (opened: Opened, ...types: string[]) => expect.poll(() => told(opened)).toEqual(types)

/** Is the frame as high as its content, so that it has nothing to scroll? */
export async function fits({ frame, iframe }: Opened): Promise<void> {
  const content = () =>
    frame.locator('html').evaluate((html) => ({
      height: Math.ceil(html.getBoundingClientRect().height),
      scrolls: html.scrollHeight > window.innerHeight || html.scrollWidth > window.innerWidth,
      room: window.innerWidth - html.clientWidth,
    }))
  const height = () => iframe.evaluate((element) => element.getBoundingClientRect().height)
  await expect
    .poll(async () => {
      const { height: inside, scrolls, room } = await content()
      return { scrolls, room, difference: (await height()) - inside }
    })
    .toEqual({ scrolls: false, room: 0, difference: 0 })
}

/** Does the host's window show the element, whole or as much as there is room for? */
export async function inView({ page }: Opened, element: Locator): Promise<void> {
  const viewport = page.viewportSize() ?? DESKTOP
  await expect
    .poll(async () => {
      const box = await element.boundingBox()
      if (!box) return 'nowhere'
      const whole = box.y >= -1 && box.y + box.height <= viewport.height + 1
      const asMuch = box.height > viewport.height && box.y >= -1 && box.y < viewport.height / 2
      return whole || asMuch ? 'seen' : `at ${Math.round(box.y)}, ${Math.round(box.height)} high`
    })
    .toBe('seen')
}

/** Answers 'Does a second person sign?' by the keyboard; a narrow frame folds it at first. */
export async function turnSecondSigner({ frame }: Opened, to: 'hidden' | 'shown'): Promise<void> {
  const add = frame.getByRole('button', { name: formMessages.secondPerson.add })
  if (await add.isVisible()) await press(add)
  const answer = frame.locator(`[name=secondSigner][value=${to === 'hidden' ? 'No' : 'Yes'}]`)
  await press(answer, 'Space')
  await expect.poll(() => answer.isChecked()).toBe(true)
}

/** Fills in every required answer; no second person signs. */
export const fillIn = ({ frame }: Opened): Promise<void> => fillInForm(frame)

/** A server, another site whose pages embed its form, and a browser. Call it at the top of a test file. */
export async function startEmbedding() {
  const server = await startTestServer()
  await showAllOnPhones(server.services)
  const site = await startHostSite()
  const browser = formBrowser()

  const around = (embedded: string) =>
    `${LISTEN}<h1>Broker</h1><button id="before">Before</button>
  <p style="height: 300px">We fund small businesses.</p>${embedded}<script src="${server.url}/embed.js" async></script>
  <p style="height: 900px">Imprint</p><button id="after">After</button>`

  async function open(
    url: string,
    context?: BrowserContext,
    viewport?: { width: number; height: number },
  ): Promise<Opened> {
    const used = context ?? (await browser().newContext({ viewport: viewport ?? DESKTOP, locale: 'en-US' }))
    const page = await used.newPage()
    if (context && viewport) await page.setViewportSize(viewport)
    await page.goto(url)
    const iframe = page.locator('iframe').first()
    return { page, iframe, frame: page.frameLocator('iframe').first() }
  }
  return { server, site, browser, around, open }
}
