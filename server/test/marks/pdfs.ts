import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PDF, PdfArray, PdfNumber } from '@libpdf/core'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { ownSealer, seal, unsealed } from '../../evidence/sealed.fixture.ts'
import { layouts } from '../../statements/reader/fixtures/layouts.fixture.ts'
import { makeStatement } from '../../statements/reader/fixtures/statement.fixture.ts'
import { launchBrowser } from '../support/browser.ts'
import { faxPdf } from '../support/sample-pdfs.ts'

// 60 PDFs of twelve kinds, as merchants and banks make them.

type Kind = () => Promise<Uint8Array[]>
type Page = (document: PDFKit.PDFDocument, index: number) => unknown

const FIVE = [0, 1, 2, 3, 4]
export const LIBRE_OFFICE = ['/usr/bin/soffice', '/usr/lib/libreoffice/program/soffice'].find(existsSync)

const words = (n: number): string =>
  `Line ${n}: deposit of $${1000 + n}.00 by SQUARE INC on 07/${(n % 28) + 1}`

async function written(count: number, page: Page, options: PDFKit.PDFDocumentOptions = {}) {
  const document = new PDFDocument({ size: 'LETTER', ...options, autoFirstPage: false })
  for (let index = 0; index < count; index += 1) page(document.addPage(), index)
  document.end()
  return new Uint8Array(await buffer(document))
}

const text: Page = (document, index) => {
  for (let line = 0; line < 40; line += 1) document.fontSize(10).text(words(index * 40 + line))
}

/** Runs a program of the system on a file. @param args `IN` and `OUT` stand for the files */
export function through(pdf: Uint8Array, program: string, ...args: string[]): Uint8Array {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'intake-marks-'))
  try {
    const files: Record<string, string> = {
      IN: path.join(folder, 'in.pdf'),
      OUT: path.join(folder, 'out.pdf'),
    }
    writeFileSync(files.IN ?? '', pdf)
    execFileSync(
      program,
      args.map((arg) => files[arg] ?? arg),
      { stdio: 'pipe' },
    )
    return new Uint8Array(readFileSync(files.OUT ?? ''))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const statements = async () => {
  const pdfs = []
  for (const [index, layout] of Object.keys(layouts).slice(0, 5).entries())
    pdfs.push(
      new Uint8Array((await makeStatement({ layout, month: `2026-0${index + 3}`, opening: 900_000 })).pdf),
    )
  return pdfs
}

const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

const scan = async (index: number) => {
  const picture = await sharp({ create: { width: 1275, height: 1650, channels: 3, background: '#eceae4' } })
    .composite([{ input: await noise(300, 200).png().toBuffer(), left: 100, top: 200 + 50 * index }])
    .jpeg({ quality: 80 })
    .toBuffer()
  const made = await written(2, (document) => document.image(picture, 0, 0, { width: 612, height: 792 }), {
    margin: 0,
  })
  const pdf = await PDF.load(made)
  for (const page of pdf.getPages()) {
    page.dict.set('Rotate', PdfNumber.of(90 * index))
    // Beyond the paper, and with its corners swapped.
    if (index === 3)
      page.dict.set('CropBox', PdfArray.of(...[620, 700, -10, 40].map((each) => PdfNumber.of(each))))
  }
  return pdf.save()
}

const printed: Kind = async () => {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const rows = Array.from({ length: 120 }, (_, n) => `<tr><td>${n}<td>${words(n)}</tr>`).join('')
    await page.setContent(`<h1>Statement</h1><table border=1>${rows}</table>`)
    const options = [{ format: 'Letter' }, { format: 'A4', landscape: true }, { width: '4in', height: '6in' },
      { format: 'Letter', outline: true, tagged: true }, { format: 'A3', printBackground: true }] // prettier-ignore
    const pdfs = []
    for (const each of options) pdfs.push(new Uint8Array(await page.pdf(each)))
    return pdfs
  } finally {
    await browser.close()
  }
}

