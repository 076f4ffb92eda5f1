import sharp from 'sharp'
import { SMALL_PDF, smallJpeg, smallPng, upload, type Upload } from '../support/uploads.ts'
import type { HostileCase } from './hostile-case.ts'

type Refusal = Pick<HostileCase, 'status' | 'code'>
const UNSUPPORTED: Refusal = { status: 415, code: 'unsupported_type' }
const INVALID: Refusal = { status: 400, code: 'invalid_input' }

const file = (name: string, refusal: Refusal, make: () => Upload | Promise<Upload>): HostileCase => ({
  name: `file: ${name}`,
  ...refusal,
  send: async ({ url, session }) => {
    const { status, body } = await upload(url, { headers: { 'x-form-session': session }, ...(await make()) })
    return { status, text: JSON.stringify(body) }
  },
})

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const PAGE = Buffer.from('<!doctype html><script>alert(1)</script>')
const png = { name: 'a.png', type: 'image/png' }
const jpeg = { name: 'a.jpg', type: 'image/jpeg' }
const pdf = (text: string): Upload => ({ content: Buffer.from(text, 'latin1') })

/** Files that are not what they are called, or are not whole. */
export const UPLOAD_CASES: HostileCase[] = [
  file('an SVG called .png', UNSUPPORTED, () => ({ ...png, content: SVG })),
  file('an SVG called .jpg', UNSUPPORTED, () => ({ ...jpeg, content: SVG })),
  file('an SVG', UNSUPPORTED, () => ({ name: 'a.svg', type: 'image/svg+xml', content: SVG })),
  file('a PNG that is declared an SVG', UNSUPPORTED, async () => ({
    name: 'a.png',
    type: 'image/svg+xml',
    content: await smallPng(),
  })),
  file('a page called .png', UNSUPPORTED, () => ({ ...png, content: PAGE })),
  file('a page called .pdf', UNSUPPORTED, () => ({ content: PAGE })),
  file('a page', UNSUPPORTED, () => ({ name: 'a.html', type: 'text/html', content: PAGE })),
  file('a PDF that is declared a page', UNSUPPORTED, () => ({ type: 'text/html' })),
  file('a PDF with a page before it', UNSUPPORTED, () => ({ content: Buffer.concat([PAGE, SMALL_PDF]) })),
  ...['a.pdf.html', 'a.png.svg', 'a.pdf.exe', 'a.jpg.php', 'a.pdf.', 'a.pdf .exe', 'pdf', '.htaccess'].map(
    (name) => file(`the name ${name}`, UNSUPPORTED, () => ({ name })),
  ),
  file('a name with NUL before another ending', UNSUPPORTED, () => ({ name: 'a.pdf\0.html' })),
  file('a name that reads backwards', UNSUPPORTED, () => ({ name: 'a\u202efdp.exe' })),
  file('a name of dots and slashes', INVALID, () => ({ name: '../../..' })),
  file('a folder for a name', INVALID, () => ({ name: '../etc/' })),
  file('a name of unseen characters', INVALID, () => ({ name: '\u200b\u202e\ufeff' })),
  file('__proto__ for an ending', UNSUPPORTED, () => ({ name: 'a.__proto__' })),
  file('an empty file', INVALID, () => ({ content: Buffer.alloc(0) })),
  file('an executable called .pdf', UNSUPPORTED, () => ({
    content: Buffer.from('MZ\x90\0'.padEnd(200, '\0')),
  })),
  file('a ZIP called .pdf', UNSUPPORTED, () => ({ content: Buffer.from('PK\x03\x04'.padEnd(200, '\0')) })),
  file('a PDF called .png', UNSUPPORTED, () => ({ ...png, content: SMALL_PDF })),
  file('a PNG called .jpg', UNSUPPORTED, async () => ({ ...jpeg, content: await smallPng() })),
  file('a GIF called .png', UNSUPPORTED, async () => ({
    ...png,
    content: await sharp(await smallPng())
      .gif()
      .toBuffer(),
  })),
  file('a PDF cut short', INVALID, () => ({ content: SMALL_PDF.subarray(0, -20) })),
  file('a PDF of a header', INVALID, () => pdf('%PDF-1.7\n')),
  file('a PDF of a header and an end', INVALID, () => pdf('%PDF-1.7\n%%EOF\n')),
  file('a PDF without a root', INVALID, () => pdf('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF\n')),
  file('a PDF of rubbish', INVALID, () => pdf(`%PDF-1.7\n${'\u00ff\u0000'.repeat(5000)}\n%%EOF`)),
  file('a PDF of a page that is called one', INVALID, () => pdf(`%PDF-1.7\n${PAGE.toString()}\n%%EOF`)),
  file('a PDF whose end stands at its beginning', INVALID, () =>
    pdf(`%PDF-1.7\n%%EOF\n1 0 obj<<>>endobj trailer<</Root 1 0 R>>${' '.repeat(5000)}`),
  ),
  file('a PDF of version letters', UNSUPPORTED, () => pdf('%PDF-x.y\n1 0 obj\n/Root\n%%EOF')),
  file('a JPEG cut short', INVALID, async () => ({ ...jpeg, content: (await smallJpeg()).subarray(0, -20) })),
  file('a JPEG of a head', INVALID, () => ({ ...jpeg, content: Buffer.from('ffd8ffe0', 'hex') })),
  file('a JPEG whose segments have no length', INVALID, () => ({
    ...jpeg,
    content: Buffer.from(`ffd8${'ffe00000'.repeat(5000)}`, 'hex'),
  })),
  file('a PNG cut short', INVALID, async () => ({ ...png, content: (await smallPng()).subarray(0, -20) })),
  file('a PNG with a chunk of 4 GB', INVALID, () => ({
    ...png,
    content: Buffer.from(`89504e470d0a1a0affffffff49444154${'00'.repeat(1000)}`, 'hex'),
  })),
  file('a PNG of endless empty chunks', INVALID, () => ({
    ...png,
    content: Buffer.from(`89504e470d0a1a0a${'000000007445587400000000'.repeat(20_000)}`, 'hex'),
  })),
  {
    ...file('16 MB', INVALID, () => ({
      content: Buffer.concat([SMALL_PDF, Buffer.alloc(16 * 1024 * 1024), Buffer.from('%%EOF')]),
    })),
    status: 413,
    code: 'too_large',
  },
  file('no session', INVALID, () => ({ headers: {} })),
  {
    ...file('a forged session', INVALID, () => ({ headers: { 'x-form-session': `x.${'A'.repeat(64)}` } })),
    code: 'session_expired',
  },
]
