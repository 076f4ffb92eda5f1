export const packageMessages = {
  parts: { application: 'application', 'cash-flow': 'cash flow' },
  noCashFlow: 'No bank statement is read',
  archive: (reference: string) => `${reference}.zip`,
} as const
