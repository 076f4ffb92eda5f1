import { legacyToggle, toggle, type Section } from './define.ts'

export const BANK_STATEMENTS_TOGGLE = 'last3Months'

export const uploads: Section = {
  key: 'uploads',
  title: 'Document Upload',
  groups: [
    {
      key: 'bankStatements',
      title: null,
      settingsGroup: 'bankStatements',
      toggles: [toggle(BANK_STATEMENTS_TOGGLE, 'Bank statements', [])],
    },
    {
      key: 'uploads',
      title: null,
      settingsGroup: 'uploads',
      toggles: [legacyToggle('driverLicense'), legacyToggle('voidCheck'), legacyToggle('businessLicense')],
    },
  ],
}
