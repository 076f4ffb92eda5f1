import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { INPUTS } from '#domain/catalogue/index'
import { formMessages } from '#domain/messages/form'
import { launchBrowser, launchWithoutThirdPartyStorage } from '../support/browser.ts'
import { makeCompany, makeLink } from '../support/factories.ts'
import { startHostSite } from '../support/host-site.ts'
import { samplePdf } from '../support/sample-files.ts'
import { startTestServer } from '../support/server.ts'

/** The form in another site's page: its height, its events, what it takes from the page, and who may frame it. */

const server = await startTestServer()
const site = await startHostSite()
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 740 }

let browser: Browser
let statement: Buffer

beforeAll(async () => {
  ;[browser, statement] = await Promise.all([launchBrowser(), samplePdf(0.1)])
})
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})
afterAll(() => browser?.close())

const form = (attributes = '', slug = 'demo') => `<div data-intake-form="${slug}" ${attributes}></div>`
const SCRIPT = `<script src="${server.url}/embed.js" async></script>`

/** Notes what the page is told, on the document, where events have bubbled to. */
const LISTEN = `<script>
  window.told = []
  for (const type of ['ready', 'started', 'submitted'])
    document.addEventListener('intake:' + type, ({ target, detail }) =>
      told.push([type, target.dataset.intakeForm, target.id, JSON.stringify(detail)].join(' ')))
</script>`
const around = (embedded: string) =>
  `${LISTEN}<h1>Broker</h1><button id="before">Before</button>
  <p style="height: 300px">We fund small businesses.</p>${embedded}${SCRIPT}
  <p style="height: 900px">Imprint</p><button id="after">After</button>`

declare global {
  interface Window {
    told: string[]
    Intake?: { mount(element: HTMLElement): void }
  }
}

type Opened = { page: Page; frame: FrameLocator; iframe: Locator }

async function open(url: string, context?: BrowserContext, viewport = DESKTOP): Promise<Opened> {
  const page = await (context ?? (await browser.newContext({ viewport, locale: 'en-US' }))).newPage()
  await page.goto(url)
  const iframe = page.locator('iframe').first()
  return { page, iframe, frame: page.frameLocator('iframe').first() }
}

const ready = ({ frame }: Opened) => frame.getByRole('button', { name: 'Submit Application' }).waitFor()
/**
 * Presses a button, a link or a box by its key: a click in another site's frame may land where it was before the page
 * scrolled to it.
 */
const press = (control: Locator, key = 'Enter') => control.press(key)
const submit = ({ frame }: Opened) => press(frame.getByRole('button', { name: 'Submit Application' }))
const told = ({ page }: Opened) => page.evaluate(() => window.told.map((each) => each.split(' ')[0]))
const events = (opened: Opened, ...types: string[]) => expect.poll(() => told(opened)).toEqual(types)

