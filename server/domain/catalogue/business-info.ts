import { field, toggle, yesNo, type Section } from './define.ts'

export const businessInfo: Section = {
  key: 'businessInfo',
  title: 'PLEASE FILL OUT COMPLETELY',
  groups: [
    {
      key: 'businessInfo',
      title: null,
      settingsGroup: 'businessInfo',
      toggles: [
        field('text', 'legalName', 'Legal business name', { required: true, autocomplete: 'organization' }),
        field('phone', 'businessPhone', 'Business phone', { required: true, autocomplete: 'work tel' }),
        field('phone', 'fax', 'Fax', { autocomplete: 'fax tel' }),
        field('text', 'dbaName', 'DBA name', { help: 'The name customers know, if it is another' }),
        field('pastDate', 'startDate', 'Date started', { required: true }),
        field('money', 'rent', 'Monthly rent'),
        field('website', 'website', 'Web address', { autocomplete: 'url', placeholder: 'example.com' }),
        field('email', 'email', 'Email address', { autocomplete: 'email' }),
        field('text', 'ownedBusiness', 'How long business owned', { placeholder: '3 years' }),
        field('phone', 'cellPhone', 'Alternate/cell phone', {
          required: true,
          autocomplete: 'mobile tel',
          aliases: ['cellPhoneNumber'],
          sameAs: { key: 'businessPhone', pairs: [['cellPhone', 'businessPhone']] },
        }),
        field('text', 'address', 'Business street', { required: true, autocomplete: 'address-line1' }),
        field('text', 'city', 'City', { required: true, autocomplete: 'address-level2' }),
        field('state', 'state', 'State', { autocomplete: 'address-level1' }),
        field('zip', 'zip', 'Zip', { autocomplete: 'postal-code' }),
        toggle('seasonal', 'Seasonal business', [yesNo('seasonal', 'Seasonal business')]),
        field('taxId', 'taxId', 'Tax ID', { required: true, placeholder: '12-3456789' }),
        field('state', 'state2', 'State of incorporation', { aliases: ['stateBusiness'] }),
        field('text', 'nature', 'Nature of business', { aliases: ['natureBusiness'] }),
        field('choice', 'style', 'Business style', {
          choices: ['Corporation', 'Partnership', 'Sole Proprietor', 'LLC'],
        }),
        field('money', 'sales', 'Monthly total sales'),
        field('signedMoney', 'bankBalance', 'Average daily bank balance', { aliases: ['dailyBankBalance'] }),
        field('longText', 'useOfFunds', 'Use of funds'),
        field('money', 'advanceAmount', 'Advance amount requested', { aliases: ['advanceAmountRequested'] }),
      ],
    },
  ],
}
