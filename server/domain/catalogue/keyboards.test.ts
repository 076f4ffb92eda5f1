import { expect, test } from 'vitest'
import { INPUTS } from './index.ts'
import { KEYBOARDS } from './keyboards.ts'

const typed = [...INPUTS.values()].filter(({ kind }) => KEYBOARDS[kind] !== null)

test('each written answer has the keyboard and the autocomplete token it needs', () => {
  const told = typed
    .filter(({ name }) => !/^(partner|signer)2|^(company|balance)[234]$/.test(name))
    .map(({ name, kind, autocomplete }) => `${name}: ${KEYBOARDS[kind] ?? ''}, ${autocomplete}`)
  expect(told).toEqual([
    'legalName: text, organization',
    'businessPhone: tel, work tel',
    'fax: tel, fax tel',
    'dbaName: text, off',
    'rent: decimal, off',
    'website: url, url',
    'email: email, email',
    'ownedBusiness: text, off',
    'cellPhone: tel, mobile tel',
    'address: text, address-line1',
    'city: text, address-level2',
    'zip: numeric, postal-code',
    'taxId: numeric, off',
    'nature: text, off',
    'sales: decimal, off',
    'bankBalance: decimal, off',
    'useOfFunds: text, off',
    'advanceAmount: decimal, off',
    'landlordContactNameNumber1: text, off',
    'lengthTimeLocation: text, off',
    'timeRemainingLease: text, off',
    'reference1: text, off',
    'reference2: text, off',
    'question8: numeric, off',
    'company1: text, off',
    'balance1: decimal, off',
    'partner1Name: text, section-partner1 name',
    'partner1CreditScore: numeric, off',
    'partner1Title: text, off',
    'partner1SSN: numeric, off',
    'partner1Address: text, section-partner1 address-line1',
    'partner1City: text, section-partner1 address-level2',
    'partner1Zip: numeric, section-partner1 postal-code',
    'partner1Phone: tel, section-partner1 home tel',
    'partner1RentOwn: text, off',
    'signer1Name: text, section-signer1 name',
  ])
})

test('the second person and further rows are typed as the first', () => {
  const keyboards = (pattern: RegExp) =>
    typed.filter(({ name }) => pattern.test(name)).map(({ kind }) => KEYBOARDS[kind])
  expect(keyboards(/^(partner|signer)2/)).toEqual(keyboards(/^(partner|signer)1/))
  for (const row of [2, 3, 4])
    expect(keyboards(new RegExp(`^(company|balance)${row}$`))).toEqual(keyboards(/^(company|balance)1$/))
})
