import { expect, test } from 'vitest'
import { DEFAULT_APPLICANT_SETTINGS, isSharedDevice, parseApplicantSettings } from './applicant-settings.ts'

test('nothing stored means the defaults: all switches on but for decisions, the wait and shared devices', () => {
  for (const stored of [{}, null, 'x', []])
    expect(parseApplicantSettings(stored)).toEqual(DEFAULT_APPLICANT_SETTINGS)
})

test('stored values win over defaults, and values of a wrong type do not', () => {
  const stored = {
    receiptMail: false,
    showDecisions: true,
    addDocuments: 'no',
    sectionsOnPhones: 'all',
    unknown: 1,
    reasons: { ssn: '', birthDate: 5 },
    translations: { es: 'Hola', ru: null },
  }
  expect(parseApplicantSettings(stored)).toEqual({
    ...DEFAULT_APPLICANT_SETTINGS,
    receiptMail: false,
    showDecisions: true,
    sectionsOnPhones: 'all',
    reasons: { ssn: '', birthDate: null, signature: null },
    translations: { es: 'Hola', ru: '' },
  })
})

test.each([
  [false, {}, false],
  [true, {}, true],
  [false, { sharedDevice: true }, true],
  [true, { sharedDevice: false }, true],
  [false, { sharedDevice: 'yes' }, false],
])('a link of %s and a company of %j share devices: %s', (sharedDevice, applicantSettings, expected) => {
  expect(isSharedDevice({ sharedDevice, applicantSettings })).toBe(expected)
})
