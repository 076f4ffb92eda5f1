import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formMessages } from '#domain/messages/form'
import { badLine } from '../support/bad-line.ts'
import { launchBrowser } from '../support/browser.ts'
import { samplePdf, samplePhoto } from '../support/sample-files.ts'
import { documentName } from '../../modules/document/document-name.ts'
import { startTestServer } from '../support/server.ts'
import { storedDocuments } from '../support/uploads.ts'
import { DESKTOP, fillIn, PHONE, visit, type Visit } from './form-visit.ts'

/** Attaching files over lines that fail, on small screens, and files that are not what they should be. */

const server = await startTestServer()
const line = await badLine(server.url)
const text = formMessages.uploads
const MEGABYTE = 1024 * 1024
const SLOW = 300 * 1024

let browser: Browser
let statement: Buffer
let scan: Buffer
let photo: Buffer

beforeAll(async () => {
  ;[browser, statement, scan, photo] = await Promise.all([
    launchBrowser(),
    samplePdf(0.1),
    samplePdf(1.5),
    samplePhoto(),
  ])
})
beforeEach(() => server.services.db.system.document.deleteMany())
afterEach(async () => {
  line.mend()
  await Promise.all(browser.contexts().map((context) => context.close()))
})
afterAll(() => browser?.close())

const open = (options?: Visit) => visit(browser, server.url, options)
const openOnBadLine = () => visit(browser, line.url, PHONE)
const file = (name: string, content: Buffer, mimeType = 'application/pdf') => ({
  name,
  mimeType,
  buffer: content,
})
const attach = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.locator('#files').setInputFiles(files)
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const said = (page: Page, name: string, sentence: string) =>
  row(page, name).getByText(sentence, { exact: true }).waitFor({ timeout: 30_000 })
const uploaded = (page: Page, count: number) =>
  expect.poll(() => page.locator('.upload.done').count(), { timeout: 30_000 }).toBe(count)
const fileNames = (page: Page) => page.locator('.upload-name').allInnerTexts()
const rows = () => server.services.db.system.document.count()
const files = async () => (await storedDocuments(server.services)).length
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
const progress = (page: Page) =>
  page
    .locator('.upload-progress')
    .first()
    .evaluate((bar: HTMLProgressElement) => bar.value)

/** Bytes a second upwards; 0 is the browser's word for no limit, -1 for it in the protocol. */
async function throttled(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  return (uploadThroughput: number, offline = false) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
}

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s', (_name, screen) => {
  test('several go at once, two at a time and in order, and are there again after a reload', async () => {
    const page = await open(screen)
    const throttle = await throttled(page)
    await throttle(SLOW)
    const peak = page.evaluate(
      () =>
        new Promise<number>((done) => {
          let most = 0
          const watch = () => {
            most = Math.max(most, document.querySelectorAll('.upload.uploading').length)
            if (document.querySelectorAll('.upload.done').length === 4) done(most)
            else requestAnimationFrame(watch)
          }
          watch()
        }),
    )
    const names = ['may.pdf', 'june.pdf', 'july.pdf']
    await attach(page, ...names.map((name) => file(name, statement)), file('check.jpg', photo, 'image/jpeg'))
    await uploaded(page, 4)
    expect(await peak).toBe(2)
    expect(await fileNames(page)).toEqual([...names, 'check.jpg'])
    await expect.poll(() => page.getByAltText(text.previewOf('check.jpg')).count()).toBe(1)

    await page.reload()
    await uploaded(page, 4)
    await page.getByRole('button', { name: text.removeFile('june.pdf') }).click()
    await expect.poll(() => fileNames(page)).toEqual(['may.pdf', 'july.pdf', 'check.jpg'])
    await expect.poll(() => focused(page)).toBe(text.removeFile('july.pdf'))
    await expect.poll(rows).toBe(3)
    await page.reload()
    await uploaded(page, 3)
  })

  test('an upload that is cut in the middle waits offline, goes on by itself, and is stored once', async () => {
    const page = await visit(browser, line.url, screen)
    const throttle = await throttled(page)
    await throttle(SLOW)
    const stored = await files()
    await attach(page, file('may.pdf', scan))
    await expect.poll(() => progress(page), { timeout: 15_000 }).toBeGreaterThan(10)
    // The line first: what the browser has buffered would else still arrive.
    const mend = line.cut()
    await throttle(SLOW, true)
    await said(page, 'may.pdf', text.offline)
    expect(await rows()).toBe(0)

    mend()
    await throttle(-1)
    await uploaded(page, 1)
    expect([await rows(), await files()]).toEqual([1, stored + 1])
  })

  test('a long name, a long sentence and all buttons fit, and are large enough for a finger', async () => {
    const page = await open(screen)
    const name = `${'Statement of account of the first quarter '.repeat(4)}.docx`
    await attach(page, file(name, statement), file('may.pdf', statement))
    await uploaded(page, 1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      screen.viewport.width,
    )
    const targets = page.locator('.uploads .icon-button, .picker:visible .button')
    for (const target of await targets.all()) {
      const box = await target.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    const photograph = page.getByText(text.takePhoto, { exact: true })
    expect(await photograph.isVisible()).toBe(screen === PHONE)
  })
})

