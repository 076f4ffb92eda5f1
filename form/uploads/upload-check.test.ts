import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { expect, test, vi } from 'vitest'
import { formMessages } from '#domain/messages/form'
import { checkFile, isProtectedPdf } from './upload-check.ts'

const { uploads } = formMessages
const MEGABYTE = 1024 * 1024

async function statement(options: PDFKit.PDFDocumentOptions): Promise<Blob> {
  const document = new PDFDocument(options)
  const bytes = buffer(document)
  document.text('Statement of account').end()
  return new Blob([new Uint8Array(await bytes)])
}

const padding = (bytes: number): string => 'x'.repeat(bytes)

test.each(['1.4', '1.7', '1.7ext3'] as const)(
  'a protected PDF %s is known, and an open one too',
  async (pdfVersion) => {
    expect(await isProtectedPdf(await statement({ pdfVersion, userPassword: 'secret' }))).toBe(true)
    expect(await isProtectedPdf(await statement({ pdfVersion, ownerPassword: 'secret' }))).toBe(true)
    expect(await isProtectedPdf(await statement({ pdfVersion }))).toBe(false)
  },
)

test('the trailer is found in the stream that startxref points at, and at the beginning of a file made for the web', async () => {
  const before = `%PDF-1.5\n${padding(MEGABYTE)}`
  const stream = `9 0 obj<</Type/XRef/Encrypt 5 0 R/Root 1 0 R/Length 99999>>stream\n${padding(99_999)}\nendstream`
  const end = (at: number) => `\nstartxref\n${at}\n%%EOF\n`
  expect(await isProtectedPdf(new Blob([before, stream, end(before.length)]))).toBe(true)
  const web = '%PDF-1.4\n1 0 obj<</Linearized 1>>endobj\ntrailer<</Root 1 0 R/Encrypt<</V 2>>>>'
  expect(await isProtectedPdf(new Blob([web, padding(MEGABYTE), end(0)]))).toBe(true)
  expect(
    await isProtectedPdf(new Blob(['%PDF-1.4\n/EncryptMetadata false', padding(MEGABYTE), end(0)])),
  ).toBe(false)
})

test('of a large file only some kilobytes are read', async () => {
  const file = new Blob(['%PDF-1.4\n', padding(5 * MEGABYTE), '\nstartxref\n77\n%%EOF'])
  const slice = vi.spyOn(file, 'slice')
  await isProtectedPdf(file)
  const read = slice.mock.calls.reduce((sum, [start = 0, end = 0]) => sum + end - start, 0)
  expect(read).toBeLessThan(32 * 1024)
})

test('a check answers what is wrong, what to know, or nothing', async () => {
  const said = async (file: File) => {
    const { problem, hint } = await checkFile(file)
    return problem?.(formMessages) ?? hint?.(formMessages) ?? null
  }
  expect(await said(new File(['%PDF-1.4\n%%EOF'], 'may.pdf'))).toBeNull()
  expect(await said(new File(['%PDF-1.4\ntrailer<</Encrypt 4 0 R>>\n%%EOF'], 'may.pdf'))).toBe(
    uploads.protectedPdf,
  )
  expect(await said(new File(['GIF89a'], 'photo.jpg'))).toBe(uploads.foreign.picture)

  const moved = new File(['%PDF-1.4'], 'may.pdf')
  vi.spyOn(moved, 'slice').mockImplementation(() => {
    throw new DOMException('moved', 'NotReadableError')
  })
  expect(await said(moved)).toBe(uploads.unreadable)
})
