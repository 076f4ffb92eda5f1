export const documentMessages = {
  types: {
    bankStatements: 'Bank statement',
    driversLicense: "Driver's license",
    voidedCheck: 'Voided check',
    taxReturn: 'Tax return',
    other: 'Other document',
  },
  statementOf: (month: string) => `Statement of ${month}`,
  statements: (present: string, missing: string) =>
    `Statements: ${[present, missing === '' ? 'none missing' : `${missing} missing`].filter(Boolean).join(', ')}`,
  archive: 'documents',
  damaged: (name: string) =>
    `Nothing was downloaded: ${name} is damaged or missing. Ask for a restore from a backup, or download the other files one by one.`,
  panel: {
    typeOf: (name: string) => `Type of ${name}`,
    monthOf: (name: string) => `Month of ${name}`,
    noMonth: 'Choose the month',
    suggested: 'Suggested',
    confirm: 'Confirm',
    confirmOf: (name: string) => `Confirm type and month of ${name}`,
    describeFailed: 'The type could not be changed. Try again.',
    add: 'Add files',
    addedBy: (name: string) => `Added by ${name}`,
    adding: (name: string) => `Adding ${name}`,
    notAdded: (name: string, reason: string) => `${name}: ${reason}`,
    failed: 'The file could not be added. Try again.',
    downloadAll: 'Download all',
    downloading: 'Preparing the ZIP archive…',
    downloadFailed: 'The documents could not be downloaded. Try again.',
  },
} as const
