// @module-tag long
import type { Browser, Page, Request } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { closeContexts, workersBrowser } from '../support/browser.ts'
import { call, makeCompany, makeLink, signIn } from '../support/factories.ts'
import { startHostSite } from '../support/host-site.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { upload } from '../support/uploads.ts'

/** What browsers are told to refuse, on every kind of page and answer, and that they do. */

const server = await startTestServer({ role: 'all' })
const { url, services } = server
const site = await startHostSite()
const token = await signIn(url, TEST_ADMIN.email)

const PANEL = ['/', '/admin/forms', '/unauthorized', '/forgot-password', '/reset-password']
const PAGES = [...PANEL, '/form/demo', '/embed/demo', '/embed-demo', '/api/docs', '/nothing']
const FRAMED = ['/embed/demo']
const STRANGERS_PAGE = '/embed-demo'

let browser: Browser
let submissionId = ''
/** Files and data, which are no pages. */
let answers: string[] = []

declare global {
  interface Window {
    ran?: string[]
    refused?: string[]
  }
}

beforeAll(async () => {
  browser = await workersBrowser()
  const session = await openFormSession(url)
  const file = await upload(url, { headers: { 'x-form-session': session } })
  submissionId = (await submitApplication(url, session)).body.data?.id ?? ''
  const { body } = await call(url, 'GET', '/generated-link/get/slug/demo')
  const { company } = body.data as { company: { logoUrl: string } }
  answers = [
    company.logoUrl,
    String(file.body.url),
    `/api/form/pdf/${submissionId}`,
    '/api/form/export',
    '/api/form/submissions',
    '/api/openapi.json',
    '/api/nothing',
    '/embed.js',
  ]
})
afterEach(() => closeContexts(browser))

async function headersOf(path: string): Promise<Record<string, string>> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  return Object.fromEntries(answer.headers)
}
const directives = (policy: string | undefined): Map<string, string> =>
  new Map((policy ?? '').split('; ').map((part) => [part.split(' ')[0] ?? '', part]))

async function open(path: string): Promise<Page> {
  const context = await browser.newContext({
    acceptDownloads: true,
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: 'token', value: token }] }],
    },
  })
  const page = await context.newPage()
  await page.goto(path.startsWith('/') ? url + path : path)
  return page
}

describe('every answer', () => {
  it('keeps scripts and styles to files of ours, and tells nobody who sent its reader', async () => {
    for (const path of [...PAGES, ...answers]) {
      const headers = await headersOf(path)
      const policy = directives(headers['content-security-policy'])
      expect([path, policy.get('default-src')]).toEqual([path, "default-src 'none'"])
      expect([path, headers['content-security-policy']]).toEqual([
        path,
        expect.not.stringMatching(/unsafe-|\*[^;]/),
      ])
      const scripts =
        path === STRANGERS_PAGE ? /^script-src 'self' http:\/\/127\.0\.0\.1:\d+$/ : /^script-src 'self'$/
      expect([path, policy.get('script-src') ?? "script-src 'self'"]).toEqual([
        path,
        expect.stringMatching(scripts),
      ])
      expect([path, headers]).toEqual([
        path,
        expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'permissions-policy': expect.stringContaining('camera=(), microphone=(), geolocation=()'),
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': [...FRAMED, '/embed.js'].includes(path)
            ? 'cross-origin'
            : 'same-origin',
        }),
      ])
    }
  })

  it('may be framed by nobody, but for the form under /embed', async () => {
    for (const path of [...PAGES, ...answers]) {
      const headers = await headersOf(path)
      const ancestors = directives(headers['content-security-policy']).get('frame-ancestors')
      expect([path, ancestors, headers['x-frame-options']]).toEqual(
        FRAMED.includes(path)
          ? [path, 'frame-ancestors *', undefined]
          : [path, "frame-ancestors 'none'", 'DENY'],
      )
    }
  })

  it('of the panel has a nonce that nobody has seen before', async () => {
    const nonces = await Promise.all(
      [...PANEL, ...PANEL].map(async (path) => {
        const style = directives((await headersOf(path))['content-security-policy']).get('style-src') ?? ''
        return /^style-src 'self' 'nonce-([\w+/]{22}==)'$/.exec(style)?.[1]
      }),
    )
    expect(nonces).not.toContain(undefined)
    expect(new Set(nonces).size).toBe(2 * PANEL.length)
  })
})

