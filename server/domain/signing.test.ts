import { describe, expect, test } from 'vitest'
import { fullApplication } from './catalogue/application.fixture.ts'
import { LANGUAGES } from './language.ts'
import { consentText, signedText, wordingFor, wordingText } from './signing.ts'

const company = {
  companyName: 'Demo Funding',
  contact: '(212) 555-0100',
  authorizationText: 'TERMS\nI allow {companyName} to ask.',
  disclaimer: 'Demo Funding is a broker.',
}
const wording = wordingFor('en', company)
const values = fullApplication()

describe('the text that is signed', () => {
  test('has the wording and the answers, in the order of the form', () => {
    const text = signedText(wording, values)
    for (const part of [
      'I allow Demo Funding to ask.',
      company.disclaimer,
      company.contact,
      values.legalName,
    ])
      expect(text).toContain(part)
    const shuffled = Object.fromEntries(Object.entries(values).reverse())
    expect(signedText(wording, shuffled)).toBe(text)
  })

  test('differs when an answer, the language or the wording does', () => {
    const texts = [
      signedText(wording, values),
      signedText(wording, { ...values, legalName: 'Other LLC' }),
      signedText(wordingFor('es', company), values),
      signedText(wordingFor('en', { ...company, contact: '' }), values),
      signedText(wordingFor('en', { ...company, disclaimer: '' }), values),
    ]
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('tells of sensitive answers and drawings nothing but that an answer was given', () => {
    const text = signedText(wording, values)
    for (const name of ['partner1SSN', 'partner1DOB', 'taxId', 'signer1Signature'] as const)
      expect(text).not.toContain(values[name])
    const { partner1SSN: _ssn, ...others } = values
    expect(signedText(wording, others)).not.toBe(text)
    expect(signedText(wording, others, ['partner1SSN'])).toBe(text)
  })

  test('is the same for a blank answer and for none', () => {
    expect(signedText(wording, { ...values, fax: ' ' })).toBe(signedText(wording, { ...values, fax: '' }))
  })

  test('moves no words from one part of the wording to another', () => {
    const moved = { ...wording, disclaimer: '', authorization: wording.authorization + wording.disclaimer }
    expect(wordingText(moved)).not.toBe(wordingText(wording))
  })
})

test.each(LANGUAGES)('the consent in %s says whom to ask, where there is a contact', (language) => {
  expect(consentText(language, company)).toContain('Demo Funding, (212) 555-0100;')
  expect(consentText(language, { ...company, contact: '' })).toContain('Demo Funding;')
})
