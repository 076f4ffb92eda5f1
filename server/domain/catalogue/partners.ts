import { field, legacyToggle, input, toggle, type Group, type Section } from './define.ts'

const partner = (n: 1 | 2): Group => {
  const required = n === 1
  const autocomplete = (token: string) => `section-partner${n} ${token}`
  return {
    key: `partner${n}`,
    title: `Partner ${n}`,
    settingsGroup: 'partners',
    toggles: [
      field('text', `partner${n}Name`, 'Name', { required, autocomplete: autocomplete('name') }),
      field('creditScore', `partner${n}CreditScore`, 'Credit score if known'),
      field('ownership', `partner${n}Title`, 'Title / % ownership', { placeholder: 'Owner, 100%' }),
      field('ssn', `partner${n}SSN`, 'SSN', { required, placeholder: '123-45-6789' }),
      field('birthDate', `partner${n}DOB`, 'Date of birth', { required, autocomplete: autocomplete('bday') }),
      field('text', `partner${n}Address`, 'Address', {
        required,
        autocomplete: autocomplete('address-line1'),
        sameAs: {
          key: 'businessAddress',
          pairs: [
            [`partner${n}Address`, 'address'],
            [`partner${n}City`, 'city'],
            [`partner${n}State`, 'state'],
            [`partner${n}Zip`, 'zip'],
          ],
        },
      }),
      toggle(`partner${n}CityStateZip`, 'City, state, zip', [
        input('text', `partner${n}City`, 'City', { autocomplete: autocomplete('address-level2') }),
        input('state', `partner${n}State`, 'State', { autocomplete: autocomplete('address-level1') }),
        input('zip', `partner${n}Zip`, 'Zip', { autocomplete: autocomplete('postal-code') }),
      ]),
      field('phone', `partner${n}Phone`, 'Home phone', {
        required,
        autocomplete: autocomplete('home tel'),
        sameAs: { key: 'businessPhone', pairs: [[`partner${n}Phone`, 'businessPhone']] },
      }),
      field('text', `partner${n}RentOwn`, 'Rent/own and how long'),
      legacyToggle(`partner${n}AnnualRevenue`),
    ],
  }
}

export const partners: Section = {
  key: 'partners',
  title: 'Personal information on partners/proprietors/guarantor',
  groups: [partner(1), partner(2)],
}
