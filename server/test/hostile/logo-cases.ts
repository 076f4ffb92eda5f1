import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { bearer, sendJson, type HostileCase, type Target } from './hostile-case.ts'

type Refusal = Pick<HostileCase, 'status' | 'code'>
const UNSUPPORTED: Refusal = { status: 415, code: 'unsupported_type' }
const INVALID: Refusal = { status: 400, code: 'invalid_input' }
const TOO_LARGE: Refusal = { status: 413, code: 'too_large' }

const send = (target: Target, logoData: string, logoType = 'logo') =>
  sendJson(
    `${target.url}/api/company/upload-logo/${target.companyId}`,
    JSON.stringify({ logoData, logoType }),
    { headers: bearer(target) },
  )
const dataUrl = (bytes: Buffer | string, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const logo = (
  name: string,
  refusal: Refusal,
  bytes: () => Buffer | string | Promise<Buffer>,
): HostileCase => ({
  name: `logo: ${name}`,
  ...refusal,
  send: async (target) => send(target, dataUrl(await bytes())),
})
const text = (name: string, refusal: Refusal, logoData: string): HostileCase => ({
  name: `logo: ${name}`,
  ...refusal,
  send: (target) => send(target, logoData),
})

const picture = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#2f6f4f' } })

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  // Readers that check the sum refuse it, and bombs should go off before that.
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}

/** A PNG that says to be of this size, with one black stripe for its picture. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A whole picture of one colour, small as a file and large in memory. */
const pixels = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()

/** What is called a logo. */
export const LOGO_CASES: HostileCase[] = [
  text(
    'an SVG',
    UNSUPPORTED,
    dataUrl('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'),
  ),
  logo('an SVG that is called a PNG', UNSUPPORTED, () => '<svg xmlns="http://www.w3.org/2000/svg"/>'),
  logo('a page that is called a PNG', UNSUPPORTED, () => '<!doctype html><script>alert(1)</script>'),
  logo('a GIF', UNSUPPORTED, () => picture().gif().toBuffer()),
  logo('a WebP', UNSUPPORTED, () => picture().webp().toBuffer()),
  logo('a TIFF', UNSUPPORTED, () => picture().tiff().toBuffer()),
  logo('a PDF', UNSUPPORTED, () => '%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  logo('a PNG without its end', UNSUPPORTED, async () => (await picture().png().toBuffer()).subarray(0, -20)),
  logo('a JPEG without its end', UNSUPPORTED, async () =>
    (await picture().jpeg().toBuffer()).subarray(0, -20),
  ),
  logo('a PNG of nothing', UNSUPPORTED, () => Buffer.from('89504e470d0a1a0a', 'hex')),
  logo('a PNG of 2,500 megapixels', INVALID, () => bomb(50_000, 50_000)),
  logo('a PNG of 2 thousand million pixels in a line', INVALID, () => bomb(2_000_000_000, 1)),
  logo('a PNG of no pixel', INVALID, () => bomb(0, 0)),
  logo('a picture of 49 megapixels', INVALID, () => pixels(7000, 7000)),
  logo('a picture above 3 MB', TOO_LARGE, () =>
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(3.2 * 1024 * 1024)]),
  ),
  text('a body above 4 MB', TOO_LARGE, `data:image/png;base64,${'A'.repeat(4.5 * 1024 * 1024)}`),
  text('an address', UNSUPPORTED, 'http://169.254.169.254/latest/meta-data'),
  text('a file', UNSUPPORTED, 'file:///etc/passwd'),
  text('base64 that is none', UNSUPPORTED, 'data:image/png;base64,%%%%'),
  text('a data: URL with a script behind', UNSUPPORTED, 'data:image/png;base64,AAAA"><script>'),
  {
    name: 'logo: of a kind there is not',
    ...INVALID,
    send: (target) => send(target, dataUrl('x'), '__proto__'),
  },
]