test('a photo is taken with the camera behind the phone, and attached', async () => {
  const page = await open(PHONE)
  const picker = page.locator('#files')
  const asked = picker.evaluate(
    (input: HTMLInputElement) =>
      new Promise((done) =>
        input.addEventListener('click', () =>
          done([input.getAttribute('capture'), input.accept, input.multiple]),
        ),
      ),
  )
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: text.takePhoto }).click(),
  ])
  expect(await asked).toEqual(['environment', 'image/jpeg,image/png', false])
  await chooser.setFiles(file('image.jpg', photo, 'image/jpeg'))
  await uploaded(page, 1)
  expect(
    await picker.evaluate((input: HTMLInputElement) => [input.hasAttribute('capture'), input.multiple]),
  ).toEqual([false, true])
})

test('a line that is dead though the browser says nothing of it is tried until it lives', async () => {
  const page = await openOnBadLine()
  const throttle = await throttled(page)
  await throttle(SLOW)
  await attach(page, file('may.pdf', scan), file('june.pdf', statement))
  await expect.poll(() => progress(page), { timeout: 15_000 }).toBeGreaterThan(10)
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
  await page.locator('.save-state.saved').waitFor()
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
  await expect.poll(() => progress(page), { timeout: 15_000 }).toBeGreaterThan(10)
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
  await expect.poll(async () => [await rows(), await files()], { timeout: 15_000 }).toEqual([0, stored])
  release()
})

test('files are dropped anywhere on the box; beside it they do no harm', async () => {
  const page = await open(DESKTOP)
  const bytes = statement.toString('base64')
  const carried = await page.evaluateHandle((content) => {
    const carried = new DataTransfer()
    const data = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
    for (const name of ['may.pdf', 'june.pdf'])
      carried.items.add(new File([data], name, { type: 'application/pdf' }))
    return carried
  }, bytes)
  const drop = async (target: string) => {
    await page.dispatchEvent(target, 'dragenter', { dataTransfer: carried })
    const over = await page.locator('.uploads.over').count()
    await page.dispatchEvent(target, 'dragover', { dataTransfer: carried })
    await page.dispatchEvent(target, 'drop', { dataTransfer: carried })
    return over
  }
  expect(await drop('#files-instruction')).toBe(1)
  await uploaded(page, 2)
  expect(await page.locator('.uploads.over').count()).toBe(0)

  expect(await drop('h1')).toBe(0)
  await drop('.upload-list')
  await page.getByRole('alert').getByText(text.someAlready(2)).waitFor()
  expect(await fileNames(page)).toEqual(['may.pdf', 'june.pdf'])
})

test('what cannot be used is told apart, each with what to do, and never leaves the page', async () => {
  const page = await open(PHONE)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1')
  await attach(
    page,
    file('IMG_1.HEIC', heic, 'image/heic'),
    file('IMG_2.jpg', heic, 'image/jpeg'),
    file('may.xlsx', Buffer.from('PK\u0003\u0004'), 'application/octet-stream'),
    file('all.zip', Buffer.from('PK\u0003\u0004'), 'application/zip'),
    file('page.pdf', Buffer.from('<!doctype html><title>Sign in</title>')),
    file('logo.png', Buffer.from('GIF89a'), 'image/png'),
    file('tool.exe', Buffer.from('MZ'), 'application/octet-stream'),
    file('empty.pdf', Buffer.alloc(0)),
    file('large.pdf', Buffer.concat([statement, Buffer.alloc(15 * MEGABYTE)])),
  )
  await said(page, 'IMG_1.HEIC', text.foreign.heic)
  await said(page, 'IMG_2.jpg', text.foreign.heic)
  await said(page, 'may.xlsx', text.foreign.document)
  await said(page, 'all.zip', text.foreign.archive)
  await said(page, 'page.pdf', text.foreign.document)
  await said(page, 'logo.png', text.foreign.picture)
  await said(page, 'tool.exe', text.wrongType)
  await said(page, 'empty.pdf', text.empty)
  await said(page, 'large.pdf', text.tooLarge('15 MB'))
  expect(await page.getByRole('button', { name: text.retry }).count()).toBe(0)
  expect(sent.filter((url) => url.includes('upload-public'))).toEqual([])

  // A good file of the same name is the answer to what was said.
  await attach(page, file('page.pdf', statement))
  await uploaded(page, 1)
  expect(await fileNames(page)).toHaveLength(9)
})