describe('in the browser', () => {
  it.each(['/', '/admin/forms', '/form/demo', '/embed/demo', '/embed-demo', '/api/docs', '/nothing'])(
    '%s runs nothing that was smuggled in',
    async (path) => {
      const page = await open(path)
      const foreign = site.page('')
      await page.evaluate((address) => {
        const ran: string[] = (window.ran = [])
        const refused: string[] = (window.refused = [])
        document.addEventListener('securitypolicyviolation', (event) => {
          const outside = event.blockedURI.startsWith('http') ? ' from elsewhere' : ''
          refused.push(event.effectiveDirective + outside)
        })
        const add = (tag: string, attributes: Record<string, string>, text = '') => {
          const element = document.createElement(tag)
          for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
          element.textContent = text
          document.body.append(element)
          return element
        }
        add('script', {}, 'window.ran.push("script")')
        add('script', { src: address })
        add('button', { onclick: 'window.ran.push("handler")' }).click()
        add('a', { href: 'javascript:window.ran.push("link")' }, 'x').click()
        add('p', { style: 'position: fixed' })
        fetch(address).then(
          () => ran.push('fetch'),
          () => {},
        )
      }, foreign)
      const refused = () => page.evaluate(() => [...new Set(window.refused)].sort())
      await expect
        .poll(refused)
        .toEqual(
          expect.arrayContaining([
            'connect-src from elsewhere',
            'script-src-attr',
            'script-src-elem',
            'script-src-elem from elsewhere',
            'style-src-attr',
          ]),
        )
      expect(await page.evaluate(() => window.ran)).toEqual([])
    },
  )

  it('what a company calls itself is shown, and runs nothing', async () => {
    const nameOut = `</title><script>window.ran=['name']</script><img src=x onerror="window.ran=['name']">'"&`
    const company = await makeCompany(services, { nameOut, nameIn: nameOut, disclaimer: nameOut })
    const { slug } = await makeLink(services, company.id)
    for (const path of [`/form/${slug}`, `/embed/${slug}`, '/admin/companies']) {
      const page = await open(path)
      await page.getByText(nameOut).first().waitFor()
      expect(await page.evaluate(() => window.ran)).toBeUndefined()
      expect(await page.locator('img[src="x"]').count()).toBe(0)
      await page.context().close()
    }
  })

  it('nothing but the form under /embed stands in a page of somebody else', async () => {
    const framed = PAGES.filter((path) => path !== '/nothing')
    const page = await open(
      site.page(framed.map((path) => `<iframe title="${path}" src="${url}${path}"></iframe>`).join('')),
    )
    await page.frameLocator('iframe[title="/embed/demo"]').getByRole('heading').first().waitFor()
    const empty = (path: string) => page.frameLocator(`iframe[title="${path}"]`).locator('#root, #docs, main')
    for (const path of framed) {
      expect([path, await empty(path).count()]).toEqual([
        path,
        path === '/embed/demo' ? expect.any(Number) : 0,
      ])
    }
  })
})

it('the token is in no address that the panel asks for, whatever is opened', async () => {
  const requests: Request[] = []
  const page = await open('/admin/forms')
  page.on('request', (request) => requests.push(request))
  await page.reload()
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()])
  for (const list of ['companies', 'teams', 'users', 'roles', 'links']) {
    await page.locator(`a[href$="/admin/${list}"]`).first().click()
    await page.waitForURL(`**/admin/${list}`)
  }
  await expect
    .poll(
      async () =>
        (
          await fetch(`${url}/api/form/pdf/${submissionId}`, {
            headers: { authorization: `Bearer ${token}` },
          })
        ).status,
    )
    .toBe(200)
  await page.goto(`${url}/admin/forms/${submissionId}`)
  await page.getByRole('button', { name: 'Show the PDF' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'statement.pdf' })
    .getByText('View', { exact: true })
    .click()
  const asked = (part: string) => requests.find((request) => request.url().includes(part))
  const withToken = ['/api/form/export', '/api/form/pdf/', '/api/documents/document/', '/api/user/']
  await expect.poll(() => withToken.filter((part) => !asked(part))).toEqual([])

  for (const part of withToken) expect(asked(part)?.headers().authorization).toBe(`Bearer ${token}`)
  const told = requests.flatMap((request) => [request.url(), request.headers().referer ?? ''])
  expect(told.filter((text) => text.includes(token) || text.includes(encodeURIComponent(token)))).toEqual([])
  expect(page.url()).not.toContain(token)
})
