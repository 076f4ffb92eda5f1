import { randomBytes, randomInt } from 'node:crypto'
import sharp from 'sharp'
import { formsOf, formsOfDate } from '../../test/support/secret-search.ts'
import { SMALL_PDF } from '../../test/support/uploads.ts'

/** Numbers that are nobody's and in no other test. */
const digits = (length: number) => Array.from({ length }, () => randomInt(1, 10)).join('')
const ssn = () => `4${digits(2)}-${digits(2)}-${digits(4)}`
const word = (kind: string) => `${kind}-${randomBytes(6).toString('hex')}-7`
const drawing = async () => {
  const noise = { raw: { width: 12, height: 12, channels: 3 as const } }
  return sharp(randomBytes(12 * 12 * 3), noise)
    .png()
    .toBuffer()
}
export const drawings = [await drawing(), await drawing()] as const
export const asDrawn = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`

/** Everything that nobody may find again. */
export const SECRETS = {
  // Not every prefix is given out.
  taxId: `12-${digits(7)}`,
  partner1SSN: ssn(),
  partner2SSN: ssn().replaceAll('-', ' '),
  partner1DOB: '1961-07-23',
  partner2DOB: '1963-11-04',
  partner1Address: `${digits(4)} Zzyzx Lane`,
  bankBalance: `9${digits(5)}.${digits(2)}`,
  'the SSN of a draft': ssn(),
  'a mark in the text of a statement': word('STATEMENT'),
  'a mark in a stream of a statement': word('STREAM'),
  'a mark in a file of the company': word('COMPANY'),
  'a mark in a refused file': word('REFUSED'),
  "a file's name": word('Nomen'),
  "a company file's name": word('Titulus'),
  'an SSN in a query': ssn(),
  'an SSN in a path': ssn(),
  'an SSN in a header': ssn(),
  'an SSN in a refused body': ssn(),
  'an SSN in a name of a refused body': ssn(),
  'an SSN in broken JSON': ssn(),
  'an SSN in a field of an upload': ssn(),
  'an SSN that was looked for': ssn(),
  'a password': word('Quartz'),
  'a wrong password': word('Violet'),
  'a password typed as an e-mail': word('Amber'),
  'a new password': word('Copper'),
}
export const planted = new Map<string, Buffer[]>(
  Object.entries(SECRETS).map(([name, secret]) => [
    name,
    name.endsWith('DOB') ? formsOfDate(secret) : formsOf(secret),
  ]),
)
drawings.forEach((png, number) => {
  // Past what every picture begins with.
  planted.set(`drawing ${number + 1}`, formsOf(png.subarray(60, 160)))
})
/** Tokens and keys, which are known only once they were given out. */
export const plant = (name: string, ...secrets: (string | Buffer)[]) =>
  planted.set(name, [...(planted.get(name) ?? []), ...secrets.flatMap(formsOf)])

/** A PDF with a text of its own, in the clear and in a stream. */
export const statement = (text: string, stream: string): Buffer =>
  Buffer.from(
    SMALL_PDF.toString().replace(
      'trailer',
      `4 0 obj<</Length ${stream.length}>>stream\n${stream}\nendstream endobj\n%${text}\ntrailer`,
    ),
  )
