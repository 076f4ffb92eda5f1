type Outcome = { status: number | null; failure: string | null }
type State = {
  makerLost: boolean
  createdBy: string
  active: boolean
  waiting: number
  lastAttempt: { failure: string | null } | null
}

const result = ({ status, failure }: Outcome): string =>
  failure === null ? 'delivered' : `not delivered (${status ?? failure})`

export const webhookMessages = {
  empty: 'A webhook tells another system at once what happens to submissions.',
  add: 'Add webhook',
  editTitle: 'Edit webhook',
  address: { label: 'Address', needed: 'Please fill this in' },
  events: 'Events',
  company: { label: 'Company (empty: all companies)' },
  all: 'All companies',
  active: 'Active',
  activeHelp: 'While it is off, events wait for up to 30 days.',
  needed: 'Please fill this in',
  saved: 'Webhook saved',
  state: ({ makerLost, createdBy, active, waiting, lastAttempt }: State) =>
    `${makerLost ? `Stopped: ${createdBy} can no longer manage webhooks` : !active ? 'Off' : lastAttempt?.failure ? 'Failing' : 'Active'}${waiting > 0 ? `, ${waiting} waiting` : ''}`,
  takeOver: 'Take over',
  takenOver: 'You are its maker now.',
  secret: 'Signing secret',
  secretText: 'Copy it now: it is shown this once. A secret that it replaces signs for 24 hours more.',
  test: 'Send a test',
  tested: (outcome: Outcome) => `The test was ${result(outcome)}.`,
  rotate: 'New secret',
  log: 'Last events',
  logFailed: 'The events could not be loaded.',
  noEvents: 'No events yet.',
  delivery: (time: string | null, outcome: Outcome) => {
    const text = time === null ? 'waiting' : `${result(outcome)}, ${time}`
    return text.charAt(0).toUpperCase() + text.slice(1)
  },
  resend: 'Send again',
  deleteQuestion: 'Delete this webhook and its log?',
  deleted: 'Webhook deleted',
} as const
