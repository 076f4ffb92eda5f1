import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupedMoney, toDollars } from './money.ts'

test.each([
  ['60000', 60000],
  ['$60,000.50', 60000.5],
  ['85 000', 85000],
  ['-$5', -5],
  ['$ -5', -5],
  ['--5', null],
  ['12.500', null],
  ['12500,50', null],
  ['0001', 1],
  ['-0', 0],
  ['', null],
  ['much', null],
  ['１２３', 123],
  ['9999999999999', null],
])('reads the amount %j as %j dollars', (text, dollars) => expect(toDollars(text)).toBe(dollars))

test('reads an amount as it shows it', () => {
  const text = fc.string({ unit: fc.constantFrom(...'0123456789,. $-'), maxLength: 16 })
  const isKept = (written: string) => toDollars(groupedMoney(written)) === toDollars(written)
  fc.assert(fc.property(text, isKept))
})