/** Is the frame as high as its content, so that it has nothing to scroll? */
async function fits({ frame, iframe }: Opened): Promise<void> {
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
async function inView({ page }: Opened, element: Locator): Promise<void> {
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

/** Turns 'There is no second signer' over. */
async function turnSecondSigner({ frame }: Opened, to: 'hidden' | 'shown'): Promise<void> {
  const box = frame.getByLabel(formMessages.noSecondSigner)
  await press(box, 'Space')
  await expect.poll(() => box.isChecked()).toBe(to === 'hidden')
}

/** Everything that must be answered, and there is no second signer. */
async function fillIn(opened: Opened): Promise<void> {
  const { frame } = opened
  const required = [...INPUTS.values()].filter((input) => input.required && !input.name.startsWith('signer2'))
  const answers = fullApplication()
  for (const { name } of required) await frame.locator(`[name="${name}"]`).fill(answers[name] ?? '')
  await turnSecondSigner(opened, 'hidden')
}

const submissions = () => server.services.db.system.formSubmission.count()

describe.each([
  ['a desktop', DESKTOP],
  ['a 360 px phone', PHONE],
])('on %s', (_device, viewport) => {
  test('where a third party has no storage, an application is begun, signed, attached and sent', async () => {
    const before = await submissions()
    const context = await launchWithoutThirdPartyStorage({ viewport, locale: 'en-US' })
    try {
      const opened = await open(
        site.page(around(form(`data-intake-prefill='{"legalName":"Acme LLC"}'`))),
        context,
      )
      const { page, frame, iframe } = opened
      await ready(opened)
      const storage = () =>
        frame.locator('html').evaluate(() => {
          try {
            return String(window.localStorage.length)
          } catch (error) {
            return String(error)
          }
        })
      expect(await storage()).toContain('SecurityError')
      await fits(opened)
      expect(await iframe.getAttribute('title')).toBe('Funding application · Demo Funding')
      await events(opened, 'ready')
      expect(await frame.locator('[name="legalName"]').inputValue()).toBe('Acme LLC')

      await fillIn(opened)
      await events(opened, 'ready', 'started')
      await frame.locator('#files').setInputFiles({
        name: 'may.pdf',
        mimeType: 'application/pdf',
        buffer: statement,
      })
      await frame.getByText('Uploaded', { exact: true }).waitFor()
      await fits(opened)

      await submit(opened)
      const overlay = frame.getByRole('dialog', { name: 'Заявка отправлена!' })
      await overlay.waitFor()
      await inView(opened, overlay)
      await events(opened, 'ready', 'started', 'submitted')
      expect(await submissions()).toBe(before + 1)
      expect(await page.evaluate(() => window.told)).toEqual(
        ['ready', 'started', 'submitted'].map((type) => `${type} demo  {"form":"demo"}`),
      )

      // Then the form is a new one, and the page shows its beginning.
      await overlay.waitFor({ state: 'detached', timeout: 15_000 })
      await ready(opened)
      await events(opened, 'ready', 'started', 'submitted', 'ready')
      await inView(opened, frame.getByRole('heading', { name: 'Funding application' }))
      await fits(opened)
    } finally {
      await context.close()
    }
  })

  test('a refused submit shows what is missing where the applicant is, and leads there', async () => {
    const opened = await open(site.page(around(form())), undefined, viewport)
    const { frame } = opened
    await ready(opened)
    await submit(opened)
    const summary = frame.getByRole('group', { name: '16 answers need a look' })
    await inView(opened, summary.getByRole('heading'))
    expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true)
    await fits(opened)

    await press(summary.getByRole('link').last())
    await inView(opened, frame.locator(':focus'))
    expect(await frame.locator(':focus').getAttribute('name')).toBe('signer2Date')
  })

  test('the question before starting over is asked where the applicant is', async () => {
    const opened = await open(site.page(around(form())), undefined, viewport)
    await ready(opened)
    await opened.frame.locator('[name="legalName"]').fill('Acme')
    await press(opened.frame.locator('.submit-bar').getByRole('button', { name: 'Start over' }))
    const question = opened.frame.getByRole('alertdialog')
    const scrolled = () => opened.page.evaluate(() => window.scrollY)
    const before = await scrolled()
    await inView(opened, question)
    expect(await scrolled()).toBe(before)
  })
})

test('a page that answers only when the form has long been there learns its height all the same', async () => {
  const busy = `<script>
    setTimeout(() => {
      const until = Date.now() + 4000
      while (Date.now() < until) continue
    }, 100)
  </script>`
  const opened = await open(site.page(around(form()) + busy))
  await ready(opened)
  await fits(opened)
  await events(opened, 'ready')
})

test('the height follows the content, up and down, and then rests', async () => {
  const opened = await open(site.page(around(form())), undefined, PHONE)
  const { page, iframe } = opened
  await ready(opened)
  await fits(opened)
  const height = () => iframe.evaluate((element) => element.clientHeight)
  const whole = await height()

  await turnSecondSigner(opened, 'hidden')
  await expect.poll(height).toBeLessThan(whole)
  await fits(opened)
  // Not to the pixel as before: what loads as it comes into view may have added a line.
  const without = await height()
  await turnSecondSigner(opened, 'shown')
  await expect.poll(height).toBeGreaterThan(without + 100)
  await fits(opened)

  await page.setViewportSize(DESKTOP)
  // The page is shorter now and shows its end; a frame out of sight is told of no change of its size until it is seen.
  await iframe.evaluate((element) => element.scrollIntoView())
  await expect.poll(height).toBeLessThan(whole)
  await fits(opened)
  // Parts that load as they come into view may change it once more.
  const heightsOfASecond = () =>
    iframe.evaluate(async (element) => {
      const heights = new Set<number>()
      for (let frames = 0; frames < 60; frames++) {
        await new Promise(requestAnimationFrame)
        heights.add(element.clientHeight)
      }
      return heights.size
    })
  await expect.poll(heightsOfASecond).toBe(1)
})

test('the keyboard goes into the frame, through it and out again, and what it reaches is in view', async () => {
  const opened = await open(site.page(around(form())))
  const { page, frame } = opened
  await ready(opened)
  await fits(opened)
  await page.locator('#before').focus()
  await page.keyboard.press('Tab')
  await expect
    .poll(() =>
      frame
        .locator('button.language')
        .first()
        .evaluate((e) => e === document.activeElement),
    )
    .toBe(true)
  // As far as the first date, whose calendar is a stop that no selector finds.
  for (let steps = 0; steps < 8; steps++) {
    await page.keyboard.press('Tab')
    await inView(opened, frame.locator(':focus'))
  }

  await frame.locator('.submit-bar button').last().focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.locator('#after').evaluate((e) => e === document.activeElement)).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await inView(opened, frame.locator('.submit-bar button').last())
  await expect.poll(() => page.locator('#after').evaluate((e) => e === document.activeElement)).toBe(false)
})

