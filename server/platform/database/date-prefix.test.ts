import { expect, it } from 'vitest'
import { daysBeginningWith } from './date-prefix.ts'

it.each([
  ['2', '2000-01-01', '3000-01-01'],
  ['202', '2020-01-01', '2030-01-01'],
  ['2026', '2026-01-01', '2027-01-01'],
  ['2026-', '2026-01-01', '2027-01-01'],
  ['2026-0', '2026-01-01', '2026-10-01'],
  ['2026-1', '2026-10-01', '2027-01-01'],
  ['2026-12', '2026-12-01', '2027-01-01'],
  ['2026-02-', '2026-02-01', '2026-03-01'],
  ['2026-02-0', '2026-02-01', '2026-02-10'],
  ['2026-02-2', '2026-02-20', '2026-03-01'],
  ['2024-02-29', '2024-02-29', '2024-03-01'],
  ['2026-12-31', '2026-12-31', '2027-01-01'],
])('%s is the days from %s until %s', (text, from, until) => {
  expect(daysBeginningWith(text, 'UTC')).toEqual({ gte: new Date(from), lt: new Date(until) })
})

it.each(['2026-13', '2026-02-3', '2026-02-30', '2026-1-1', '26-1', 'x', '', '20261', '2026-11-211'])(
  '%s begins no date',
  (text) => expect(daysBeginningWith(text, 'UTC')).toBeNull(),
)

it.each([
  ['2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
  ['2026-11', '2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z'],
  ['2026', '2026-01-01T05:00:00Z', '2027-01-01T05:00:00Z'],
])('%s in New York is from %s until %s', (text, from, until) => {
  expect(daysBeginningWith(text, 'America/New_York')).toEqual({ gte: new Date(from), lt: new Date(until) })
})

it.each(['0', '0000', '9', '9999-12-31'])('%s is within what the database holds, in every zone', (text) => {
  for (const timeZone of ['UTC', 'America/New_York', 'Pacific/Kiritimati']) {
    const days = daysBeginningWith(text, timeZone)
    expect(Number(days?.lt)).toBeGreaterThan(Number(days?.gte))
  }
})
