import { expect, it } from 'vitest'
import { STATEMENT_LIMITS } from '#domain/limits'
import { layouts } from './fixtures/layouts.fixture.ts'
import { toPdf } from './fixtures/sheet.fixture.ts'
import { FUNDER, HOLDER, makeStatement } from './fixtures/statement.fixture.ts'
import { judge } from './judge/judge.ts'
import { readPdf } from './pdf/read-pdf.ts'
import { readLines } from './read-file.ts'

async function read(pdf: Buffer) {
  const content = await readPdf(new Uint8Array(pdf), STATEMENT_LIMITS)
  return readLines(content.lines, content.pages, content)
}

it.each(Object.keys(layouts))('reads each row of the layout %s, with its figures', async (layout) => {
  const { pdf, account } = await makeStatement({ layout, month: '2026-07', opening: 900_000 })
  const [file] = judge([await read(pdf)])
  expect([file?.state, file?.reason]).toEqual(['read', null])
  const [found] = file?.accounts ?? []
  const { from, to, opening: openingCents, closing: closingCents } = account
  expect(found).toMatchObject({ accountEnding: '1234', from, to })
  expect([openingCents, null]).toContain(found?.openingCents)
  expect([closingCents, null]).toContain(found?.closingCents)
  // Some list credits before debits.
  const sorted = (rows: readonly { date: string; cents: number }[] = []) =>
    rows.map(({ date, cents }) => `${date} ${cents}`).toSorted()
  expect(sorted(found?.transactions)).toEqual(sorted(account.book))
  expect(found?.daily).toEqual(account.daily)
  expect(found?.metrics).toMatchObject({ nsfCount: 1 })
  expect(file?.flags).toEqual([])
})

it('finds a position by its rhythm, and leaves rent and transfers out of it', async () => {
  const first = await makeStatement({ month: '2026-06', opening: 900_000 })
  const second = await makeStatement({ month: '2026-07', opening: first.closing })
  const [june, july] = judge([await read(first.pdf), await read(second.pdf)])
  expect(june?.holder).toBe(HOLDER)
  const days = second.account.book.filter(({ description }) => description.startsWith(FUNDER)).length
  expect(july?.accounts[0]?.positions).toMatchObject([
    { descriptorPrefix: FUNDER, cents: 41_250, frequency: 'daily', payments: days },
  ])
  const card = second.account.book.filter(({ description }) => description.startsWith('SQUARE'))
  const revenue = card.reduce((sum, { cents }) => sum + cents, 0)
  expect(july?.accounts[0]?.metrics.trueRevenueCents).toBe(revenue)
})

it('shows no figure of a month that does not add up, and says where', async () => {
  const { account } = await makeStatement({ month: '2026-07', opening: 900_000 })
  const rows = account.rows.map((row, index) => (index === 0 ? { ...row, cents: row.cents + 100_000 } : row))
  const { holder, address, from, to } = { holder: HOLDER, address: [], from: account.from, to: account.to }
  const { orchard } = layouts
  const pages = orchard?.draw({ holder, address, from, to, accounts: [{ ...account, rows }] }) ?? []
  const [file] = judge([await read(await toPdf(pages, orchard?.info))])
  expect(file).toMatchObject({ state: 'not_read', accounts: [] })
  expect(file?.reason).toMatch(/^Page 1, line \d+: the printed balance is \$[\d,.]+ (higher|lower) than/)
  expect(file?.flags.map(({ kind }) => kind)).toContain('balance_break')
})

it('flags a month that does not begin where the one before ended, and one that is missing', async () => {
  const first = await makeStatement({ month: '2026-05', opening: 900_000 })
  const broken = await makeStatement({ month: '2026-06', opening: first.closing + 5_000 })
  const gap = await makeStatement({ month: '2026-08', opening: 100_000 })
  const files = judge([await read(first.pdf), await read(broken.pdf), await read(gap.pdf)])
  expect(files.map(({ flags }) => flags.map(({ kind }) => kind))).toEqual([
    [],
    ['opening_differs'],
    ['month_missing'],
  ])
})
