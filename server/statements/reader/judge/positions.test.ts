import { expect, it } from 'vitest'
import { classify } from './kinds.ts'
import { findPayee } from './payee.ts'
import { findCollections, positionIn, type DatedRow } from './positions.ts'

const row = (
  date: string,
  cents: number,
  description: string,
  kind: DatedRow['kind'] = 'other',
): DatedRow => ({
  date,
  cents,
  description,
  payee: description.replace(/ \d.*/, ''),
  kind,
})

it('counts a return as missed though it names the funder without what its debits add', () => {
  const fridays = ['2026-07-03', '2026-07-10', '2026-07-17', '2026-07-24', '2026-07-31']
  const rows = [
    ...fridays.map((date, index) => row(date, -150_122, `LNTRNBRDG CAP WEEKLY DEB 26071${index} 380407`)),
    row('2026-07-13', 150_122, 'ACH RETURN R01 NSF LNTRNBRDG CAP', 'returned'),
    row('2026-07-14', 150_122, 'ACH RETURN R01 NSF HARBOR LINEN', 'returned'),
  ]
  const [found, ...others] = findCollections(rows, 6_000_000)
  expect(others).toEqual([])
  expect(found && positionIn(found, { from: '2026-07-01', to: '2026-07-31' }, 6_000_000)).toMatchObject({
    frequency: 'weekly',
    payments: 5,
    missed: 1,
  })
})

it('knows a return by the first words of a short name, and a name without the channels before it', () => {
  const days = ['2026-07-06', '2026-07-07', '2026-07-08', '2026-07-09', '2026-07-10']
  const rows = [
    ...days.map((date) => row(date, -14_261, 'VCP LLC RECEIVABLE 329591')),
    row('2026-07-08', 14_261, 'ACH RETURN R01 NSF VCP LLC', 'returned'),
  ]
  expect(findCollections(rows, 6_000_000).map(({ returns }) => returns)).toEqual([['2026-07-08']])
  expect(findPayee('ACH ACH Debit TALLGRASS MERCH FUNDING')).toBe('TALLGRASS MERCH FUNDING')
})

const THURSDAYS = ['2026-07-02', '2026-07-09', '2026-07-16', '2026-07-23', '2026-07-30']
const weekly = (payee: string, cents: number) => THURSDAYS.map((date) => row(date, -cents, payee))

it('takes a weekly payee for a funder by what speaks for one, not because no word says supplier', () => {
  const revenue = 6_000_000
  const found = (...rows: DatedRow[]) => findCollections(rows, revenue).map(({ payee }) => payee)
  expect(found(...weekly('OLD MILL COOKIES', 60_000))).toEqual([])
  expect(found(...weekly('JTM CORP', 30_000))).toEqual([])
  expect(found(...weekly('DAILY GRIND', 60_000))).toEqual([])
  const advance = row('2026-06-29', 2_500_000, 'OLD MILL COOKIES', 'advance')
  expect(found(advance, ...weekly('OLD MILL COOKIES', 60_000))).toEqual(['OLD MILL COOKIES'])
  expect(found(...weekly('OLD MILL COOKIES', 190_000))).toEqual(['OLD MILL COOKIES'])
  expect(found(...weekly('RAPID RILL FIN', 60_000))).toEqual(['RAPID RILL FIN'])
})

it.each([
  ['FUNDED TRAVEL LLC DES:ACH PMT ID:8812 INDN:ROSSI FOODS', 1_234_567, 'deposit'],
  ['ADVANCE AUTO GLASS 260703 118845', 88_012, 'deposit'],
  ['OAKMONT HOA DES:DUES ID:1 INDN:ADVANCE FUNDING LLC', 200_000, 'deposit'],
  ['NORTHGATE CAP DES:FUNDING ID:8812 INDN:ROSSI FOODS', 4_812_345, 'advance'],
  ['WIRE TYPE:WIRE IN TRN:99 ORIG:NORTHGATE PMT DET:FUNDING PROCEEDS', 4_812_345, 'advance'],
  ['NORTHGATE CASH ADVANCE 260703 118845', 4_812_345, 'advance'],
  ['NORTHGATE FUNDING GROUP ACH PMT', 5_000_000, 'advance'],
] as const)('tells advances from customers named like them: %s', (description, cents, kind) => {
  expect(classify(description, cents)).toBe(kind)
})

it.each([
  'NSF RETURNED ITEM FEE',
  'NSFRETURNED ITEM FEE FOR 08-28',
  'NSF RETURNEDITEMFEE',
  'OVERDRAFTITEM CHARGE',
])('knows %s, whose spaces a scan may lose', (text) => expect(classify(text, -3600)).toBe('nsf_fee'))
