// @module-tag long
import { describe, expect, test } from 'vitest'
import { makeCompany, makeLink } from '../support/factories.ts'
import {
  DESKTOP,
  events,
  fillIn,
  fits,
  form,
  inView,
  ready,
  startEmbedding,
  submit,
  told,
} from './form-embed.fixture.ts'

/** What the host page and the form tell each other, which pages may frame the form, and the demo page. */

const { server, site, browser, around, open } = await startEmbedding()

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
  expect(
    await server.services.db.connections.system.client().formSession.count({ where: { submittedAt: null } }),
  ).toBe(0)
})

test('progress stays in view on a page that CSS zooms', async () => {
  const opened = await open(site.page(around(`<div style="zoom: 1.5">${form()}</div>`)))
  const { page, frame, iframe } = opened
  await ready(opened)
  // From one frame to the other's pixels, as the driver's boxes know no zoom.
  const line = async () => {
    const top = await frame.locator('.progress-line').evaluate((each) => each.getBoundingClientRect().top)
    return iframe.evaluate((each, top) => each.getBoundingClientRect().top + top * 1.5, top)
  }
  await page.evaluate(() => window.scrollTo(0, 1_500))
  await expect.poll(async () => Math.abs(await line())).toBeLessThanOrEqual(2)
})

test('a page that is not on the company’s list is refused the frame, one that is has it', async () => {
  const company = await makeCompany(server.services, { allowedOrigins: ['https://elsewhere.example'] })
  const { slug } = await makeLink(server.services, company.id)
  const url = site.page(around(form('', slug)))
  const context = await browser().newContext()
  const complaints: string[] = []
  context.on('console', (message) => complaints.push(message.text()))
  const refused = await open(url, context)
  await expect.poll(() => complaints.join('\n')).toContain('frame-ancestors https://elsewhere.example')
  expect(await refused.frame.locator('.page').count()).toBe(0)
  expect(await told(refused)).toEqual([])

  await server.services.db.connections.system.client().company.update({
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
    const context = await browser().newContext({
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
