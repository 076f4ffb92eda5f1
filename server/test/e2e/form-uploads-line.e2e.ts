// @module-tag long
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { formMessages } from '#domain/messages/form'
import { documentName } from '../../documents/document-name.ts'
import {
  attach,
  file,
  fileNames,
  focused,
  progress,
  said,
  SLOW,
  startUploads,
  text,
  throttled,
  uploaded,
} from './form-uploads.fixture.ts'
import { DESKTOP, field, fillIn, PHONE, ready, saved, submitButton } from './form-visit.ts'

/** Uploads over a failing line, cancelled uploads, and submits that wait for files. */

const { server, line, statement, scan, open, openOnBadLine, rows, files } = await startUploads()

test('a line that is dead though the browser says nothing of it is tried until it lives', async () => {
  const page = await openOnBadLine()
  const throttle = await throttled(page)
  await throttle(SLOW)
  await attach(page, file('may.pdf', scan), file('june.pdf', statement))
  await expect.poll(() => progress(page)).toBeGreaterThan(10)
  const mend = line.cut()
  await said(page, 'may.pdf', text.retrying)
  mend()
  await uploaded(page, 2)
  expect(await rows()).toBe(2)
})

test('an upload whose answer is lost is stored once and counts once', async () => {
  const page = await openOnBadLine()
  const stored = await files()
  const mend = line.loseAnswers()
  await attach(page, file('may.pdf', statement))
  await said(page, 'may.pdf', text.retrying)
  expect(await rows()).toBe(1)
  mend()
  await uploaded(page, 1)
  expect([await rows(), await files()]).toEqual([1, stored + 1])
  await page.reload()
  await uploaded(page, 1)
})

test('files chosen without a connection wait, say so, and go on by themselves', async () => {
  const page = await open(PHONE)
  await page.locator('[name="legalName"]').fill('Café Ñandú LLC')
  await saved(page)
  await page.context().setOffline(true)
  await attach(page, file('may.pdf', statement), file('june.pdf', statement), file('july.pdf', statement))
  await said(page, 'may.pdf', text.offline)
  await said(page, 'june.pdf', text.offline)
  await said(page, 'july.pdf', text.waiting)
  await page.context().setOffline(false)
  await uploaded(page, 3)
  expect(await rows()).toBe(3)
})

test('a cancelled upload leaves no file and no row on the server', async () => {
  const page = await open(DESKTOP)
  const throttle = await throttled(page)
  await throttle(SLOW)
  const stored = await files()
  await attach(page, file('may.pdf', scan), file('june.pdf', scan))
  await expect.poll(() => progress(page)).toBeGreaterThan(10)
  const cancel = page.getByRole('button', { name: text.cancelFile('may.pdf') })
  await cancel.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => fileNames(page)).toEqual(['june.pdf'])
  expect(await focused(page)).toBe(text.cancelFile('june.pdf'))
  await page.keyboard.press('Enter')
  await expect.poll(() => fileNames(page)).toEqual([])
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('files')
  await throttle(-1)
  await attach(page, file('july.pdf', statement))
  await uploaded(page, 1)
  await expect.poll(async () => [await rows(), await files()]).toEqual([1, stored + 1])
})

test('a file that had arrived when its upload was cancelled is erased', async () => {
  const page = await openOnBadLine()
  const stored = await files()
  const release = line.holdAnswers()
  await attach(page, file('may.pdf', statement))
  await expect.poll(rows).toBe(1)
  await page.getByRole('button', { name: text.cancelFile('may.pdf') }).click()
  await expect.poll(() => fileNames(page)).toEqual([])
  await expect.poll(async () => [await rows(), await files()]).toEqual([0, stored])
  release()
})

