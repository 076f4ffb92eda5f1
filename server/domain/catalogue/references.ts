import { field, legacyToggle, type Section } from './define.ts'

export const references: Section = {
  key: 'references',
  title: 'References',
  groups: [
    {
      key: 'references',
      title: null,
      settingsGroup: 'references',
      toggles: [
        field('text', 'landlordContactNameNumber1', 'Landlord contact name and number'),
        field('text', 'lengthTimeLocation', 'Length of time at location'),
        field('text', 'timeRemainingLease', 'Time remaining on lease'),
        field('text', 'reference1', 'Trade reference 1'),
        field('text', 'reference2', 'Trade reference 2'),
        legacyToggle('landlordContactNameNumber2'),
        legacyToggle('landlordContactNameNumber3'),
      ],
    },
  ],
}
