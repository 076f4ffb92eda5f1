import fc from 'fast-check'
import { SMALL_PDF } from '../../support/uploads.ts'
import { hostileText } from './hostile.ts'
import { placeholder } from './fitting-text.ts'

/** What is sent as a file; PDFs and what pretends to be one. */
const CONTENTS = [
  SMALL_PDF.toString('latin1'),
  '',
  '%PDF-1.7\n',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR',
  '\u00ff\u00d8\u00ff\u00e0\u0000\u0010JFIF',
  'MZ\u0090\u0000',
  'x'.repeat(100_000),
]

const BOUNDARY = 'fuzz-boundary'

type Body = { body: string; contentType: string }

/** A form with a file, as browsers send it; spoilt, one whose parts are odd, missing, doubled or cut. */
export function multipartBody(spoil: boolean): fc.Arbitrary<Body> {
  const [pdf = ''] = CONTENTS
  const file = fc
    .record({
      filename: spoil
        ? fc.oneof(
            fc.constantFrom('statement.pdf', 'a.PDF', 'x.svg', '../../x.pdf', 'a"b.pdf', '.pdf', 'x.pdf.exe'),
            hostileText(),
          )
        : fc.constant('statement.pdf'),
      type: spoil
        ? fc.constantFrom('application/pdf', 'image/png', 'image/svg+xml', 'text/html', 'nonsense', '')
        : fc.constant('application/pdf'),
      content: spoil ? fc.constantFrom(...CONTENTS) : fc.constant(pdf),
    })
    .map(({ filename, type, content }) =>
      part(`name="file"; filename="${bytes(filename)}"\r\nContent-Type: ${type}`, content),
    )
  const field = (name: string, ...values: string[]): fc.Arbitrary<string> => {
    const value = fc.constantFrom(...values)
    const text = spoil ? fc.oneof({ weight: 6, arbitrary: value }, hostileText().map(bytes)) : value
    return text.map((content) => part(`name="${name}"`, content))
  }
  const sometimes = (text: fc.Arbitrary<string>) => fc.oneof(text, fc.constant(''))
  const parts = fc.tuple(
    field('documentType', 'bankStatements'),
    field('formSubmissionId', placeholder('own', 'session'), placeholder('other', 'session')),
    sometimes(field('companyId', placeholder('own', 'company'), placeholder('other', 'company'))),
    sometimes(fc.uuid().map((id) => part('name="clientFileId"', id))),
    ...(spoil ? [sometimes(field('__proto__', 'x')), sometimes(file)] : []),
    file,
  )
  const ending = spoil ? fc.constantFrom(`--${BOUNDARY}--\r\n`, '', '--') : fc.constant(`--${BOUNDARY}--\r\n`)
  const cut = spoil ? fc.constantFrom(0, 0, 0, 1, 40, 400) : fc.constant(0)
  const contentType = spoil
    ? fc.constantFrom(
        ...Array<string>(8).fill(`multipart/form-data; boundary=${BOUNDARY}`),
        'multipart/form-data',
      )
    : fc.constant(`multipart/form-data; boundary=${BOUNDARY}`)
  return fc.tuple(parts, ending, cut, contentType).map(([texts, end, missing, type]) => {
    const whole = texts.join('') + end
    return { body: whole.slice(0, whole.length - missing), contentType: type }
  })
}

const part = (head: string, content: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`

const bytes = (text: string): string => Buffer.from(text).toString('latin1')
