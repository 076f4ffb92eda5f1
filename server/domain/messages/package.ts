import { longDate } from './long-date.ts'

export const packageMessages = {
  parts: { application: 'application', 'cash-flow': 'cash flow' },
  noCashFlow: 'No bank statement is read',
  archive: (reference: string) => `${reference}.zip`,
} as const

const day = (moment: string) => longDate(moment.slice(0, 10), 'en-US')

/** Of the page that a funder opens. */
export const packagePage = {
  title: 'Funding file',
  intro: 'A funding file was sent to you. Nothing is read before you open it.',
  open: 'Open',
  working: 'One moment…',
  failed: 'That did not work. Check your connection and try again.',
  code: {
    title: 'Enter your code',
    text: 'We sent a code of six digits to the email address that got the link. It can take a minute.',
    label: 'Code',
    submit: 'Continue',
    again: 'Send another code',
    sent: 'If the code before is no longer new, another one is on its way.',
  },
  heading: (company: string, reference: string) => `File ${reference} from ${company}`,
  until: (moment: string) => `You can open this file until ${day(moment)}.`,
  copies: (funder: string, copyNumber: string) =>
    `These files are copies for ${funder}. Each page carries that name and the number ${copyNumber}.`,
  message: 'Message',
  summary: 'Summary',
  cashFlow: 'Cash flow',
  noFigures: 'No bank statement is read yet.',
  files: 'Files',
  view: 'View',
  viewOf: (name: string) => `View ${name}`,
  save: 'Download',
  saveOf: (name: string) => `Download ${name}`,
  saveAll: 'Download all as ZIP',
  unmarked: 'Without your name: this file can’t be marked.',
  answer: 'Your answer',
  answered: {
    offer: (moment: string) => `You made an offer on ${day(moment)}.`,
    decline: (moment: string) => `You declined on ${day(moment)}.`,
    ask: (moment: string) => `You asked for more on ${day(moment)}.`,
  },
  replaces: 'A new answer takes the place of this one.',
  kinds: { offer: 'Make an offer', decline: 'Decline', ask: 'Please send …' },
  fields: {
    amount: 'Amount ($)',
    factor: 'Factor',
    paymentCount: 'Number of payments',
    frequency: 'Payments',
    fees: 'Fees withheld ($)',
    startsAt: 'Day of funding',
    expiresAt: 'Offer ends on',
    commissionPercent: 'Commission (%)',
    conditions: 'Conditions',
    reason: 'Reason',
    text: 'What do you need?',
  },
  /** The server names the input where a person reads its label. */
  problem: (sentence: string, name: string, label: string) =>
    sentence.startsWith(`${name} `) ? label + sentence.slice(name.length) : sentence,
  check: 'Check the marked fields.',
  optional: (label: string) => `${label} (optional)`,
  frequencies: { daily: 'Each business day', weekly: 'Each week' },
  send: 'Send answer',
  thanks: 'Your answer was sent.',
} as const
