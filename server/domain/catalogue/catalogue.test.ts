import { describe, expect, it } from 'vitest'
import { ALIASES, CATALOGUE, INPUTS, isOffered, SETTINGS_GROUPS, TOGGLES } from './index.ts'

/** The keys of `appEditorSettings`, listed by hand: stored settings contain them. */
const partner = (n: number) =>
  'Name CreditScore AnnualRevenue Title SSN DOB Address CityStateZip Phone RentOwn'
    .split(' ')
    .map((key) => `partner${n}${key}`)
const SPEC_KEYS: Record<string, string[]> = {
  businessInfo:
    'legalName businessPhone fax dbaName startDate rent website email ownedBusiness cellPhone cellPhoneNumber address city state zip seasonal taxId state2 nature natureBusiness style sales bankBalance dailyBankBalance useOfFunds advanceAmount advanceAmountRequested stateBusiness'.split(
      ' ',
    ),
  references:
    'reference1 reference2 landlordContactNameNumber1 landlordContactNameNumber2 landlordContactNameNumber3 lengthTimeLocation timeRemainingLease'.split(
      ' ',
    ),
  questions:
    'bankruptcy lawsuit defaulted question1 question2 question3 question4 question5 question6 question7 question8 question9 company1 company2 company3 company4 balance1 balance2 balance3 balance4'.split(
      ' ',
    ),
  partners: [...partner(1), ...partner(2)],
  uploads: ['driverLicense', 'voidCheck', 'businessLicense'],
  signatures: ['signature1', 'signature2'],
  bankStatements: ['last3Months'],
}

/** The payload's names, listed by hand: clients send them. */
const PAYLOAD =
  'legalName businessPhone fax dbaName startDate rent website email ownedBusiness cellPhone address city state zip seasonal taxId state2 nature style sales bankBalance useOfFunds advanceAmount landlordContactNameNumber1 lengthTimeLocation timeRemainingLease reference1 reference2 question1 question2 question3 question4 question5 question6 question7 question8 question9 company1 company2 company3 company4 balance1 balance2 balance3 balance4 partner1Name partner1CreditScore partner1Title partner1SSN partner1DOB partner1Address partner1City partner1State partner1Zip partner1Phone partner1RentOwn partner2Name partner2CreditScore partner2Title partner2SSN partner2DOB partner2Address partner2City partner2State partner2Zip partner2Phone partner2RentOwn signer1Name signer1Date signer1Signature signer2Name signer2Date signer2Signature'.split(
    ' ',
  )

describe('the field catalogue', () => {
  it('resolves every settings key that companies have stored to one toggle', () => {
    const listed = Object.entries(SPEC_KEYS).flatMap(([group, keys]) => keys.map((key) => `${group}.${key}`))
    expect([...TOGGLES.keys()]).toEqual(expect.arrayContaining(listed))
  })

  it('keeps every name that clients send', () => {
    expect([...INPUTS.keys()]).toEqual(expect.arrayContaining(PAYLOAD))
  })

  it('has the sections of the spec in its order', () => {
    expect(CATALOGUE.map((section) => section.title)).toEqual([
      'PLEASE FILL OUT COMPLETELY',
      'References',
      'Qualifying questions',
      'Personal information on partners/proprietors/guarantor',
      'Signatures',
      'Document Upload',
    ])
  })

  it('requires what the spec marks with an asterisk', () => {
    const required = [...INPUTS.values()].filter((input) => input.required).map((input) => input.name)
    expect(required).toEqual([
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
      'signer2Name',
      'signer2Date',
    ])
  })

  it('knows the sensitive values', () => {
    const sensitive = [...INPUTS.values()].filter((input) => input.sensitive).map((input) => input.name)
    expect(sensitive).toEqual([
      'taxId',
      'partner1SSN',
      'partner1DOB',
      'partner2SSN',
      'partner2DOB',
      'signer1Signature',
      'signer2Signature',
    ])
  })

  it('maps the legacy names', () => {
    expect(Object.fromEntries(ALIASES)).toEqual({
      cellPhoneNumber: 'cellPhone',
      natureBusiness: 'nature',
      dailyBankBalance: 'bankBalance',
      advanceAmountRequested: 'advanceAmount',
      stateBusiness: 'state2',
      bankruptcy: 'question6',
      lawsuit: 'question5',
    })
  })

  it('offers no toggle that would change nothing on the form', () => {
    const inert = [...SETTINGS_GROUPS.values()].flat().filter((toggle) => !isOffered(toggle))
    expect(inert.map((toggle) => toggle.key)).toEqual([
      'landlordContactNameNumber2',
      'landlordContactNameNumber3',
      'defaulted',
      'partner1AnnualRevenue',
      'partner2AnnualRevenue',
      'driverLicense',
      'voidCheck',
      'businessLicense',
    ])
  })
})

/** The autofill fields of the HTML standard (4.10.18.7.1), by the kind of control that may carry them. */
const TEXT =
  'name honorific-prefix given-name additional-name family-name honorific-suffix nickname organization-title organization address-line1 address-line2 address-line3 address-level4 address-level3 address-level2 address-level1 country country-name postal-code cc-name cc-given-name cc-additional-name cc-family-name cc-number cc-csc cc-type transaction-currency language sex'.split(
    ' ',
  )
const CONTACT_TEXT =
  'tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix tel-extension'.split(
    ' ',
  )
const STANDARD: Record<string, readonly string[]> = {
  text: [
    ...TEXT,
    ...CONTACT_TEXT,
    'bday',
    'url',
    'photo',
    'impp',
    'email',
    'tel',
    'username',
    'one-time-code',
  ],
  phone: ['tel'],
  email: ['email', 'username'],
  birthDate: ['bday'],
}
const CONTACT = new Set(['tel', ...CONTACT_TEXT, 'email', 'impp'])

describe('autofill', () => {
  it.each([...INPUTS.values()].map((input) => [input.name, input] as const))(
    'has a token of the standard for %s, or is off',
    (_name, { autocomplete, kind, sensitive }) => {
      if (autocomplete === 'off') return
      const match = /^(section-[a-z0-9]+ )?((?:home|work|mobile|fax|pager) )?([a-z0-9-]+)$/.exec(autocomplete)
      const [, , contact, field = ''] = match ?? []
      expect(STANDARD[kind] ?? STANDARD.text).toContain(field)
      if (contact !== undefined) expect(CONTACT).toContain(field)
      if (sensitive) expect(field).toBe('bday')
    },
  )

  it('keeps one person’s answers from another’s', () => {
    const tokens = [...INPUTS.values()].map((input) => input.autocomplete).filter((token) => token !== 'off')
    expect(new Set(tokens).size).toBe(tokens.length)
    for (const { name, autocomplete } of INPUTS.values()) {
      const person = /^(partner|signer)\d/.exec(name)?.[0]
      if (person && autocomplete !== 'off') expect(autocomplete).toMatch(new RegExp(`^section-${person} `))
    }
  })

  it('never offers social security numbers and tax IDs', () => {
    const secrets = [...INPUTS.values()].filter(({ kind }) => kind === 'ssn' || kind === 'taxId')
    expect(secrets.map(({ autocomplete }) => autocomplete)).toEqual(['off', 'off', 'off'])
  })
})
