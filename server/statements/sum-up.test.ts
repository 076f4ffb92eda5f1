import { expect, it } from 'vitest'
import { listFigures } from '#domain/cash-flow'
import { dailyBalances } from './reader/judge/metrics.ts'
import { judge } from './reader/judge/judge.ts'
import type { FileReading, JudgedRow, ReadRow } from './reader/reading.ts'
import { sumUp } from './sum-up.ts'

type Row = ReadRow & { kind: JudgedRow['kind'] }

const row = (date: string, cents: number, kind: Row['kind'] = 'deposit', payee = 'X'): Row => ({
  date,
  cents,
  kind,
  page: 1,
  line: 1,
  top: 0,
  bottom: 10,
  payee,
  description: payee,
})

const file = (
  accountEnding: string,
  [from, to]: readonly [string, string],
  startCents: number,
  rows: Row[],
  bank: string | null = 'Harbor National',
): FileReading => {
  const endCents = [...dailyBalances(from, to, startCents, rows).values()].at(-1) ?? 0
  const balances = { openingCents: startCents, closingCents: endCents, startCents, endCents }
  return {
    state: 'read',
    reason: null,
    bank,
    holder: null,
    flags: [],
    accounts: [{ state: 'read', accountEnding, from, to, ...balances, rows }],
  }
}

const kindOf = (given: ReadRow) => {
  const kind = 'kind' in given ? (given as Row).kind : 'other'
  return { kind, corrected: 'here' as const }
}
const judged = (...files: FileReading[]) => judge(files, kindOf)
const sum = (...files: FileReading[]) => sumUp(judged(...files))

const JUNE = ['2026-06-01', '2026-06-30'] as const

it('adds counts and cents of several accounts, and takes balances from the sum of their days', () => {
  const checking = file('1111', JUNE, 100, [row('2026-06-10', 900)])
  const savings = file('2222', JUNE, -50, [row('2026-06-20', 50, 'transfer')])
  const { months, total } = sum(checking, savings)
  expect(months).toMatchObject([{ month: '2026-06', isWhole: true }])
  expect(total.metrics).toMatchObject({
    lowestCents: 50,
    negativeDays: 0,
    depositCount: 2,
    depositCents: 950,
    trueRevenueCents: 900,
  })
})

it('counts a month that was sent twice once, and says which rows count', () => {
  const june = file('1111', JUNE, 0, [row('2026-06-10', 900)])
  const edited = file('1111', JUNE, 0, [row('2026-06-10', 5_000)])
  const files = judged(june, edited)
  const { total, daily } = sumUp(files)
  expect(total.metrics?.trueRevenueCents).toBe(900)
  expect(daily.at(-1)).toEqual({ date: '2026-06-30', cents: 900 })
  expect(files[1]?.flags.map(({ text }) => text).join()).toContain(
    'the first copy counts. Credits here are $41.00 higher',
  )
  expect(files.map(({ accounts }) => accounts[0]?.copied.has('2026-06-10'))).toEqual([false, true])
})

it('counts payments of days that two files tell of once', () => {
  const debits = (...days: string[]) => days.map((day) => row(day, -500, 'remittance', 'NORTHGATE'))
  const june = file('1111', JUNE, 90_000, debits('2026-06-15', '2026-06-22', '2026-06-29'))
  const later = file(
    '1111',
    ['2026-06-16', '2026-07-15'],
    89_500,
    debits('2026-06-22', '2026-06-29', '2026-07-06', '2026-07-13'),
  )
  expect(sum(june, later).total.positions).toMatchObject([{ frequency: 'weekly', payments: 5, missed: 0 }])
})

it('takes debits that staff call a funder’s for a position, and leaves out those that they do not', () => {
  const days = ['2026-06-02', '2026-06-09', '2026-06-16', '2026-06-25']
  const of = (kind: Row['kind']) =>
    file(
      '1111',
      JUNE,
      90_000,
      days.map((day) => row(day, -500, kind, 'QUARRY ONE')),
    )
  expect(sum(of('remittance')).total.positions).toMatchObject([{ frequency: 'weekly', payments: 4 }])
  expect(sum(of('other')).total.positions).toEqual([])
})

it('takes the figures of lists from the latest three whole months', () => {
  const period = file('1111', ['2026-03-15', '2026-07-14'], 1_000, [
    row('2026-03-20', 999),
    row('2026-04-10', 300),
    row('2026-05-10', 600),
    row('2026-06-10', 900),
    row('2026-07-10', 777),
    row('2026-06-11', -100, 'nsf_fee'),
  ])
  const { months } = sum(period)
  expect(months.map(({ isWhole }) => isWhole)).toEqual([false, true, true, true, false])
  expect(listFigures(months, [])).toMatchObject({ trueRevenue: 6, nsfCount: 1, positionCount: 0 })
  expect(listFigures([], [])).toBeNull()
})

it('takes accounts of two banks that end in the same digits for two', () => {
  const one = file('6789', JUNE, 100, [row('2026-06-10', 200)])
  const other = file('6789', JUNE, 100, [row('2026-06-10', 1400)])
  const revenue = (banks: (string | null)[]) =>
    sum(...[one, other].map((each, index) => ({ ...each, bank: banks[index] ?? null }))).total.metrics
      ?.trueRevenueCents
  expect(revenue(['First Bank of Xenia', 'Yukon Savings'])).toBe(1600)
  expect(revenue(['Harbor National', 'Harbor Natlonal Bank'])).toBe(200)
  expect(revenue(['Harbor National', null])).toBe(200)
})