test('a submit waits for the files and then goes out; one that failed asks for a decision', async () => {
  const page = await open(DESKTOP)
  await fillIn(page)
  const throttle = await throttled(page)
  await throttle(SLOW)
  await attach(page, file('may.pdf', scan), file('notes.docx', statement))
  await said(page, 'notes.docx', text.foreign.document)
  const submit = submitButton(page)
  await submit.click()
  const failure = page.getByRole('alert').getByText(formMessages.errors.uploadsFailed('notes.docx'))
  await failure.waitFor()

  await page.getByRole('button', { name: formMessages.errors.leaveOut }).click()
  expect(await fileNames(page)).toEqual(['may.pdf'])
  await submit.click()
  await page.getByRole('status').getByText(text.holdingSubmit).waitFor()
  expect(await failure.count()).toBe(0)
  await page.getByRole('dialog', { name: 'Заявка отправлена!' }).waitFor()
  const kept = await server.services.db.connections.system
    .client()
    .document.findMany({ include: { formSession: true } })
  expect(kept).toMatchObject([{ formSession: { submittedAt: expect.any(Date) } }])
  expect(kept.map((row) => documentName(server.services, row))).toEqual(['may.pdf'])
})

test('leaving asks while files are under way, and only then', async () => {
  const page = await open(DESKTOP)
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.dismiss()
  })
  const leave = async () => {
    // Browsers ask only somebody who has touched the page.
    await page.locator('h1').click()
    await page.evaluate(() => setTimeout(() => window.location.assign('/nowhere')))
  }
  const throttle = await throttled(page)
  await throttle(SLOW)
  await attach(page, file('may.pdf', scan))
  await expect.poll(() => progress(page)).toBeGreaterThan(5)
  await leave()
  await expect.poll(() => questions).toEqual(['beforeunload'])
  await throttle(-1)
  await uploaded(page, 1)
  await leave()
  await page.waitForURL('**/nowhere')
  expect(questions).toHaveLength(1)
})

test('what is typed before the code behind the form has come is kept, and saved once it is there', async () => {
  const machine = /\/assets\/machine-part-/
  const page = await open({ before: (page) => page.route(machine, (route) => route.abort()) })
  await field(page, 'legalName').fill('Riverbend Coffee LLC')
  await field(page, 'businessPhone').fill('2125550123')
  await page.getByText(formMessages.draft.offline, { exact: true }).first().waitFor()
  await attach(page, file('may.pdf', statement))
  await submitButton(page).click()
  await page.getByText(formMessages.waiting, { exact: true }).waitFor()
  await page.unroute(machine)
  await page.locator('#summary-title').waitFor()
  await uploaded(page, 1)
  expect(await field(page, 'legalName').inputValue()).toBe('Riverbend Coffee LLC')
  expect(await field(page, 'businessPhone').inputValue()).toBe('(212) 555-0123')
  await page.reload()
  await ready(page)
  expect(await field(page, 'legalName').inputValue()).toBe('Riverbend Coffee LLC')
})

test.each([
  ['counts', 'is lifted in place', 0],
  ['is given up', 'leaves the button', 60],
])('a press on the button %s that %s while a part of the page arrives above it', async (_what, _how, way) => {
  const lastPart = /\/assets\/review-part-/
  let go = () => {}
  const isPressed = new Promise<void>((done) => (go = done))
  const hold = (page: Page) => page.route(lastPart, (route) => isPressed.then(() => route.continue()))
  const page = await open({ before: hold })
  await ready(page)
  const submit = submitButton(page)
  await submit.hover()
  const { x = 0, y = 0, height = 0 } = (await submit.boundingBox()) ?? {}
  await page.mouse.move(x + 10, y + height / 2)
  await page.mouse.down()
  go()
  await page.locator('details.check').waitFor()
  await page.mouse.move(x + 10 - way, y + height / 2)
  await page.mouse.up()
  if (way === 0) return page.locator('#summary-title').waitFor()
  await field(page, 'legalName').fill('Riverbend Coffee LLC')
  expect(await page.locator('#summary-title').count()).toBe(0)
})

test('a part of the page that could not be loaded is asked for again, and chosen files go on by themselves', async () => {
  const laterPart = /\/assets\/(uploads-part|question-dialog)-/
  const page = await open({ before: (page) => page.route(laterPart, (route) => route.abort()) })
  await attach(page, file('may.pdf', statement))
  await page.getByText(text.offline, { exact: true }).waitFor()
  await page.unroute(laterPart)
  await uploaded(page, 1)
  expect(await fileNames(page)).toEqual(['may.pdf'])
  await page.getByRole('button', { name: formMessages.draft.startOver }).click()
  await page.getByRole('alertdialog').waitFor()
})
