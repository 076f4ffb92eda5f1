import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { statementMessages } from '#domain/messages/statements'
import {
  attach,
  file,
  fileNames,
  focused,
  MEGABYTE,
  progress,
  said,
  SLOW,
  startUploads,
  text,
  throttled,
  uploaded,
} from './form-uploads.fixture.ts'
import { SMALL_HEIC } from '../support/uploads.ts'
import { DESKTOP, PHONE } from './form-visit.ts'

/** Attaching files on a phone and on a desktop, and refused files. */

const { line, statement, scan, photo, open, openOnBadLine, rows, files } = await startUploads()

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
          new MutationObserver(() => {
            most = Math.max(most, document.querySelectorAll('.upload.uploading').length)
            if (document.querySelectorAll('.upload.done').length === 4) done(most)
          }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['class'] })
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
    const page = await openOnBadLine(screen)
    const throttle = await throttled(page)
    await throttle(SLOW)
    const stored = await files()
    await attach(page, file('may.pdf', scan))
    await expect.poll(() => progress(page)).toBeGreaterThan(10)
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
  await attach(
    page,
    file('may.xlsx', Buffer.from('PK\u0003\u0004'), 'application/octet-stream'),
    file('all.zip', Buffer.from('PK\u0003\u0004'), 'application/zip'),
    file('page.pdf', Buffer.from('<!doctype html><title>Sign in</title>')),
    file('logo.png', Buffer.from('GIF89a'), 'image/png'),
    file('tool.exe', Buffer.from('MZ'), 'application/octet-stream'),
    file('empty.pdf', Buffer.alloc(0)),
  )
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const large = path.join(folder, 'large.pdf')
  await writeFile(large, Buffer.concat([statement, Buffer.alloc(15 * MEGABYTE)]))
  await page.locator('#files').setInputFiles(large)
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
  expect(await fileNames(page)).toHaveLength(7)
})

test('a photo in HEIC is taken, by its own name or as a JPEG', { tags: ['long'] }, async () => {
  const page = await open(PHONE)
  await attach(
    page,
    file('IMG_1.HEIC', SMALL_HEIC, 'image/heic'),
    file('IMG_2.jpg', SMALL_HEIC, 'image/jpeg'),
  )
  await uploaded(page, 2)
  await page.reload()
  await uploaded(page, 2)
  expect(await fileNames(page)).toEqual(['IMG_1.jpg', 'IMG_2.jpg'])
})

test('a PDF with a password is accepted, and the password asked for', async () => {
  const document = new PDFDocument({ pdfVersion: '1.7ext3', userPassword: 'secret' })
  const bytes = buffer(document)
  document.text('Statement of account').end()
  const page = await open(PHONE)
  await attach(page, file('secret.pdf', await bytes), file('open.pdf', statement))
  await uploaded(page, 2)
  await said(page, 'secret.pdf', statementMessages.en.passwordNeeded)
  expect(await page.getByText(statementMessages.en.passwordNeeded, { exact: true }).count()).toBe(1)
  expect(await page.getByText(text.protectedPdf, { exact: true }).count()).toBe(0)
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

test(
  'ten files of almost 15 MB arrive, while the form goes on taking what is typed',
  { tags: ['long'] },
  async () => {
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
      await expect.poll(() => page.locator('.upload.done').count(), { timeout: 120_000 }).toBe(10)
      expect(await rows()).toBe(10)
      expect(await name.inputValue()).toBe('Golden Crust LLC')
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)
