import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toDay, dayText, startOfDay } from './local-days.ts'

beforeEach(() => vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => vi.unstubAllEnvs())

test('a day begins and ends at midnight of the reader', () => {
  expect(startOfDay('2026-11-21')).toBe('2026-11-21T05:00:00.000Z')
  expect(startOfDay('2026-11-21', 1)).toBe('2026-11-22T05:00:00.000Z')
  // The clocks go back on the first of November: a day of 25 hours.
  expect([startOfDay('2026-11-01'), startOfDay('2026-11-01', 1)]).toEqual([
    '2026-11-01T04:00:00.000Z',
    '2026-11-02T05:00:00.000Z',
  ])
})

test('a moment falls on a day, and the end of a day on that day', () => {
  expect(toDay(startOfDay('2026-11-21'))).toBe('2026-11-21')
  expect(toDay(startOfDay('2026-11-21', 1), 1)).toBe('2026-11-21')
  expect(dayText('2026-11-21')).toBe('Nov 21, 2026')
})

test.each(['', '2026', 'tomorrow', '2026-13-45'])('%j is no day', (text) => {
  expect([startOfDay(text), toDay(text === '2026' ? 'x' : text)]).toEqual(['', ''])
})
