import { describe, expect, it } from 'vitest'
import type { InputKind } from './define.ts'
import { masked, tidied } from './mask.ts'

describe('the mask', () => {
  it.each<[InputKind, string, string]>([
    ['phone', '', ''],
    ['phone', '2', '(2'],
    ['phone', '212', '(212'],
    ['phone', '2125', '(212) 5'],
    ['phone', '2125550187', '(212) 555-0187'],
    ['phone', '212.555.0187', '(212) 555-0187'],
    ['phone', '212\u2011555\u20110187', '(212) 555-0187'],
    ['phone', '\u202a212\u00a0555\u00a00187\u202c', '(212) 555-0187\u202c'],
    ['phone', '12125550187', '1 (212) 555-0187'],
    ['phone', '1-800-555-0199', '1 (800) 555-0199'],
    ['ssn', '123456789', '123-45-6789'],
    ['ssn', '123 45 6789', '123-45-6789'],
    ['ssn', '1234', '123-4'],
    ['taxId', '123456789', '12-3456789'],
    ['zip', '10013', '10013'],
    ['zip', '100131234', '10013-1234'],
  ])('of a %s makes %j %j', (kind, typed, shown) => {
    expect(masked(kind, typed)).toBe(shown)
    expect(masked(kind, shown)).toBe(shown)
  })

  it.each<[InputKind, string]>([
    ['phone', '(212) 555-0187 ext. 4'],
    ['phone', '(212) 555-0187 x'],
    ['phone', '+44 20 7946 0958'],
    ['phone', '+1 212 555 0187'],
    ['phone', '0044 20 7946 0958'],
    ['phone', '44 20 7946 0958'],
    ['phone', 'call me'],
    ['ssn', '***-**-6789'],
    ['zip', 'SW1A 1AA'],
    ['money', '12500'],
    ['text', '123456789'],
  ])('leaves what does not fit a %s as it was typed: %j', (kind, typed) => {
    expect(masked(kind, typed)).toBe(typed)
  })

  it('takes separators typed by hand for its own where one belongs, and keeps the others', () => {
    expect(masked('phone', '(212)')).toBe('(212) ')
    expect(masked('phone', '(212-')).toBe('(212) ')
    expect(masked('ssn', '123-')).toBe('123-')
    expect(masked('ssn', '12-')).toBe('12-')
    expect(masked('phone', '(')).toBe('(')
    expect(masked('phone', '(212) 555-0187 ')).toBe('(212) 555-0187 ')
  })

  it('gives way to a number that is longer than its own', () => {
    expect(masked('phone', '(442) 079-46095')).toBe('44207946095')
    expect(masked('ssn', '123-45-67890')).toBe('1234567890')
    expect(masked('phone', '(2129) 555-0187')).toBe('(2129) 555-0187')
  })

  it('lets a sole proprietor write an SSN as a tax ID', () => {
    expect(masked('taxId', '123-45-6789')).toBe('123-45-6789')
    expect(masked('taxId', '12-3-')).toBe('123-')
    expect(masked('taxId', '123')).toBe('12-3')
  })
})

describe('a field that is left', () => {
  it.each<[InputKind, string, string]>([
    ['money', '12500', '12,500'],
    ['money', '12500.5', '12,500.50'],
    ['money', '$ 1234567', '$1,234,567'],
    ['money', '12\u202f500', '12,500'],
    ['money', '$12,500.50', '$12,500.50'],
    ['money', '999', '999'],
    ['money', '0500', '500'],
    ['money', '12.500,50', '12.500,50'],
    ['money', '12.500', '12.500'],
    ['money', '12500,50', '12500,50'],
    ['money', '12,5000', '12,5000'],
    ['money', 'a lot', 'a lot'],
    ['signedMoney', '$-1200', '-$1,200'],
    ['signedMoney', '\u22121200', '-1,200'],
    ['phone', ' (212) ', '(212)'],
    ['phone', '\u202a+44 20 7946 0958\u202c', '+44 20 7946 0958'],
    ['phone', '２１２５５５０１８７', '(212) 555-0187'],
    ['ownership', '60', '60%'],
    ['ownership', 'Owner, 60 %', 'Owner, 60%'],
    ['ownership', 'Owner since 2015', 'Owner since 2015'],
    ['email', ' a@example.com ', 'a@example.com'],
    ['text', ' Café ', 'Café'],
    ['longText', 'ovens\n- and flour', 'ovens\n- and flour'],
  ])('shows %s %j as %j', (kind, typed, shown) => {
    expect(tidied(kind, typed)).toBe(shown)
    expect(tidied(kind, shown)).toBe(shown)
  })
})
