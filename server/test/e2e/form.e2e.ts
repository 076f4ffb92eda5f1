import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { formMessages } from '#domain/messages/form'
import { draftOf } from '../support/drafts.ts'
import { makeCompany, makeLink } from '../support/factories.ts'
import { samplePdf } from '../support/sample-files.ts'
import { startTestServer } from '../support/server.ts'
import { expectVisible } from '../support/expect-visible.ts'
import { fillIn, formBrowser, requiredAnswers, visit, type Visit } from './form-visit.ts'

/** The public form where it can go wrong: refusals, bad networks, ended sessions, small screens. */

const server = await startTestServer()

const browser = formBrowser()
let statement: Buffer

beforeAll(async () => {
  statement = await samplePdf(0.1)
})

const open = (options?: Visit) => visit(browser(), server.url, options)
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: statement })
const attach = (page: Page, ...names: string[]) => page.locator('#files').setInputFiles(names.map(pdf))
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Application' }).click()
const uploaded = (page: Page, count: number) =>
  expect.poll(() => page.getByText('Uploaded', { exact: true }).count()).toBe(count)
const submissions = () => server.services.db.connections.system.client().formSubmission.count()

test('a page without a form says why, in the spec’s words', async () => {
  for (const path of ['/form/', '/embed/', '/form/no-such-slug']) {
    const page = await open({ path })
    await page.getByRole('alert').getByText('Invalid link', { exact: true }).waitFor()
    await page.getByRole('alert').getByText('Ask the person who sent you this link.').waitFor()
  }
  // Served while the database is away, the page brings no link along and asks for it.
  const withoutLink = async (page: Page) => {
    await page.route('**/form/demo', async (route) => {
      const html = await (await route.fetch()).text()
      await route.fulfill({
        body: html.replace(/<meta name="application"[^>]*>/, ''),
        contentType: 'text/html',
      })
    })
    await page.route('**/*getBySlug*', (route) => route.abort())
  }
  const page = await open({ before: withoutLink })
  await page.getByText('Failed to load application. Please try again later.').waitFor()
  await page.unroute('**/*getBySlug*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectVisible(page.getByRole('heading', { name: 'PLEASE FILL OUT COMPLETELY' }))
})

test('a form is drawn without asking for anything; a closed link says so, and is still sent where it was begun', async () => {
  const company = await makeCompany(server.services, { nameOut: 'Closing Funding' })
  const { id, slug } = await makeLink(server.services, company.id)
  const calls: string[] = []
  const page = await open({
    path: `/form/${slug}`,
    before: async (page) => {
      await page.route('**/api/trpc/**', async (route) => {
        calls.push(route.request().url())
        await page.getByRole('button', { name: 'Submit Application' }).waitFor()
        await route.continue()
      })
    },
  })
  await page.getByRole('button', { name: 'Submit Application' }).waitFor()
  expect(await page.title()).toBe('Funding application · Closing Funding')
  await page.unrouteAll({ behavior: 'wait' })
  expect(calls.filter((url) => url.includes('getBySlug'))).toEqual([])
  await fillIn(page)

  await server.services.db.connections.system
    .client()
    .generatedLink.update({ where: { id }, data: { closedAt: new Date() } })
  await page.reload()
  await fillIn(page)
  await submit(page)
  await page.getByRole('dialog').waitFor()
  const other = await open({ path: `/form/${slug}` })
  await other.getByRole('alert').getByText('This link no longer takes new applications.').waitFor()
})

test('a refused submit leads to what is missing, by keyboard alone', async () => {
  const page = await open()
  await submit(page)
  await page.getByRole('heading', { name: '16 answers need a look' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('summary')

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Café Ñandú LLC')
  expect(await page.locator('[name="legalName"]').inputValue()).toBe('Café Ñandú LLC')
  await page.getByRole('heading', { name: '15 answers need a look' }).waitFor()

  await page.locator('[name="taxId"]').fill('12-34')
  await page.locator('[name="city"]').focus()
  expect(await page.locator('#note-taxId').innerText()).toBe(formMessages.problems.taxId)
})

test('a submit whose answer is lost is sent again and stored once', { tags: ['long'] }, async () => {
  const before = await submissions()
  const page = await open()
  await fillIn(page)
  let tries = 0
  await page.route('**/form.submit*', async (route) => {
    // The first one arrives, but its answer does not.
    if (++tries === 1) await route.fetch()
    return tries < 3 ? route.abort() : route.continue()
  })
  await submit(page)
  await page.getByText(formMessages.waiting).waitFor()
  await page.getByRole('button', { name: 'Submitting...' }).waitFor()
  await page.getByRole('dialog', { name: 'Заявка отправлена!' }).waitFor()
  expect(tries).toBe(3)
  expect(await submissions()).toBe(before + 1)
})

test('the server’s word on a field lands on the field', async () => {
  const page = await open()
  await fillIn(page)
  await page.route('**/form.submit*', (route) => {
    const sent = route.request().postDataJSON() as Record<string, string>
    return route.continue({ postData: JSON.stringify({ ...sent, taxId: '12-34' }) })
  })
  await submit(page)
  await page.getByRole('heading', { name: 'One answer needs a look' }).waitFor()
  expect(await page.locator('#note-taxId').innerText()).toBe(formMessages.problems.taxId)
})

test('an ended session is replaced: what was typed is kept and files of the page are attached again', async () => {
  const page = await open()
  await fillIn(page)
  await attach(page, 'may.pdf')
  await uploaded(page, 1)
  const token = (await page.evaluate(() => localStorage.getItem('form_session_demo'))) ?? ''
  // A save that waits would find out first; 'saved' is shown of the one before it.
  const unsaved = async () => {
    const draft = await draftOf(server.url, token)
    const stored = [...Object.keys(draft?.values ?? {}), ...(draft?.kept ?? [])]
    const answers = requiredAnswers().flatMap(([name, answer]) => (answer === '' ? [] : [name]))
    return { answers: answers.filter((name) => !stored.includes(name)), secondSigner: draft?.secondSigner }
  }
  await expect.poll(unsaved).toEqual({ answers: [], secondSigner: false })
  const id = token.split('.')[0] ?? ''
  await server.services.db.connections.system
    .client()
    .formSession.update({ where: { id }, data: { expiresAt: new Date(0) } })

  await submit(page)
  await page.getByText(formMessages.reattaching).waitFor()
  await uploaded(page, 1)
  await submit(page)
  await page.getByRole('dialog', { name: 'Заявка отправлена!' }).waitFor()
})

test('in a frame whose storage throws, the form works all the same', async () => {
  const denyStorage = (page: Page) =>
    page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })
  const page = await open({ path: '/embed/demo', before: denyStorage })
  await attach(page, 'may.pdf')
  await uploaded(page, 1)
  await fillIn(page)
  await submit(page)
  await page.getByRole('dialog', { name: 'Заявка отправлена!' }).waitFor()
})
