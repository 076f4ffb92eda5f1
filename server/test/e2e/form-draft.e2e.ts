// @module-tag long
import { expect, test } from 'vitest'
import { LIMITS } from '#domain/limits'
import { consentWords } from '#domain/messages/consent'
import { formMessages } from '#domain/messages/form'
import { expectVisible } from '../support/expect-visible.ts'
import { call, signIn } from '../support/factories.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { idOf, overlay, SECRETS, startDrafts, submit } from './form-draft.fixture.ts'
import { field, fillIn, PHONE, reach, saved, signByMouse } from './form-visit.ts'

/** A draft returns after a reload, offline and on the next day. */

const { server, statement, open, draftOf, comeBack } = await startDrafts()

test('on a phone, everything but the secrets is there again, and the secrets are sent all the same', async () => {
  const page = await open(PHONE)
  const context = page.context()
  await fillIn(page)
  for (const [name, value] of Object.entries(SECRETS)) await (await reach(field(page, name))).fill(value)
  await (await reach(field(page, 'question6').first())).check({ force: true })
  await field(page, 'question8').fill('2012')
  await signByMouse(page, await reach(page.locator('#field-signer1Signature')))
  await reach(page.locator('#files'))
  await page
    .locator('#files')
    .setInputFiles({ name: 'may.pdf', mimeType: 'application/pdf', buffer: statement })
  await page.getByText('Uploaded', { exact: true }).waitFor()
  await (await reach(field(page, 'city'))).focus()
  await expect.poll(async () => (await draftOf(page))?.kept).toContain('signer1Signature')

  const answers: string[] = []
  await page.close()
  const next = await context.newPage()
  next.on('response', (response) => {
    if (!response.url().includes('/assets/')) void response.text().then((text) => answers.push(text), String)
  })
  await next.goto(`${server.url}/form/demo`)
  await next.getByText(formMessages.draft.secretsKept).waitFor()
  expect(await field(next, 'legalName').inputValue()).toBe('Peña & Sons Bakery LLC')
  expect(await field(next, 'question8').inputValue()).toBe('2012')
  await reach(next.locator('#field-signer1Signature'))
  expect(await next.getByRole('checkbox', { name: consentWords.en.agree }).isChecked()).toBe(true)
  await reach(next.locator('#files'))
  await next.getByText('may.pdf').first().waitFor()
  for (const [name, value] of Object.entries(SECRETS)) {
    expect(await field(next, name).inputValue()).toBe('')
    for (const text of [...answers, await next.content()]) expect(text).not.toContain(value)
  }
  expect(answers.some((text) => text.includes('"kept"'))).toBe(true)
  expect(answers.filter((text) => text.includes('data:image/png'))).toEqual([])

  const id = await idOf(next)
  await (await reach(field(next, 'partner1SSN'))).fill('219-09-9999')
  await submit(next)
  await overlay(next).waitFor()
  const token = await signIn(server.url, TEST_ADMIN.email, TEST_ADMIN.password)
  const { body } = await call(server.url, 'GET', `/form/submissions/${id}`, { token })
  const stored = JSON.parse((body.data as { formData: string }).formData) as Record<string, string>
  expect(stored).toMatchObject({
    ...SECRETS,
    partner1SSN: '219-09-9999',
    legalName: 'Peña & Sons Bakery LLC',
  })
  expect(stored.signer1Signature).toMatch(/^data:image\/png/)
  const row = await server.services.db.connections.system.client().formSession.findUnique({ where: { id } })
  expect(row?.draft).toBeNull()
})

test('typing over a kept secret, or clearing it, is what counts', async () => {
  const page = await open()
  await field(page, 'taxId').fill(SECRETS.taxId)
  await field(page, 'legalName').fill('Café')
  await field(page, 'city').focus()
  await saved(page)
  const next = await comeBack(page.context(), page)
  await field(next, 'taxId').fill('9')
  await field(next, 'taxId').fill('')
  await submit(next)
  await expectVisible(next.getByRole('link', { name: 'Tax ID', exact: true }))
})

