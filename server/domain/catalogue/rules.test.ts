import { describe, expect, it } from 'vitest'
import type { ProblemKey } from '../messages/form.ts'
import { INPUTS } from './index.ts'
import { FINDINGS } from './problem-texts.ts'
import { findProblem } from './validate.ts'

const TODAY = '2026-11-21'

function problem(name: string, value: string): ProblemKey | null {
  const input = INPUTS.get(name)
  if (!input) throw new Error(name)
  const found = findProblem(input, { question6: 'Yes', question9: 'Yes', [name]: value }, TODAY)
  // Room is kept beside a field for what its rule may find.
  if (found && !['required', 'tooLong', 'signatureSize'].includes(found))
    expect(FINDINGS[input.kind]).toContain(found)
  return found
}

/** Every two-digit prefix, as the IRS lists them by campus ('How EINs are assigned and valid EIN prefixes'). */
const EIN_PREFIXES = `
  10 12 60 67 50 53 01 02 03 04 05 06 11 13 14 16 21 22 23 25 34 51 52 54 55 56 57 58 59 65 30 32 35 36 37 38 61
  15 24 40 44 94 95 80 90 33 39 41 42 43 46 48 62 63 64 66 68 71 72 73 74 75 76 77 85 86 87 88 91 92 93 98 99
  20 26 27 45 47 81 82 83 84 31`
  .trim()
  .split(/\s+/)

describe('a tax ID', () => {
  it('begins as the IRS issues them', () => {
    const all = Array.from({ length: 100 }, (_, prefix) => String(prefix).padStart(2, '0'))
    const accepted = all.filter((prefix) => problem('taxId', `${prefix}-3456789`) === null)
    expect(accepted).toEqual([...EIN_PREFIXES].sort())
  })

  it.each([
    ['12-3456789', null],
    ['123456789', null],
    ['12\u20133456789', null],
    ['123-45-6789', null],
    ['289-12-3456', null],
    ['28-9123456', 'taxIdUnissued'],
    ['000-12-3456', 'ssnUnissued'],
    ['12-345678', 'taxId'],
    ['12-34567890', 'taxId'],
    ['12-34567 89', 'taxId'],
    ['EIN 12-3456789', 'taxId'],
  ])('%s: %s', (value, expected) => expect(problem('taxId', value)).toBe(expected))
})

describe('a social security number', () => {
  it.each([
    ['001-01-0001', null],
    ['899-99-9999', null],
    ['665-45-6789', null],
    ['667-45-6789', null],
    ['123 45 6789', null],
    ['123456789', null],
    ['123\u201145\u20116789', null],
    ['000-12-3456', 'ssnUnissued'],
    ['666-12-3456', 'ssnUnissued'],
    ['900-70-1234', 'ssnUnissued'],
    ['999-99-9999', 'ssnUnissued'],
    ['123-00-4567', 'ssnUnissued'],
    ['123-45-0000', 'ssnUnissued'],
    ['123-45-678', 'ssn'],
    ['123-45-67890', 'ssn'],
    ['12-345-6789', 'ssn'],
    ['***-**-6789', 'ssn'],
  ])('%s: %s', (value, expected) => expect(problem('partner1SSN', value)).toBe(expected))
})

describe('a phone number', () => {
  it.each([
    '(212) 555-0187',
    '2125550187',
    '212.555.0187',
    '1 (212) 555-0187',
    '+1 212 555 0187',
    '(212) 555-0187 ext. 4',
    '212-555-0187x123456',
    '212-555-0187 #4',
    '212-555-0187, extension 12',
    '(212) 555-0187 доб. 4',
    '(800) 411-7246',
    '200-200-0000',
    '(555) 123-4567',
    '123-456-7890',
    '\u202a+1 (212) 555\u20110187\u202c',
    '+44 20 7946 0958',
    '+7 916 123-45-67',
    '+52 55 1234 5678',
    '+290 22158',
    '011 44 20 7946 0958',
    '+999999999999999',
  ])('is %s', (value) => expect(problem('businessPhone', value)).toBeNull())

  it.each([
    '555-0187',
    '21255501877',
    '8 916 123-45-67',
    '44 20 7946 0958',
    '+44',
    '+0 20 7946 0958',
    '+9999999999999999',
    '(212) 555-0187 ext.',
    '(212) 555-0187 ext. 1234567',
    '212-555-0187 / 917-555-0142',
    '1-800-FLOWERS',
    'none',
  ])('is not %s', (value) => expect(problem('businessPhone', value)).toBe('phone'))
})

