import { describe, expect, it } from 'vitest'
import { fullApplication } from './application.fixture.ts'
import { INPUTS } from './index.ts'
import { allOff, allOn, setToggle } from './settings.ts'
import { findProblem, validate } from './validate.ts'
import { canonicalValues, hasAnswer, keptValues, type Values } from './values.ts'
import { visibleForm } from './visible-form.ts'

const today = '2026-11-21'
const form = visibleForm(allOn())
const names = (values: Values, secondSigner?: boolean) =>
  validate(values, form, { today, secondSigner }).map((problem) => problem.name)

const problem = (name: string, value: string): string | null => {
  const input = INPUTS.get(name)
  if (!input) throw new Error(name)
  return findProblem(input, { question6: 'Yes', question9: 'Yes', [name]: value }, today)
}

describe('validation', () => {
  it('finds nothing wrong with a full application', () => {
    expect(validate(fullApplication(), form, { today })).toEqual([])
  })

  it('names every missing required answer, in the order of the form', () => {
    expect(names({})).toEqual([
      'legalName',
      'businessPhone',
      'startDate',
      'cellPhone',
      'address',
      'city',
      'taxId',
      'partner1Name',
      'partner1SSN',
      'partner1DOB',
      'partner1Address',
      'partner1Phone',
      'signer1Name',
      'signer1Date',
    ])
  })

  it('asks for the second signer where shown, or once anything of that signer is given', () => {
    expect(names({}, true)).toContain('signer2Name')
    expect(names({ signer2Name: 'Ana' })).toContain('signer2Date')
    expect(names({ signer2Name: 'Ana' }, false)).not.toContain('signer2Date')
  })

  it('requires nothing the company switched off', () => {
    expect(validate({}, visibleForm(allOff()), { today })).toEqual([])
  })

  it('ignores dependent questions that never came up', () => {
    const input = INPUTS.get('question8')
    expect(input && findProblem(input, { question6: 'No', question8: 'never' }, today)).toBeNull()
  })

  it.each([
    ['taxId', '12-3456789'],
    ['taxId', '123456789'],
    ['partner1SSN', '123-45-6789'],
    ['partner1SSN', '123456789'],
    ['businessPhone', '(212) 555-0187'],
    ['businessPhone', '+44 20 7946 0958'],
    ['businessPhone', '212-555-0187 ext. 12'],
    ['rent', '$4,500.00'],
    ['rent', '4500'],
    ['bankBalance', '-$120.50'],
    ['zip', '10001'],
    ['zip', '10001-1234'],
    ['state', 'ny'],
    ['state', 'New York'],
    ['email', 'a.b+c@mail.example.com'],
    ['website', 'example.com'],
    ['website', 'https://example.com/shop?x=1'],
    ['partner1DOB', '2008-11-21'],
    ['startDate', '2024-02-29'],
    ['question8', '2019'],
    ['partner1CreditScore', '720'],
    ['style', 'LLC'],
  ])('accepts %s = %s', (name, value) => {
    expect(problem(name, value)).toBeNull()
  })

  it.each([
    ['taxId', '12-345678'],
    ['taxId', '00-1234567'],
    ['partner1SSN', '000-12-3456'],
    ['partner1SSN', '666-12-3456'],
    ['partner1SSN', '900-12-3456'],
    ['partner1SSN', '123-00-4567'],
    ['partner1SSN', '123-45-0000'],
    ['businessPhone', '555-0187'],
    ['businessPhone', 'call me'],
    ['rent', 'a lot'],
    ['rent', '1,23'],
    ['zip', '1234'],
    ['state', 'Narnia'],
    ['email', 'nobody'],
    ['website', 'not a site'],
    ['partner1DOB', '2008-11-22'],
    ['partner1DOB', '1899-01-01'],
    ['startDate', '2026-11-22'],
    ['startDate', '2023-02-29'],
    ['startDate', '02/03/2020'],
    ['question8', '2027'],
    ['partner1CreditScore', '900'],
    ['style', 'Trust'],
    ['seasonal', 'Maybe'],
    ['signer1Signature', 'data:image/svg+xml;base64,AAAA'],
    ['legalName', 'x'.repeat(201)],
    ['legalName', `${' '.repeat(300)}x`],
    ['signer1Signature', 'data:image/png;base64,iVBORw0KGgoAAAA'],
    ['signer1Signature', `data:image/png;base64,iVBORw0KGgo${'A'.repeat(420_000)}`],
  ])('refuses %s = %.40s', (name, value) => {
    expect(problem(name, value)).not.toBeNull()
  })
})

describe('values', () => {
  it('keep nothing of a question that never came up, and no blanks', () => {
    const kept = keptValues({ question6: 'No', question7: 'x'.repeat(5000), dbaName: '   ' }, form)
    expect([kept.question6, kept.question7, kept.dbaName]).toEqual(['No', '', ''])
  })

  it('turn legacy names into canonical ones, which win', () => {
    expect(canonicalValues({ natureBusiness: 'Bakery' })).toEqual({ nature: 'Bakery' })
    expect(canonicalValues({ natureBusiness: 'Bakery', nature: 'Cafe' })).toEqual({ nature: 'Cafe' })
  })

  it('keep one entry per question asked and drop what the company does not ask', () => {
    const one = visibleForm(
      setToggle(setToggle(allOff(), 'businessInfo', 'fax', true), 'businessInfo', 'rent', true),
    )
    expect(keptValues({ fax: '1', legalName: 'x' }, one)).toEqual({ fax: '1', rent: '' })
  })

  it('count only answers that are not the default', () => {
    expect(hasAnswer({ seasonal: 'No', question1: 'No', legalName: ' ' })).toBe(false)
    expect(hasAnswer({ seasonal: 'Yes' })).toBe(true)
  })
})
