import { expect, it } from 'vitest'
import { dayInZone, formatExactTime, formatTime, isTimeZone, startOfDay, timeZoneName } from './time-zone.ts'

it.each(['America/New_York', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5'])(
  'takes the zone %s',
  (name) => expect(isTimeZone(name)).toBe(true),
)

it.each(['', 'New York', 'America/Nowhere', '+05:00', '-5', 'constructor', '__proto__', 'UTC '])(
  'refuses the zone "%s"',
  (name) => expect(isTimeZone(name)).toBe(false),
)

it('gives a zone one name, however it is written', () => {
  for (const name of ['America/New_York', 'america/new_york', 'AMERICA/NEW_YORK', 'US/Eastern'])
    expect(timeZoneName(name)).toBe('America/New_York')
  expect(timeZoneName(timeZoneName('asia/kolkata'))).toBe(timeZoneName('Asia/Kolkata'))
})

const AT = new Date('2026-11-22T20:04:09Z')

it('formats a moment with the short name of its zone', () => {
  expect(formatTime(AT, 'America/New_York')).toBe('Nov 22, 2026, 3:04 PM EST')
  expect(formatTime(new Date('2026-07-01T12:00:00Z'), 'America/New_York')).toBe('Jul 1, 2026, 8:00 AM EDT')
  expect(formatTime(AT, 'America/Los_Angeles')).toBe('Nov 22, 2026, 12:04 PM PST')
  expect(formatExactTime(AT, 'America/Chicago')).toBe('Sunday, November 22, 2026 at 2:04:09 PM CST')
})

it('formats in the default zone where the zone is unknown', () => {
  expect(formatTime(AT, 'Mars/Olympus')).toBe('Nov 22, 2026, 3:04 PM EST')
})

it('names the day of a moment in a zone', () => {
  expect(dayInZone(new Date('2026-11-23T04:59:59Z'), 'America/New_York')).toBe('2026-11-22')
  expect(dayInZone(new Date('2026-11-23T05:00:00Z'), 'America/New_York')).toBe('2026-11-23')
  expect(dayInZone(new Date('2026-11-22T20:04:09Z'), 'Asia/Tokyo')).toBe('2026-11-23')
})

it.each([
  ['2026-11-22', 'America/New_York', '2026-11-22T05:00:00Z'],
  ['2026-07-01', 'America/New_York', '2026-07-01T04:00:00Z'],
  // Clocks change within the day.
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00Z'],
  ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00Z'],
  ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00Z'],
  // Midnight is skipped.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  // The hour before midnight comes twice.
  ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00Z'],
  // Midnight comes twice.
  ['2024-11-03', 'America/Havana', '2024-11-03T04:00:00Z'],
  // December 30 was skipped.
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00Z'],
  ['2026-01-01', 'Etc/GMT+12', '2026-01-01T12:00:00Z'],
])('%s begins in %s at %s', (day, timeZone, begins) => {
  expect(startOfDay(new Date(day), timeZone)).toEqual(new Date(begins))
})
