import { expect, test } from 'vitest'
import { guessStatementMonth, lastMonths } from './statement-month.ts'

const TODAY = '2026-11-22'

test.each([
  ['2026-07.pdf', '2026-07'],
  ['Chase 2026_07.pdf', '2026-07'],
  ['202607.pdf', '2026-07'],
  ['20260731-statements-4521-.pdf', '2026-07'],
  ['eStmt_2026-07-31.pdf', '2026-07'],
  ['Jul 2026.pdf', '2026-07'],
  ['July_2026.PDF', '2026-07'],
  ['JULY2026.pdf', '2026-07'],
  ['2026 Sept statement.pdf', '2026-09'],
  ['Statement July 31, 2026.pdf', '2026-07'],
  ['072026.pdf', '2026-07'],
  ['07-2026.pdf', '2026-07'],
  ['7.2026.jpg', '2026-07'],
  ['statement-07-31-26.pdf', '2026-07'],
  ['Statement_07312026.pdf', '2026-07'],
  ['073126 WellsFargo.pdf', '2026-07'],
  ['31.07.2026.pdf', '2026-07'],
  ['2026-07-01_2026-07-31.pdf', '2026-07'],
  ['estado de cuenta julio 2026.pdf', '2026-07'],
  ['Estado_Setiembre_2026.pdf', '2026-09'],
  ['выписка июль 2026.pdf', '2026-07'],
  ['Выписка за 31 июля 2026.pdf', '2026-07'],
  ['may.pdf', '2026-05'],
  ['december.pdf', '2025-12'],
  ['acct 4521 october.pdf', '2026-10'],
])('%s is of %s', (name, month) => {
  expect(guessStatementMonth(name, TODAY)).toBe(month)
})

test.each([
  ['statement.pdf'],
  ['IMG_4521.jpg'],
  ['scan0001.pdf'],
  // The month of its last day, or the one before.
  ['2026-07-03.pdf'],
  ['07-08-26.pdf'],
  ['May-June 2026.pdf'],
  ['2026-05_2026-06.pdf'],
  ['July 2025 - July 2026.pdf'],
  ['2027-01.pdf'],
  ['2026-13.pdf'],
  ['marketing 2026.pdf'],
  ['4521987654.pdf'],
  ['2026.pdf'],
])('%s tells no month', (name) => {
  expect(guessStatementMonth(name, TODAY)).toBeNull()
})

test.each([
  ['2026-11-22', ['2026-10', '2026-09', '2026-08', '2026-07']],
  ['2026-02-01', ['2026-01', '2025-12', '2025-11', '2025-10']],
])('on %s, %j were the last complete months', (today, months) => {
  expect(lastMonths(today, 4)).toEqual(months)
})
