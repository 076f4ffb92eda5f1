import { expect, it } from 'vitest'
import { listFigures } from '#domain/cash-flow'
import { dailyBalances, computeMetrics } from './reader/judge/metrics.ts'
import type { JudgedAccount, JudgedRow } from './reader/reading.ts'
import { sumUp } from './sum-up.ts'

const row = (date: string, cents: number, kind: JudgedRow['kind'] = 'deposit'): JudgedRow => ({
  date,
  cents,
  kind,
  n: 1,
  page: 1,
  line: 1,
  top: 0,
  bottom: 10,
  payee: 'X',
  description: 'X',
})

function account(accountEnding: string, from: string, to: string, start: number, rows: JudgedRow[]) {
  const daily = [...dailyBalances(from, to, start, rows)].map(([date, cents]) => ({ date, cents }))
  const metrics = computeMetrics(
    daily.map(({ cents }) => cents),
    rows,
  )
  const sums = { creditCount: 0, creditCents: 0, debitCount: 0, debitCents: 0 }
  const balances = { openingCents: start, closingCents: daily.at(-1)?.cents ?? 0 }
  return {
    ...balances,
    ...sums,
    bank: 'Harbor National',
    accountEnding,
    from,
    to,
    metrics,
    positions: [],
    transactions: rows,
    daily,
  } satisfies JudgedAccount & { bank: string }
}

it('adds counts and cents of several accounts, and takes balances from the sum of their days', () => {
  const checking = account('1111', '2026-06-01', '2026-06-30', 100, [row('2026-06-10', 900)])
  const savings = account('2222', '2026-06-01', '2026-06-30', -50, [row('2026-06-20', 50, 'transfer')])
  const { months, total } = sumUp([checking, savings])
  expect(months).toMatchObject([{ month: '2026-06', isWhole: true }])
  expect(total.metrics).toMatchObject({
    lowestCents: 50,
    negativeDays: 0,
    depositCount: 2,
    depositCents: 950,
    trueRevenueCents: 900,
  })
})

it('counts a month that was sent twice once', () => {
  const june = account('1111', '2026-06-01', '2026-06-30', 0, [row('2026-06-10', 900)])
  expect(sumUp([june, june]).total.metrics?.trueRevenueCents).toBe(900)
})

it('takes the figures of lists from the latest three whole months', () => {
  const period = account('1111', '2026-03-15', '2026-07-14', 1_000, [
    row('2026-03-20', 999),
    row('2026-04-10', 300),
    row('2026-05-10', 600),
    row('2026-06-10', 900),
    row('2026-07-10', 777),
    row('2026-06-11', -100, 'nsf_fee'),
  ])
  const { months } = sumUp([period])
  expect(months.map(({ isWhole }) => isWhole)).toEqual([false, true, true, true, false])
  expect(listFigures(months, [])).toMatchObject({ trueRevenue: 6, nsfCount: 1, positionCount: 0 })
  expect(listFigures([], [])).toBeNull()
})

it('takes accounts of two banks that end in the same digits for two', () => {
  const one = account('6789', '2026-06-01', '2026-06-30', 100, [row('2026-06-10', 200)])
  const other = account('6789', '2026-06-01', '2026-06-30', 100, [row('2026-06-10', 1400)])
  const named = (bank: string | null, given: typeof one) => ({ ...given, bank })
  const revenue = (banks: (string | null)[]) =>
    sumUp([one, other].map((each, index) => named(banks[index] ?? null, each))).total.metrics
      ?.trueRevenueCents
  expect(revenue(['First Bank of Xenia', 'Yukon Savings'])).toBe(1600)
  expect(revenue(['Harbor National', 'Harbor Natlonal Bank'])).toBe(200)
  expect(revenue(['Harbor National', null])).toBe(200)
})