test('several forms stand on a page, each in its language, those that come later too', async () => {
  const company = await makeCompany(server.services, { nameOut: 'Second Broker' })
  const { slug } = await makeLink(server.services, company.id)
  const opened = await open(site.page(around(form('id="a"') + form('id="b" data-intake-lang="es"', slug))))
  const { page } = opened
  const told = () => page.evaluate(() => window.told.map((each) => each.replace(/ {.*/, '')).sort())
  await expect.poll(told).toEqual(['ready demo a', `ready ${slug} b`].sort())
  await page.frameLocator('#b iframe').getByRole('heading', { name: 'Solicitud de financiamiento' }).waitFor()
  expect(await page.locator('#b iframe').getAttribute('title')).toContain('Solicitud de financiamiento')

  await page.evaluate(() => {
    const later = document.createElement('div')
    later.id = 'c'
    later.dataset.intakeForm = 'demo'
    document.body.append(later)
    const hidden = document.createElement('section')
    hidden.id = 'd'
    const shadow = hidden.attachShadow({ mode: 'open' })
    const within = document.createElement('div')
    within.dataset.intakeForm = 'demo'
    within.dataset.intakeLang = 'ru'
    shadow.append(within)
    document.body.append(hidden)
    window.Intake?.mount(within)
  })
  await page.frameLocator('#c iframe').getByRole('button', { name: 'Submit Application' }).waitFor()
  await page.frameLocator('#d iframe').getByRole('heading', { name: 'Заявка на финансирование' }).waitFor()
  expect(await page.locator('iframe').count()).toBe(4)

  await page.frameLocator('#b iframe').locator('[name="legalName"]').fill('Acme')
  await expect.poll(told).toContain(`started ${slug} b`)
  expect((await told()).filter((each) => each.startsWith('started'))).toHaveLength(1)
})

test('a page fills in what it knows: fields that are shown, empty and right, and no signature', async () => {
  const prefill = {
    legalName: ' Acme LLC ',
    email: 'not an address',
    state: 'TX',
    question6: 'Yes',
    question7: 'Discharged',
    question8: '20',
    balance1: '1000',
    signer1Signature: 'data:image/png;base64,AAAA',
    nothing: 'x',
    city: 7,
    __proto__: { zip: '77001' },
  }
  const attribute = JSON.stringify(prefill).replaceAll("'", '&#39;')
  const opened = await open(site.page(around(form(`data-intake-prefill='${attribute}'`))))
  const { frame } = opened
  await ready(opened)
  const value = (name: string) => frame.locator(`[name="${name}"]`).inputValue()
  await expect.poll(() => value('legalName')).toBe('Acme LLC')
  expect(await Promise.all(['email', 'city', 'zip'].map(value))).toEqual(['', '', ''])
  expect(await value('state')).toBe('TX')
  expect(await value('question7')).toBe('Discharged')
  expect(await value('question8')).toBe('')
  expect(await frame.locator('[name="balance1"]').count()).toBe(0)
  expect(await frame.getByText('Signed', { exact: true }).count()).toBe(0)
  await events(opened, 'ready')
  expect(await server.services.db.system.formSession.count({ where: { submittedAt: null } })).toBe(0)
})

test('a page that is not on the company’s list is refused the frame, one that is has it', async () => {
  const company = await makeCompany(server.services, { allowedOrigins: ['https://elsewhere.example'] })
  const { slug } = await makeLink(server.services, company.id)
  const url = site.page(around(form('', slug)))
  const context = await browser.newContext()
  const complaints: string[] = []
  context.on('console', (message) => complaints.push(message.text()))
  const refused = await open(url, context)
  await expect.poll(() => complaints.join('\n')).toContain('frame-ancestors https://elsewhere.example')
  expect(await refused.frame.locator('.page').count()).toBe(0)
  expect(await told(refused)).toEqual([])

  await server.services.db.system.company.update({
    where: { id: company.id },
    data: { allowedOrigins: ['https://elsewhere.example', site.origin] },
  })
  const opened = await open(url)
  await ready(opened)
  await events(opened, 'ready')
})

test('forged messages change nothing, neither in the page nor in the form', async () => {
  const forger = site.page(`<script>
    const forged = ['height', 'ready', 'started', 'submitted', 'reveal', 'hello', 'host'].map((type) =>
      ({ intake: 1, type, height: 7777, top: 5000, block: 'start', title: 'Forged', prefill: { legalName: 'Forged' } }))
    window.sent = 0
    setInterval(() => {
      for (const message of forged) {
        parent.postMessage(message, '*')
        for (let at = 0; at < parent.length; at++) parent.frames[at].postMessage(message, '*')
      }
      window.sent++
    }, 5)
  </script>`)
  const itself = `<script>
    setInterval(() => {
      for (const type of ['height', 'ready', 'submitted'])
        postMessage({ intake: 1, type, height: 7777, title: 'Forged' }, '*')
    }, 5)
  </script>`
  const nonsense = `<script>
    setInterval(() => {
      for (const message of [null, 1, 'x', {}, { intake: 1 }, { intake: 2, type: 'host' }, { intake: 1, type: 'other' }])
        document.querySelector('[data-intake-form] iframe')?.contentWindow.postMessage(message, '*')
    }, 5)
  </script>`
  const embedded = `<iframe id="forger" src="${forger}"></iframe>${form()}${itself}${nonsense}`
  const { page } = await open(site.page(around(embedded)))
  const opened = {
    page,
    frame: page.frameLocator('[data-intake-form] iframe'),
    iframe: page.locator('[data-intake-form] iframe'),
  }
  await ready(opened)
  await events(opened, 'ready')
  const sent = () =>
    page
      .frameLocator('#forger')
      .locator('html')
      .evaluate(() => Reflect.get(window, 'sent'))
  const before = Number(await sent())
  await expect.poll(sent).toBeGreaterThan(before + 20)
  expect(await told(opened)).toEqual(['ready'])
  await fits(opened)
  expect(await opened.iframe.getAttribute('title')).toBe('Funding application · Demo Funding')
  expect(await opened.frame.locator('[name="legalName"]').inputValue()).toBe('')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('in a frame of a fixed height and without the script, the form scrolls by itself', async () => {
  const url = site.page(
    `<iframe width="600" height="500" title="Form" src="${server.url}/embed/demo"></iframe>`,
  )
  const opened = await open(url)
  await ready(opened)
  await fillIn(opened)
  await submit(opened)
  const overlay = opened.frame.getByRole('dialog', { name: 'Заявка отправлена!' })
  await overlay.waitFor()
  await inView(opened, overlay)
})

describe('/embed-demo', () => {
  test.each([
    ['localhost', '127.0.0.1', DESKTOP],
    ['127.0.0.1', 'localhost', { width: 390, height: 844 }],
  ])('opened on %s shows the form of %s, live', async (host, other, viewport) => {
    const { port } = new URL(server.url)
    const context = await browser.newContext({
      viewport,
      locale: 'en-US',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const complaints: string[] = []
    context.on('console', (message) => complaints.push(message.text()))
    const opened = await open(`http://${host}:${port}/embed-demo`, context)
    const { page, frame, iframe } = opened
    await ready(opened)
    expect(await iframe.getAttribute('src')).toBe(`http://${other}:${port}/embed/demo`)
    const log = page.getByRole('log')
    await log.getByText('intake:ready').waitFor()
    await fits(opened)
    const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
    expect((await widths())[0]).toBe((await widths())[1])

    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `<div data-intake-form="demo"></div><script src="http://${other}:${port}/embed.js" async></script>`,
    )
    await fillIn(opened)
    await submit(opened)
    await frame.getByRole('dialog').waitFor()
    await log.getByText('intake:submitted').waitFor()
    expect(await log.getByRole('listitem').count()).toBe(3)
    expect(complaints).toEqual([])
  })
})