test('a PDF with a password is accepted, with a hint', async () => {
  const document = new PDFDocument({ pdfVersion: '1.7ext3', userPassword: 'secret' })
  const bytes = buffer(document)
  document.text('Statement of account').end()
  const page = await open(PHONE)
  await attach(page, file('secret.pdf', await bytes), file('open.pdf', statement))
  await uploaded(page, 2)
  await said(page, 'secret.pdf', text.protectedPdf)
  expect(await page.getByText(text.protectedPdf, { exact: true }).count()).toBe(1)
})

test('ten files and no more, in the spec’s words', async () => {
  const page = await open(DESKTOP)
  const many = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => file(`${prefix}${index}.pdf`, statement))
  await attach(page, ...many(8, 'a'))
  await attach(page, ...many(3, 'b'))
  await page
    .getByRole('alert')
    .getByText(
      "You can upload a maximum of 10 files. You've selected 3 files, but you already have 8 files.",
      {
        exact: true,
      },
    )
    .waitFor()
  await attach(page, ...many(2, 'b'))
  await uploaded(page, 10)
  await page.getByText('Maximum number of files reached. Remove some files to upload more.').waitFor()
  expect(await page.locator('#files').isDisabled()).toBe(true)
  await page.getByRole('button', { name: text.removeFile('a3.pdf') }).click()
  await expect.poll(() => page.locator('#files').isDisabled()).toBe(false)
})

test('a submit waits for the files and then goes out; one that failed asks for a decision', async () => {
  const page = await open(DESKTOP)
  await fillIn(page)
  const throttle = await throttled(page)
  await throttle(SLOW)
  await attach(page, file('may.pdf', scan), file('notes.docx', statement))
  await said(page, 'notes.docx', text.foreign.document)
  const submit = page.locator('.button.primary')
  await submit.click()
  await page.getByRole('alert').getByText(formMessages.errors.uploadsFailed).waitFor()

  await page.getByRole('button', { name: text.removeFile('notes.docx') }).click()
  await submit.click()
  await page.getByRole('status').getByText(text.holdingSubmit).waitFor()
  expect(await page.getByRole('alert').getByText(formMessages.errors.uploadsFailed).count()).toBe(0)
  await page.getByRole('dialog', { name: 'Заявка отправлена!' }).waitFor({ timeout: 30_000 })
  const kept = await server.services.db.system.document.findMany({ include: { formSession: true } })
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
  await expect.poll(() => progress(page), { timeout: 15_000 }).toBeGreaterThan(5)
  await leave()
  await expect.poll(() => questions).toEqual(['beforeunload'])
  await throttle(-1)
  await uploaded(page, 1)
  await leave()
  await page.waitForURL('**/nowhere')
  expect(questions).toHaveLength(1)
})

test('ten files of almost 15 MB arrive, while the form goes on taking what is typed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-files-'))
  try {
    const large = Buffer.alloc(14.9 * MEGABYTE, 'x')
    large.write('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<</Root 1 0 R>>\n')
    large.write('\nstartxref\n7000000\n%%EOF\n', large.length - 26)
    const paths = Array.from({ length: 10 }, (_, index) => path.join(folder, `${index}.pdf`))
    await Promise.all(paths.map((each) => writeFile(each, large)))
    const page = await open(PHONE)
    await page.locator('#files').setInputFiles(paths)
    const name = page.locator('[name="legalName"]')
    await name.pressSequentially('Golden Crust LLC')
    expect(await name.inputValue()).toBe('Golden Crust LLC')
    await expect.poll(() => page.locator('.upload.done').count(), { timeout: 55_000 }).toBe(10)
    expect(await rows()).toBe(10)
    expect(await name.inputValue()).toBe('Golden Crust LLC')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a part of the page that could not be loaded is asked for again, and chosen files go on by themselves', async () => {
  const laterPart = /\/assets\/(uploads-part|start-over-dialog)-/
  const page = await open({ before: (page) => page.route(laterPart, (route) => route.abort()) })
  await attach(page, file('may.pdf', statement))
  await page.getByText(text.offline, { exact: true }).waitFor()
  await page.unroute(laterPart)
  await uploaded(page, 1)
  expect(await fileNames(page)).toEqual(['may.pdf'])
  await page.getByRole('button', { name: formMessages.draft.startOver }).click()
  await page.getByRole('alertdialog').waitFor()
})
