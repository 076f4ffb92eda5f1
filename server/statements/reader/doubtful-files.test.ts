import { expect, it } from 'vitest'
import { notReadMessages } from '#domain/messages/statement-reading'
import { readLines } from './read-file.ts'
import type { Line } from './text/lines.ts'

type Cell = readonly [x: number, text: string]

const SIZE = 9
const WIDTH = 5

/** A page's lines, as text with places gives them. */
const page = (number: number, lines: readonly (readonly [y: number, ...Cell[]])[]): Line[] =>
  lines.map(([y, ...cells], index) => ({
    page: number,
    n: index + 1,
    y,
    words: cells.flatMap(([x, text]) => {
      let x0 = x
      return text.split(' ').map((word) => {
        const placed = { text: word, x0, x1: x0 + word.length * WIDTH, y, size: SIZE, font: 'f' }
        x0 = placed.x1 + 2
        return placed
      })
    }),
  }))

const read = (...pages: Line[][]) => {
  const history = { editor: null, made: null, changed: null, isSavedAgain: false, updatedPages: [] }
  return readLines(pages.flat(), pages.length, { flags: [], scans: [], history })
}

const money = (cents: number): string => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })

/** Newest first, with a balance beside each row and none before or after them. @param last the y of the last row */
function ledger(last: number, footer: string): Line[] {
  const rows = Array.from({ length: 12 }, (_, index) => {
    const day = String(28 - index).padStart(2, '0')
    const cells = [
      [40, `08/${day}/2026`],
      [110, 'CARD SETTLEMENT'],
      [400, '+100.00'],
      [480, money(500_000 - index * 10_000)],
    ] as const
    return [last - (11 - index) * 14, ...cells] as const
  })
  return page(1, [
    [40, [40, 'Harbor Test Bank']],
    [54, [40, 'Account number: 000123456789']],
    [68, [40, 'Transactions from 08/01/2026 to 08/31/2026']],
    [90, [40, 'Date'], [110, 'Description'], [400, 'Amount'], [480, 'Balance']],
    ...rows,
    [780, [480, footer]],
  ])
}

it('reads no list that runs to the foot of its last page, unless the pages are counted', () => {
  expect(read(ledger(740, 'Page 1'))).toMatchObject({ state: 'not_read', reason: notReadMessages.openEnded })
  expect(read(ledger(740, 'Page 1 of 1')).state).toBe('read')
  expect(read(ledger(400, 'Page 1')).state).toBe('read')
})

it('says that amounts with a comma before the cents are not read', () => {
  const lines = page(1, [
    [40, [40, 'Account number: 000123456789'], [300, '01.08.2026 - 31.08.2026']],
    [60, [40, '03.08.2026'], [110, 'CARD'], [400, '1.234,56']],
    [80, [40, '04.08.2026'], [110, 'RENT'], [400, '-234,56']],
  ])
  expect(read(lines)).toMatchObject({ state: 'not_read', reason: notReadMessages.commaCents })
})

const sections = (count: number, second: string) => [
  page(1, [
    [40, [40, 'Harbor Test Bank']],
    [54, [40, 'Account number: 000123456789']],
    [68, [40, 'Statement period 08/01/2026 to 08/31/2026']],
    [90, [40, 'Beginning balance'], [400, '1,000.00']],
    [104, [40, `${count} Deposits and credits`], [400, '300.00']],
    [118, [40, 'Ending balance'], [400, '1,300.00']],
    [140, [40, 'Deposits and credits']],
    [154, [40, 'Date'], [110, 'Description'], [400, 'Amount']],
    [168, [40, '08/03'], [110, 'CARD SETTLEMENT'], [400, '100.00']],
    [182, [40, '08/04'], [110, 'CARD SETTLEMENT'], [400, '200.00']],
  ]),
  page(2, [
    [40, [40, `Account number: ${second}`]],
    [60, [40, 'Important information about your account']],
  ]),
]
const flagsOf = (...pages: Line[][]) => read(...pages).flags.map(({ kind, page: on }) => [kind, on])

it('compares printed counts with the rows', () => {
  expect(flagsOf(...sections(2, '000123456789'))).toEqual([])
  expect(flagsOf(...sections(3, '000123456789'))).toEqual([['sum_differs', 1]])
})

it('flags a single page that names another account', () => {
  expect(flagsOf(...sections(2, '000987654321'))).toEqual([['foreign_page', 2]])
})

it('keeps the title of checks that stand side by side, also where a column has none', () => {
  const check = (x: number, number: number) =>
    [
      [x, String(number)],
      [x + 55, `08/${number - 2170}/26`],
      [x + 120, '-100.00'],
    ] as const
  const titles = [50, 221, 391].flatMap((x) => [
    [x, 'Check #'] as const,
    [x + 55, 'Date'] as const,
    [x + 125, 'Amount'] as const,
  ])
  const file = read(
    page(1, [
      [40, [40, 'Harbor Test Bank']],
      [54, [40, 'Account number: 000123456789']],
      [68, [40, 'Statement period 08/01/2026 to 08/31/2026']],
      [90, [40, 'Beginning balance'], [400, '2,000.00']],
      [104, [40, 'Withdrawals and other debits'], [400, '-50.00']],
      [118, [40, 'Checks'], [400, '-900.00']],
      [132, [40, 'Ending balance'], [400, '1,050.00']],
      [160, [40, 'Withdrawals and other debits']],
      [174, [40, 'Date'], [110, 'Description'], [400, 'Amount']],
      [188, [40, '08/20/26'], [110, 'SERVICE FEE'], [400, '-50.00']],
      [202, [40, 'Total withdrawals and other debits'], [400, '-$50.00']],
      [230, [40, 'Checks']],
      [244, ...titles],
      [258, ...check(50, 2180), ...check(221, 2183), ...check(391, 2186)],
      [272, ...check(50, 2181), ...check(221, 2184)],
      [760, [500, 'Page 1 of 2']],
    ]),
    page(2, [
      [40, [40, 'Checks - continued']],
      [54, ...titles],
      [68, ...check(50, 2182), ...check(221, 2187)],
      [82, ...check(50, 2185), ...check(221, 2188)],
      [100, [40, 'Total checks paid: 9'], [400, '-$900.00']],
      [760, [500, 'Page 2 of 2']],
    ]),
  )
  expect(file).toMatchObject({ state: 'read', flags: [] })
})

/** A scanned ledger, whose texts may name the day of the purchase. @param date of the last row */
function scannedLedger(date: string): Line[] {
  const rows = Array.from({ length: 8 }, (_, index) => {
    const cells = [
      [40, index === 7 ? date : `08/1${index}/26`],
      [110, 'CARD PURCHASE'],
      [200, '08/09'],
      [400, '-100.00'],
    ] as const
    return [140 + 14 * index, ...cells] as const
  })
  return page(1, [
    [40, [40, 'Harbor Test Bank']],
    [54, [40, 'Account number: 000123456789']],
    [68, [40, 'Statement period 08/01/2026 to 08/31/2026']],
    [90, [40, 'Beginning balance'], [400, '1,000.00']],
    [104, [40, 'Ending balance'], [400, '200.00']],
    [126, [40, 'Date'], [110, 'Description'], [400, 'Amount']],
    ...rows,
  ])
}

it('takes no date of a text for the date of a scanned row whose own is not recognized', () => {
  expect(readLines(scannedLedger('08/17/26'), 1, null).state).toBe('read')
  expect(readLines(scannedLedger('08/77/26'), 1, null)).toMatchObject({
    state: 'not_read',
    reason: notReadMessages.uncertain,
  })
})