describe('a ZIP code', () => {
  it.each(['00501', '99950', '10013', '10013-1234', '100131234'])('is %s', (value) =>
    expect(problem('zip', value)).toBeNull(),
  )
  it.each(['00500', '99951', '00000', '1001', '100131', '10013-123', '10013-12345', 'SW1A 1AA'])(
    'is not %s',
    (value) => expect(problem('zip', value)).toBe('zip'),
  )
})

describe('an amount', () => {
  it.each([
    '0',
    '12500',
    '12,500',
    '$12,500.50',
    '$ 12,500',
    '12 500',
    '1,234,567.8',
    '12500.',
    '999,999,999,999.99',
  ])('is %s', (value) => expect(problem('rent', value)).toBeNull())
  it.each(['12.500,50', '12.500', '12500,50', '1,23', '12,5000', '1234,567', '12,500.505', '1,000 000'])(
    'is not %s, which could be two amounts',
    (value) => expect(problem('rent', value)).toBe('money'),
  )
  it.each(['a lot', '50k', '$', '--5', '1000000000000'])('is not %s', (value) =>
    expect(problem('rent', value)).toBe('money'),
  )
  it('is below zero in an account alone', () => {
    expect(problem('bankBalance', '-$120.50')).toBeNull()
    expect(problem('bankBalance', '$-120.50')).toBeNull()
    expect(problem('balance1', '-120')).toBe('money')
    expect(problem('rent', '-120')).toBe('money')
  })
})

describe('a day', () => {
  it.each([
    ['startDate', '2026-11-21', null],
    ['startDate', '2026-11-22', 'pastDate'],
    ['startDate', '1800-01-01', null],
    ['startDate', '1799-12-31', 'date'],
    ['startDate', '0020-05-01', 'date'],
    ['startDate', '12020-05-01', 'date'],
    ['startDate', '2023-02-29', 'date'],
    ['startDate', '1900-02-29', 'date'],
    ['startDate', '2000-02-29', null],
    ['startDate', '05/01/2020', 'date'],
    ['partner1DOB', '2008-11-21', null],
    ['partner1DOB', '2008-11-22', 'birthDate'],
    ['partner1DOB', '1906-11-21', null],
    ['partner1DOB', '1906-11-20', 'birthDate'],
    ['partner1DOB', '0080-05-17', 'date'],
    ['signer1Date', '2026-11-21', null],
    ['signer1Date', '2026-11-22', 'signingDate'],
    ['signer1Date', '2000-10-01', null],
    ['signer1Date', '2000-09-30', 'signingDate'],
    ['question8', '1900', null],
    ['question8', '2026', null],
    ['question8', '1899', 'year'],
    ['question8', '2027', 'year'],
    ['question8', '19', 'year'],
    ['question8', '2019.5', 'year'],
  ])('%s %s: %s', (name, value, expected) => expect(problem(name, value)).toBe(expected))
})

describe('an address on the net', () => {
  it.each([
    'a@example.com',
    'a.b+c@mail.example.co',
    "o'neil@example.com",
    'имя@почта.рф',
    ' a@example.com ',
  ])('may be the e-mail address %s', (value) => expect(problem('email', value)).toBeNull())
  it.each([
    'nobody',
    'a@b',
    'a@example,com',
    'a@example.c',
    'a@example.123',
    'a@-example.com',
    'a@example..com',
    '.a@example.com',
    'a..b@example.com',
    'a@b@example.com',
    'a b@example.com',
    `${'a'.repeat(65)}@example.com`,
  ])('is no e-mail address: %s', (value) => expect(problem('email', value)).toBe('email'))

  it.each([
    'example.com',
    'https://example.com/shop?x=1',
    'HTTP://www.example.com',
    'example.com:8080',
    'пекарня.рф',
  ])('may be the web address %s', (value) => expect(problem('website', value)).toBeNull())
  it.each(['none', 'n/a', '@bakery', 'www.example,com', 'my site.com', 'ftp://example.com', 'example'])(
    'is no web address: %s',
    (value) => expect(problem('website', value)).toBe('website'),
  )
})

describe('a score and a share', () => {
  it.each([
    ['partner1CreditScore', '300', null],
    ['partner1CreditScore', '850', null],
    ['partner1CreditScore', '299', 'creditScore'],
    ['partner1CreditScore', '851', 'creditScore'],
    ['partner1CreditScore', '720-740', 'creditScore'],
    ['partner1Title', 'Owner', null],
    ['partner1Title', 'Owner, 100%', null],
    ['partner1Title', '33.3 % and 66,7%', null],
    ['partner1Title', 'Owner, 101%', 'ownership'],
    ['partner1Title', '100,5 %', 'ownership'],
  ])('%s %s: %s', (name, value, expected) => expect(problem(name, value)).toBe(expected))
})