/** Needs LibreOffice Writer. */
const written5: Kind = async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'intake-office-'))
  try {
    const filters = ['', ':{"SelectPdfVersion":{"type":"long","value":"2"}}', ':{"UseTaggedPDF":{"type":"boolean","value":"true"}}',
      ':{"SelectPdfVersion":{"type":"long","value":"16"}}', ':{"ExportFormFields":{"type":"boolean","value":"true"}}'] // prettier-ignore
    return FIVE.map((index) => {
      const rows = Array.from(
        { length: 60 + 20 * index },
        (_, n) => `<p>${words(n)} – Здравствуйте</p>`,
      ).join('')
      writeFileSync(path.join(folder, 'in.html'), `<meta charset=utf-8><h1>Letter ${index}</h1>${rows}`)
      const convert = ['--convert-to', `pdf:writer_web_pdf_Export${filters[index]}`, 'in.html']
      const profile = `-env:UserInstallation=file://${folder}/profile`
      execFileSync(LIBRE_OFFICE ?? 'soffice', ['--headless', profile, ...convert], {
        cwd: folder,
        stdio: 'pipe',
      })
      return new Uint8Array(readFileSync(path.join(folder, 'in.pdf')))
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const form = async (index: number) => {
  const pdf = await PDF.load(await written(index + 1, text))
  const fields = pdf.getOrCreateForm()
  for (const [at, page] of pdf.getPages().entries()) {
    const field = fields.createTextField(`name${at}`, { defaultValue: 'Rossi Foods' })
    page.drawField(field, { x: 100, y: 60, width: 200, height: 20 })
    const box = fields.createCheckbox(`agree${at}`, { defaultChecked: true })
    page.drawField(box, { x: 320, y: 60, width: 16, height: 16 })
  }
  return pdf.save()
}

const PROTECTIONS = [
  ['--allow-weak-crypto', '--encrypt', '', 'owner', '40', '--modify=n', '--'],
  ['--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--modify=none', '--extract=n', '--'],
  ['--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--use-aes=y', '--modify=none', '--'],
  ['--encrypt', '', 'owner', '256', '--modify=none', '--print=none', '--'],
  [
    '--object-streams=generate',
    '--encrypt',
    '',
    'owner',
    '256',
    '--cleartext-metadata',
    '--modify=none',
    '--',
  ],
]

const latin = (pdf: Uint8Array): string => Buffer.from(pdf).toString('latin1')
const bytes = (content: string): Uint8Array => new Uint8Array(Buffer.from(content, 'latin1'))

const BREAKS: ((content: string) => string)[] = [
  (content) => content.replace(/startxref\s+\d+/, 'startxref\n17'),
  (content) => content.replace(/^xref\n[^t]*/m, ''),
  (content) => `HTTP/1.1 200 OK\r\n\r\n${content}`,
  (content) => content.replace(/^0000\d{6} 00000 n/gm, '0000000000 00000 n'),
  (content) => `${content.slice(0, content.lastIndexOf('%%EOF') - 4)}\n<html>session ended</html>`,
]

const LARGE = 500
const FILLED: Page = (document, index) =>
  document
    .fontSize(11)
    .text(`Page ${index + 1}`)
    .text(words(index))

export const KINDS: Record<string, Kind> = {
  pdfkit: async () => [
    ...(await statements()).slice(0, 3),
    await written(2, text, { size: [180, 260], margin: 10 }),
    await written(1, text, { size: 'A4', layout: 'landscape', tagged: true, pdfVersion: '1.7', lang: 'en' }),
  ],
  Chromium: printed,
  LibreOffice: written5,
  scans: async () => [...(await Promise.all([0, 1, 2, 3].map(scan))), new Uint8Array(await faxPdf())],
  forms: () => Promise.all(FIVE.map(form)),
  signed: async () => {
    const sealer = await ownSealer('A bank')
    const pdfs = FIVE.map(async (n) => seal(await unsealed(null, words(n)), sealer))
    return (await Promise.all(pdfs)).map(({ pdf }) => pdf)
  },
  'owner-protected': async () =>
    (await statements()).map((pdf, n) => through(pdf, 'qpdf', ...(PROTECTIONS[n] ?? []), 'IN', 'OUT')),
  linearised: async () => (await statements()).map((pdf) => through(pdf, 'qpdf', '--linearize', 'IN', 'OUT')),
  'object streams': async () =>
    (await statements()).map((pdf) => through(pdf, 'qpdf', '--object-streams=generate', 'IN', 'OUT')),
  'broken xref': async () => (await statements()).map((pdf, n) => bytes(BREAKS[n]?.(latin(pdf)) ?? '')),
  '500 pages': async () => {
    const pages = await written(LARGE, FILLED)
    return [
      pages,
      through(pages, 'qpdf', '--linearize', 'IN', 'OUT'),
      through(pages, 'qpdf', '--object-streams=generate', 'IN', 'OUT'),
      through(pages, 'qpdf', ...(PROTECTIONS[3] ?? []), 'IN', 'OUT'),
      through(pages, 'mutool', 'clean', '-ggg', 'IN', 'OUT'),
    ]
  },
  '0.5 MB pictures': () =>
    Promise.all(
      FIVE.map(async (index) => {
        const jpeg = await noise(1000, 800).jpeg({ quality: 80 }).toBuffer()
        const png = await noise(420, 400).png().toBuffer()
        return written(index + 1, (document, page) =>
          document.image(page % 2 ? png : jpeg, 20, 20, { width: 570 }),
        )
      }),
    ),
}
