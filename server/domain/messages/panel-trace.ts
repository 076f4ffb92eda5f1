/** The dialog that says which funder a copy was sent to. */
export const traceMessages = {
  title: 'Trace a copy',
  help: 'Each file that is sent to a funder carries the number of its package. Choose a copy that turned up elsewhere, or type the number at its lower edge.',
  file: 'File (PDF, JPG or PNG)',
  number: 'Copy number',
  numberExample: 'K7Q2-M4XD-9RTA-5B6N-0WZE',
  trace: 'Trace',
  busy: 'Reading…',
  sentTo: (funder: string) => `Sent to ${funder}`,
  details: (when: string, copyNumber: string) => `On ${when}. Copy number ${copyNumber}.`,
  unknownFile: 'No copy number of yours is in this file. If you can read one on the page, type it.',
  unknownNumber: 'This is no copy number of yours. Check each letter and digit.',
  failed: 'The copy could not be traced. Try again.',
} as const
