import { LIMITS } from '#domain/limits'
import { SMALL_PDF } from '../support/uploads.ts'
import { request, type HostileCase } from './hostile-case.ts'

type Refusal = Pick<HostileCase, 'status' | 'code'>
const INVALID: Refusal = { status: 400, code: 'invalid_input' }
const UNSUPPORTED: Refusal = { status: 415, code: 'unsupported_type' }

const BOUNDARY = 'xxBOUNDARYxx'
const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const TYPE = field('documentType', 'bankStatements')
const pdfPart = (head = 'Content-Disposition: form-data; name="file"; filename="a.pdf"') =>
  `--${BOUNDARY}\r\n${head}\r\nContent-Type: application/pdf\r\n\r\n${SMALL_PDF.toString('latin1')}\r\n`
const END = `--${BOUNDARY}--\r\n`

const multipart = (
  name: string,
  body: () => string,
  refusal: Refusal = INVALID,
  type = `multipart/form-data; boundary=${BOUNDARY}`,
): HostileCase => ({
  name: `multipart: ${name}`,
  ...refusal,
  send: ({ url, session }) =>
    request(`${url}/api/documents/upload-public`, {
      method: 'POST',
      body: Buffer.from(body(), 'latin1'),
      headers: { 'content-type': type, 'x-form-session': session },
    }),
})

/** Envelopes of a file that are not as they should be. */
export const MULTIPART_CASES: HostileCase[] = [
  multipart('100,000 fields', () => `${field('a', 'b').repeat(100_000)}${END}`),
  multipart('100,000 fields of one known name', () => `${TYPE.repeat(100_000)}${END}`),
  multipart('100,000 files', () => `${TYPE}${pdfPart().repeat(50_000)}${END}`),
  multipart('two files', () => `${TYPE}${pdfPart()}${pdfPart()}${END}`),
  multipart('no file', () => `${TYPE}${END}`),
  multipart('a field of its own', () => `${field('isAdmin', 'true')}${TYPE}${pdfPart()}${END}`),
  multipart('the field __proto__', () => `${field('__proto__', 'x')}${TYPE}${pdfPart()}${END}`),
  multipart('the field constructor', () => `${field('constructor', 'x')}${TYPE}${pdfPart()}${END}`),
  multipart('a field twice', () => `${TYPE}${field('documentType', 'passport')}${pdfPart()}${END}`),
  multipart('a field of 1 MB', () => `${field('companyId', 'x'.repeat(1_000_000))}${TYPE}${pdfPart()}${END}`),
  multipart('a field with a name of 1 MB', () => `${field('x'.repeat(1_000_000), '')}${END}`),
  multipart('a field with NUL', () => `${field('companyId', 'a\0b')}${TYPE}${pdfPart()}${END}`),
  multipart(
    'a part with a head of 1 MB',
    () => `--${BOUNDARY}\r\n${`X-A: ${'x'.repeat(1000)}\r\n`.repeat(1000)}\r\n\r\n${END}`,
  ),
  multipart('a part without a head', () => `--${BOUNDARY}\r\n\r\nx\r\n${END}`),
  multipart('a part cut short', () => `${TYPE}${pdfPart().slice(0, -60)}`),
  multipart('no end', () => `${TYPE}${pdfPart()}`),
  multipart('nothing', () => ''),
  multipart('another boundary', () => `${TYPE}${pdfPart()}${END}`.replaceAll(BOUNDARY, 'yy')),
  multipart('no boundary', () => `${TYPE}${pdfPart()}${END}`, INVALID, 'multipart/form-data'),
  multipart(
    'a boundary of 10,000 letters',
    () => END,
    INVALID,
    `multipart/form-data; boundary=${'x'.repeat(10_000)}`,
  ),
  multipart(
    'a file without a name',
    () => `${TYPE}${pdfPart('Content-Disposition: form-data; name="file"')}${END}`,
  ),
  multipart(
    'a file of another field',
    () => `${TYPE}${pdfPart('Content-Disposition: form-data; name="logo"; filename="a.pdf"')}${END}`,
  ),
  multipart(
    'a name with a line break and another type',
    () =>
      `${TYPE}${pdfPart('Content-Disposition: form-data; name="file"; filename="a.html\r\n b.pdf.html"')}${END}`,
    UNSUPPORTED,
  ),
  multipart('parts in a part', () => TYPE, UNSUPPORTED, `multipart/mixed; boundary=${BOUNDARY}`),
  multipart('a form of an address', () => 'file=x', UNSUPPORTED, 'application/x-www-form-urlencoded'),
  multipart('JSON', () => '{}', UNSUPPORTED, 'application/json'),
  multipart(
    'more than any file may have',
    () => `${TYPE}${pdfPart()}${'x'.repeat(LIMITS.fileBytes + 200_000)}${END}`,
    { status: 413, code: 'too_large' },
  ),
]
