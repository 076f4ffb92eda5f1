export const registrationMessages = {
  empty:
    'Each signed submission with a statement gets a receipt here: its number, its time and a digest of what was sent.',
  number: (number: number) => `No. ${number}`,
  destroyed: 'Destroyed',
  nameless: 'No name',
  until: (time: string) => `Registered until ${time}`,
  taken: (company: string, time: string) => `Registered to ${company} since ${time}`,
  conflict: (company: string, time: string) => `Also from ${company}, ${time}`,
  none: '—',
  conflictsOnly: 'Only conflicts',
  verify: (number: number) => `Verify receipt ${number}`,
  verified: {
    true: (number: number) => `Receipt ${number} is intact, and its submission is unchanged.`,
    null: (number: number) => `Receipt ${number} is intact. Its submission is destroyed.`,
    false: (number: number) => `Receipt ${number} is intact, but its submission was altered.`,
    broken: (number: number) => `Receipt ${number} was altered, or one before it is missing.`,
    failed: 'The receipt could not be verified. Try again.',
  },
} as const
