import { describe, expect, it, test } from 'vitest'
import { fullApplication } from './application.fixture.ts'
import { INPUTS } from './index.ts'
import { redactNumbers, sharedAnswers } from './shared-answers.ts'

describe('text that people typed', () => {
  it.each([
    '123-45-6789',
    '123456789',
    '12-3456789',
    '123 45 6789',
    '123.45.6789',
    '１２３-４５-６７８９',
    '123\u200b45\u200b6789',
    '123 – 45 – 6789',
    '123 --- 45 --- 6789',
    '021000021',
    '4111 1111 1111 1111',
    '1234567',
    '05/17/1980',
    '5/17/80',
    '1980-05-17',
    'May 17, 1980',
    '17 de mayo de 1980',
    '17 мая 1980',
    '3/7/1985',
    '1985-3-7',
    '07-MAR-1985',
    '7th of March 1985',
    '4111,1111,1111,1111',
    '123,45,6789',
  ])('does not keep %s', (secret) => {
    const found = redactNumbers(`It is ${secret}, thanks`)
    expect(found).toContain('[redacted]')
    expect(found.replace(/\D/g, '')).toBe('')
  })

  it.each([
    'Open since 2019, sells $1,500,000.00 a year at 40% margin',
    'Called on 11/22/2026 and 2026-11-25, and on Nov 25, 2026',
    'Suite 200, Brooklyn NY 11201',
    'Grew from $200,000, 300,000 and 1,250,000 since 3/7/2025; 10, 20, 30, 40 staff',
    'Three ovens, 12 x 14 feet, 2 of 3 are new',
  ])('keeps %s', (text) => expect(redactNumbers(text)).toBe(text))

  it('takes linear time', () => {
    expect(redactNumbers('1-'.repeat(50_000))).toBe('[redacted]-')
    expect(redactNumbers('1,'.repeat(50_000))).toHaveLength(100_000)
    expect(redactNumbers('a 1 '.repeat(25_000))).toHaveLength(99_999)
  })
})

test('of an application, sensitive answers stay inside, masked ones too', () => {
  const values = fullApplication({ useOfFunds: 'My SSN is 123-45-6789', newSecret: '1234' })
  const answers = Object.entries(values).map(([field, value]) => ({ field, label: field, value }))
  const asked = { field: null, label: 'Why?', value: 'Account 000123456789' }
  const shared = sharedAnswers([...answers, asked])
  const sensitive = [...INPUTS.values()].filter((input) => input.sensitive).map(({ name }) => name)
  expect(shared.filter(({ field }) => field === 'newSecret' || sensitive.includes(field ?? ''))).toEqual([])
  expect(shared).toContainEqual({ field: 'legalName', label: 'legalName', value: 'Peña & Sons Bakery LLC' })
  expect(shared).toContainEqual({ field: 'fax', label: 'fax', value: '212-555-0188' })
  expect(shared).toContainEqual({ field: 'useOfFunds', label: 'useOfFunds', value: 'My SSN is [redacted]' })
  expect(shared).toContainEqual({ ...asked, value: 'Account [redacted]' })
})