test(
  'without a connection the page says so, goes on, and saves when there is one again',
  { tags: ['long'] },
  async () => {
    const page = await open()
    await field(page, 'legalName').fill('Café')
    await saved(page)
    await page.context().setOffline(true)
    await field(page, 'city').fill('Austin')
    await field(page, 'address').fill('1 Main St')
    await page.getByText(formMessages.draft.offline).first().waitFor()
    await page.context().setOffline(false)
    await saved(page)
    const next = await comeBack(page.context(), page)
    expect(await field(next, 'city').inputValue()).toBe('Austin')
    expect(await field(next, 'address').inputValue()).toBe('1 Main St')

    const id = await idOf(next)
    await server.services.db.connections.system
      .client()
      .formSession.update({ where: { id }, data: { expiresAt: new Date(0) } })
    const ended = next.getByText(formMessages.draft.ended(LIMITS.draftDays))
    await next.reload()
    await ended.waitFor()
    expect(await field(next, 'city').inputValue()).toBe('')
    await next.reload()
    await field(next, 'city').waitFor()
    expect(await ended.count()).toBe(0)
  },
)

test('what was typed in the last moment before the page is left is saved', async () => {
  const page = await open()
  await field(page, 'legalName').fill('Café')
  await saved(page)
  // The ordinary save is held, however long the close takes: what arrives has come by the one on leaving.
  await page.evaluate(() => {
    const { fetch } = window
    window.fetch = (input, options) =>
      options?.method === 'PUT' && !options.keepalive ? new Promise(() => {}) : fetch(input, options)
  })
  await field(page, 'nature').pressSequentially('Bakery')
  // As a tab is closed; without its unload handlers, a page is killed before its last request has left.
  const context = page.context()
  const asked = page.waitForEvent('dialog')
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await closed
  const next = await context.newPage()
  await next.goto(`${server.url}/form/demo`)
  await next.getByText(formMessages.draft.welcomeBack).waitFor()
  expect(await field(next, 'nature').inputValue()).toBe('Bakery')
})

test('starting over asks, and then leaves nothing here or on the server', async () => {
  const page = await open()
  await field(page, 'legalName').fill('Café')
  await field(page, 'taxId').fill(SECRETS.taxId)
  await page
    .locator('#files')
    .setInputFiles({ name: 'may.pdf', mimeType: 'application/pdf', buffer: statement })
  await page.getByText('Uploaded', { exact: true }).waitFor()
  await saved(page)
  const id = await idOf(page)

  await page.getByRole('button', { name: 'Start over' }).click()
  const question = page.getByRole('alertdialog', { name: 'Start over?' })
  await question.getByRole('button', { name: 'Keep my answers' }).click()
  expect(await field(page, 'legalName').inputValue()).toBe('Café')

  await page.getByRole('button', { name: 'Start over' }).click()
  await question.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(() => field(page, 'legalName').inputValue()).toBe('')
  expect(await field(page, 'taxId').inputValue()).toBe('')
  expect(await page.getByText('may.pdf').count()).toBe(0)
  const { formSession, document } = server.services.db.connections.system.client()
  await expect.poll(() => document.count({ where: { formSessionId: id } })).toBe(0)
  const row = await formSession.findUnique({ where: { id } })
  expect(row?.draft).toBeNull()
  expect(row?.expiresAt.getTime()).toBeLessThan(Date.now())
  await page.reload()
  await field(page, 'legalName').waitFor()
  expect(await field(page, 'legalName').inputValue()).toBe('')
})

test(
  'what cannot be fetched at first is waited for, and is there when it comes',
  { tags: ['long'] },
  async () => {
    const page = await open()
    await field(page, 'legalName').fill('Café')
    await field(page, 'city').focus()
    await saved(page)
    const next = await page.context().newPage()
    let refused = 0
    await next.route('**/form.sessionState*', (route) => {
      refused += 1
      return route.abort()
    })
    await next.goto(`${server.url}/form/demo`)
    await next.getByText(formMessages.draft.resuming).waitFor()
    await field(next, 'nature').fill('Bakery')
    await next.unroute('**/form.sessionState*')
    await next.getByText(formMessages.draft.welcomeBack).waitFor()
    expect(refused).toBeGreaterThan(0)
    expect(await field(next, 'legalName').inputValue()).toBe('Café')
    expect(await field(next, 'nature').inputValue()).toBe('Bakery')
  },
)
