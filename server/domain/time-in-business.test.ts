import { expect, test } from 'vitest'
import { timeInBusiness } from './time-in-business.ts'

test.each([
  ['2014-06-01', '12 years 5 months'],
  ['2025-11-22', '1 year'],
  ['2025-11-23', '11 months'],
  ['2026-10-22', '1 month'],
  ['2026-11-01', 'under a month'],
  ['2027-01-01', ''],
  ['June 2014', ''],
  ['', ''],
])('a business that began on %s has been there for %s', (startDate, time) => {
  expect(timeInBusiness(startDate, '2026-11-22')).toBe(time)
})
