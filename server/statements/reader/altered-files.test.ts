import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { STATEMENT_LIMITS } from '#domain/limits'
import { classify } from './judge/kinds.ts'
import { judge } from './judge/judge.ts'
import { readPdf } from './pdf/read-pdf.ts'
import { readLines } from './read-file.ts'

type Row = [day: string, text: string, cents: number]

const ROWS: Row[] = [
  ['08/03', 'CARD SETTLEMENT', 200_000],
  ['08/05', 'OFFICE RENT', -150_000],
  ['08/12', 'CARD SETTLEMENT', 250_000],
  ['08/20', 'ELECTRIC COMPANY', -40_000],
]
const money = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0)

/** A ledger with a summary above its rows. */
async function ledger(rows: Row[], { page = 'Page 1 of 1', credits = 450_000, debits = 190_000 } = {}) {
  const document = new PDFDocument({ size: 'LETTER', compress: false })
  const made = buffer(document)
  let y = 50
  const line = (...cells: [x: number, text: string][]) => {
    for (const [x, text] of cells) document.fontSize(9).text(text, x, y, { lineBreak: false })
    y += 16
  }
  line([50, 'Harbor Test Bank'], [480, page])
  line([50, 'Account number: 000123456789'])
  line([50, 'Statement period 08/01/2026 to 08/31/2026'])
  line([50, 'Beginning balance'], [400, money(150_000)])
  line([50, 'Total deposits and credits'], [400, money(credits)])
  line([50, 'Total withdrawals and debits'], [400, money(debits)])
  line([50, 'Ending balance'], [400, money(150_000 + sum(rows.map(([, , cents]) => cents)))])
  line([50, 'Date'], [110, 'Description'], [400, 'Amount'], [480, 'Balance'])
  let balance = 150_000
  for (const [day, text, cents] of rows) {
    balance += cents
    line([50, day], [110, text], [400, money(cents)], [480, money(balance)])
  }
  document.end()
  return new Uint8Array(await made)
}

async function read(pdf: Uint8Array) {
  const content = await readPdf(pdf, STATEMENT_LIMITS)
  const [file] = judge([readLines(content.lines, content.pages, content)])
  return file
}

it('reads a whole file without a flag', async () => {
  const file = await read(await ledger(ROWS))
  expect([file?.state, file?.flags]).toEqual(['read', []])
  expect(file?.accounts[0]?.metrics).toMatchObject({ trueRevenueCents: 450_000, nsfCount: 0 })
})

it.each(['Page 2 of 2', 'Page 1 of 3', 'PAGE 2'])('reads no month of a file with %s alone', async (page) => {
  const file = await read(await ledger(ROWS, { page }))
  expect(file).toMatchObject({ state: 'not_read', accounts: [], reason: expect.stringContaining(page) })
})

it('compares a summary above the rows with them', async () => {
  const raised: Row[] = [...ROWS, ['08/21', 'CARD SETTLEMENT', 500_000], ['08/22', 'SUPPLIER', -500_000]]
  const file = await read(await ledger(raised))
  expect(file?.flags.map(({ kind }) => kind)).toEqual(['sum_differs', 'sum_differs'])
})

describe('an update', () => {
  async function updated(words: string, startxref = '\nstartxref\n') {
    const text = Buffer.from(await ledger(ROWS)).toString('latin1')
    const [, id = '', dict = ''] =
      /[\r\n](\d+) 0 obj\s*(<<[^>]*\/Length \d+[^>]*>>)\s*stream/.exec(text) ?? []
    expect(dict).not.toBe('')
    const content = 'BT ET'
    const object = `${id} 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`
    const previous = /startxref\s+(\d+)/.exec(text)?.[1]
    const root = /\/Root (\d+ 0 R)/.exec(text)?.[1]
    const at = text.length + words.length
    const table = `xref\n${id} 1\n${String(at).padStart(10, '0')} 00000 n \n`
    const trailer = `trailer\n<< /Size 99 /Root ${root} /Prev ${previous} >>`
    const all = `${text}${words}${object}${table}${trailer}${startxref}${at + object.length}\n%%EOF\n`
    return new Uint8Array(Buffer.from(all, 'latin1'))
  }

  it.each([
    ['alone', '', undefined],
    ['with the words of a signature', '% /ByteRange [0 1 2 3]\n', undefined],
    ['with a comment before its end', '', '\nstartxref %x\n'],
  ])('is flagged where it replaces what a page shows: %s', async (_name, words, startxref) => {
    const { history } = await readPdf(await updated(words, startxref), STATEMENT_LIMITS)
    expect(history?.updatedPages).not.toEqual([])
  })
})

it.each([
  'NON-SUFFICIENT FUNDS FEE',
  'NONSUFFICIENT FUNDS FEE',
  'RETURN ITEM FEE',
  'RETURNED ITEM CHARGE',
  'INSUFF FUNDS FEE',
  'O/D FEE',
  'UNPAID ITEM FEE',
  'OVERDRAFT PENALTY',
])('knows %s as a fee for want of funds', (text) => {
  expect(classify(text, -3500)).toBe('nsf_fee')
})

it.each(['DEPOSITED ITEM RETURN FEE', 'SERVICE CHARGE'])('takes %s for another', (text) => {
  expect(classify(text, -3500)).not.toBe('nsf_fee')
})
