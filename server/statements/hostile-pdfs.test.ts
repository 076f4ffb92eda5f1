// @module-tag long
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { afterAll, expect, it } from 'vitest'
import { makeStatement } from './reader/fixtures/statement.fixture.ts'
import { createStatementReader } from './statement-reader.ts'

const reader = createStatementReader({ recognition: false })
afterAll(() => reader.close())

type Objects = Record<number, string | Buffer>
const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const page = (more: string) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R ${more}>>`

/** Readers find the objects without a table of them. */
function pdf(objects: Objects, trailer = '<</Root 1 0 R>>'): Buffer {
  const all: Objects = { 1: '<</Type/Catalog/Pages 2 0 R>>', 2: PAGES, 3: page(''), ...objects }
  const parts = Object.entries(all).flatMap(([number, body]) => [`${number} 0 obj\n`, body, '\nendobj\n'])
  return Buffer.concat(
    ['%PDF-1.7\n', ...parts, `trailer${trailer}\n%%EOF\n`].map((part) => Buffer.from(part)),
  )
}
const stream = (content: Buffer | string, more = ''): Buffer => {
  const body = Buffer.from(content)
  return Buffer.concat(
    [`<</Length ${body.length}${more}>>\nstream\n`, body, '\nendstream'].map((part) => Buffer.from(part)),
  )
}
const bomb = (megabytes: number): Buffer =>
  deflateSync(Buffer.alloc(megabytes * 1024 * 1024, ' '), { level: 1 })
const twice = deflateSync(bomb(400))
const FONT = '/Resources<</Font<</F 5 0 R>>>>'

const HOSTILE: [kind: string, file: Buffer][] = [
  ['no object', Buffer.from('%PDF-1.7\n%%EOF')],
  ['noise after the head', Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(50_000, 0x81)])],
  ['a catalog that is its own pages', pdf({ 1: '<</Type/Catalog/Pages 1 0 R/Kids[1 0 R]/Count 1>>' })],
  ['pages within themselves', pdf({ 2: '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>' })],
  ['a page count that is false', pdf({ 2: '<</Type/Pages/Kids[3 0 R]/Count 99999999>>' })],
  ['10,000 pages', pdf({ 2: `<</Type/Pages/Kids[${'3 0 R '.repeat(10_000)}]/Count 10000>>` })],
  ['a table that names itself', pdf({}, '<</Root 1 0 R/Prev 9>>\nstartxref\n9')],
  ['a length that names itself', pdf({ 4: '<</Length 4 0 R>>\nstream\nBT ET\nendstream' })],
  ['text without a font', pdf({ 4: stream('BT /F 9 Tf 50 700 Td (Opening balance 1,000.00) Tj ET') })],
  [
    'a font that is its own child',
    pdf({
      3: page(FONT),
      4: stream('BT /F 9 Tf 50 700 Td (Balance) Tj ET'),
      5: '<</Type/Font/Subtype/Type0/Encoding/Identity-H/DescendantFonts[5 0 R]>>',
    }),
  ],
  [
    'glyphs that draw themselves',
    pdf({
      3: page(FONT),
      4: stream('BT /F 9 Tf 50 700 Td (aaaa) Tj ET'),
      5: '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[9]/Encoding<</Differences[97/a]>>/CharProcs<</a 6 0 R>>/Resources<</Font<</F 5 0 R>>>>>>',
      6: stream('9 0 d0 BT /F 9 Tf (aaaa) Tj ET'),
    }),
  ],
  [
    'a form that draws itself',
    pdf({
      3: page('/Resources<</XObject<</X 5 0 R>>>>'),
      4: stream('/X Do '.repeat(1000)),
      5: stream('/X Do /X Do', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>'),
    }),
  ],
  ['text of 2 GB, packed', pdf({ 4: stream(bomb(2000), '/Filter/FlateDecode') })],
  ['text packed twice', pdf({ 4: stream(twice, '/Filter[/FlateDecode/FlateDecode]') })],
  ['objects of 1 GB, packed', pdf({ 7: stream(bomb(1000), '/Type/ObjStm/N 9/First 9/Filter/FlateDecode') })],
  [
    'a picture of a million rows',
    pdf({
      3: page('/Resources<</XObject<</X 5 0 R>>>>'),
      4: stream('612 0 0 792 0 0 cm /X Do'),
      5: stream(
        'x',
        '/Type/XObject/Subtype/Image/Width 1000000/Height 1000000/BitsPerComponent 8/ColorSpace/DeviceRGB',
      ),
    }),
  ],
  ['a million saved states', pdf({ 4: stream('q '.repeat(1_000_000)) })],
  ['arrays 100,000 deep', pdf({ 4: stream(`${'['.repeat(100_000)} TJ`) })],
  ['a page of 600 million points', pdf({ 3: page('/UserUnit 1000000'), 4: stream('0 0 612 792 re f') })],
  [
    'a filter with itself as its parameters',
    pdf({ 4: stream('x', '/Filter/JBIG2Decode/DecodeParms<</JBIG2Globals 4 0 R>>') }),
  ],
]

it('reads on after each of 20 hostile PDFs, and shows nothing of them', async () => {
  expect(HOSTILE).toHaveLength(20)
  const states: [string, string | undefined][] = []
  for (const [kind, file] of HOSTILE) states.push([kind, (await reader.read(file, null))?.state])
  expect(states.filter(([, state]) => state !== 'not_read' && state !== 'not_a_statement')).toEqual([])
  const { pdf: good } = await makeStatement({ month: '2026-07', opening: 900_000 })
  expect((await reader.read(good, null))?.state).toBe('read')
})

/** Small to send, slow to read: each page repeats the same words. */
const crowded = pdf({
  2: '<</Type/Pages/Kids[3 0 R 3 0 R 3 0 R]/Count 3>>',
  3: page('/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'),
  4: stream(
    deflateSync(
      Array.from(
        { length: 60_000 },
        (_, n) =>
          `1 0 0 1 ${(n * 37) % 600} ${(n * 53) % 790} Tm (0${1 + (n % 9)}/1${n % 9}/2026 1,${100 + (n % 900)}.00) Tj`,
      ).reduce((all, each) => `${all}\n${each}`, 'BT /F 4 Tf') + '\nET',
    ),
    '/Filter/FlateDecode',
  ),
})
const glance = (owner: string, file: Buffer) => reader.glance(owner, () => Promise.resolve(file))

it('says of a page with far too much text that it is not read for that', async () => {
  expect(await reader.read(crowded, null)).toMatchObject({
    state: 'not_read',
    reason: 'A page has more than 50,000 characters.',
  })
})

it('reads a file while strangers look at slow ones, and answers at once where many wait', async () => {
  const { pdf: good } = await makeStatement({ month: '2026-07', opening: 900_000 })
  const hostile = Array.from({ length: 16 }, (_, n) => glance(`192.0.2.${n % 8}`, crowded))
  const victims = [good, good, good].map((file) => reader.read(file, null))
  expect(await Promise.all(victims)).toMatchObject(victims.map(() => ({ state: 'read', reason: null })))
  expect((await Promise.all(hostile)).every(({ state }) => state === 'unknown')).toBe(true)

  const looks = await Promise.all(Array.from({ length: 12 }, () => glance('192.0.2.1', good)))
  const told = Array.from({ length: 10 }, () => 'statement')
  expect(looks.map(({ state }) => state)).toEqual([...told, 'unknown', 'unknown'])
})

it('says of a file with more rows than are judged how many are', async () => {
  const rows = Array.from({ length: 3001 }, (_, n) => ({
    day: 1 + Math.floor(n / 100),
    cents: n % 2 ? -100 : 100,
  }))
  expect(await reader.read(await longStatement(rows), null)).toMatchObject({
    state: 'not_read',
    reason: 'The file has more than 3,000 transactions.',
  })
})

async function longStatement(rows: { day: number; cents: number }[]): Promise<Buffer> {
  const drawn = new PDFDocument({ size: 'LETTER', margin: 0 })
  const put = (x: number, y: number, text: string) => drawn.text(text, x, y, { lineBreak: false })
  const money = (cents: number) => (cents / 100).toFixed(2)
  drawn.fontSize(9)
  put(40, 30, 'Harbor National Bank')
  put(40, 42, 'Account number: 000123451234')
  put(40, 54, 'Statement period: 07/01/2026 through 07/31/2026')
  const total = rows.reduce((sum, { cents }) => sum + cents, 0)
  put(40, 66, 'Beginning balance')
  put(300, 66, '$1000.00')
  put(40, 78, 'Ending balance')
  put(300, 78, `$${money(100_000 + total)}`)
  let [balance, y] = [100_000, 110]
  drawn.fontSize(5)
  const head = ['Date', 'Description', 'Amount', 'Balance']
  head.forEach((word, index) => put([40, 100, 400, 500][index] ?? 0, y, word))
  for (const { day, cents } of rows) {
    y += 6
    if (y > 770) {
      drawn.addPage()
      y = 30
    }
    balance += cents
    put(40, y, `07/${String(day).padStart(2, '0')}/2026`)
    put(100, y, 'ACH PAYMENT ACME SUPPLY')
    put(400, y, money(cents))
    put(500, y, money(balance))
  }
  drawn.end()
  return buffer(drawn)
}
