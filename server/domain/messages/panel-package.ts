import type { AnswerKind, PackageState } from '../package.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const packageMessages = {
  title: 'Funders',
  fit: 'Fit',
  fitHelp: 'One missed criterion halves the fit. A criterion that is not known counts half.',
  noFunders: 'No funder is in use yet. Add those you work with, with what they take.',
  toFunders: 'Go to Funders',
  failed: 'The funders could not be loaded.',
  listFailed: 'The packages could not be loaded.',
  score: (score: number) => `Fit ${score} %`,
  asksNothing: 'No criteria are entered for this funder.',
  history: (count: number, amount: string) => `Funded ${count} for ${amount}`,
  states: { met: 'Met', missed: 'Missed', unknown: 'Not known' },
  counts: {
    met: (count: number) => `${count} met`,
    missed: (count: number) => `${count} missed`,
    unknown: (count: number) => `${count} not known`,
  },
  columns: ['Takes', 'Here', 'Fit'],
  fitOf: (name: string) => `What ${name} takes`,
  wanted: (label: string, value: string) => `${label}: ${value}`,
  months: (count: number) => plural(count, 'month', 'months'),
  sources: { statements: 'statements', answers: 'answers' },
  send: 'Send to funders',
  sendAction: 'Send',
  sending: 'Sending…',
  sendFailed: 'The package could not be sent. Try again.',
  sent: (count: number) => `Sent to ${plural(count, 'funder', 'funders')}.`,
  choose: { funders: 'Funders', documents: 'Documents' },
  scored: (name: string, score: number) => `${name}, fit ${score} %`,
  noAddress: (name: string) => `${name} has no address`,
  application: 'Application',
  cashFlow: 'Cash flow',
  message: 'Message',
  messageHelp: 'Shown on the page that the link opens, not in the mail.',
  noExport: 'Sending documents needs the permission submission:export.',
  noDocuments: 'There are no documents.',
  nothing: 'Choose at least one funder, and something to send.',
  preview: 'What is sent',
  mailTo: (name: string, emails: string) => `${name}: a link is mailed to ${emails}.`,
  asksCode: 'A new browser also enters a mailed code.',
  full: 'The application in full, with SSNs, tax ID, birth dates and signatures',
  masked: 'The application, with SSNs, tax ID, birth dates and signatures masked',
  hidden: (name: string) => `For ${name}: without the phone and e-mail of the merchant`,
  shown: (name: string) => `For ${name}: with the phone and e-mail of the merchant`,
  goesCashFlow: 'The cash flow: figures, positions and flags of the statements that are read',
  goesDocuments: (names: readonly string[]) =>
    `${plural(names.length, 'document', 'documents')}: ${names.join(', ')}`,
  mayShow: 'Documents go as they are and may show phone and e-mail.',
  goesMessage: 'The message',
  marked: 'Every page carries the name of the funder, the day and a copy number.',
  againTitle: 'Send it again?',
  again: (names: readonly string[]) =>
    `${names.join(', ')} got a package of this submission within the last 24 hours.`,
  againAction: 'Send anyway',
  unmarkedTitle: 'Send without a mark?',
  unmarked: (names: readonly string[]) =>
    `These files can’t be marked, so a leaked copy could not be traced: ${names.join(', ')}.`,
  unmarkedAction: 'Send unmarked',
  otherFile: 'a file',
  none: 'Nothing has been sent to a funder.',
  packageStates: {
    sent: 'Sent',
    opened: 'Opened',
    answered: 'Answered',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
  } satisfies Record<PackageState, string>,
  answers: { offer: 'Made an offer', decline: 'Declined', ask: 'Asks for more' } satisfies Record<
    AnswerKind,
    string
  >,
  sentBy: (name: string, time: string) => `Sent by ${name}, ${time}`,
  openedAt: (time: string) => `Opened ${time}`,
  notOpened: 'Not opened yet',
  until: (time: string) => `until ${time}`,
  contents: ({ withApplication, isMasked, withCashFlow, documents, unmarked }: Contents): string =>
    [
      ...(withApplication ? [isMasked ? 'Application, masked' : 'Application in full'] : []),
      ...(withCashFlow ? ['cash flow'] : []),
      ...(documents > 0 ? [plural(documents, 'document', 'documents')] : []),
      ...(unmarked > 0 ? [`${unmarked} of them unmarked`] : []),
    ].join(', '),
  notMailed: 'Not mailed',
  notMailedText: 'The mail could not be sent. Send it again.',
  copyNumber: 'Copy number',
  copyNumberHelp: 'Printed on each page that was sent. It tells whose copy a leaked file is.',
  withdraw: 'Withdraw',
  withdrawText: (name: string) =>
    `The link of ${name} stops working at once. Files already downloaded stay with them.`,
  withdrawn: 'The package was withdrawn.',
  resend: 'Send again',
  resent: 'The link was mailed again.',
  changeFailed: 'The package could not be changed. Try again.',
  of: (action: string, name: string) => `${action}: ${name}`,
} as const

type Contents = {
  withApplication: boolean
  isMasked: boolean
  withCashFlow: boolean
  documents: number
  unmarked: number
}
