import { expect, test } from 'vitest'
import { looksLikeNumber, nineDigits } from './digits.ts'

test.each(['123-45-6789', '123456789', '12-3456789', '123 45 67', '1234567'])(
  '%s looks like an SSN or tax ID',
  (text) => expect(looksLikeNumber(text)).toBe(true),
)

test.each([
  '',
  '12-345',
  '2026-11-22',
  '2026-1',
  '1234-567',
  '1234-5678',
  '1234 5678',
  '1234567 Main Street LLC',
  'Bakery 123456789',
])('%s does not look like an SSN or tax ID', (text) => expect(looksLikeNumber(text)).toBe(false))

test('an SSN or tax ID has nine digits, whatever stands between them', () => {
  expect(['123-45-6789', '12 3456789', '１２３４５６７８９'].map(nineDigits)).toEqual([
    '123456789',
    '123456789',
    '123456789',
  ])
  expect(['12345678', '1234567890', ''].map(nineDigits)).toEqual([null, null, null])
})
