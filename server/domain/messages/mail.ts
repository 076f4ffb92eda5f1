import { LIMITS } from '../limits.ts'

const newApplications = (count: number): string =>
  count === 1 ? '1 new application' : `${count} new applications`

/** Mails carry the company's name and a link, and no personal data. */
export const mailMessages = {
  newApplication: {
    subject: (company: string) => `New application for ${company}`,
    text: (company: string) => `A new application for ${company} has come in.`,
    button: 'Open the application',
    footer: 'Sign in to read it. This email contains no details about the applicant.',
  },
  newDocuments: {
    subject: (company: string) => `New documents for ${company}`,
    text: (company: string) => `An applicant added documents to an application for ${company}.`,
    button: 'Open the application',
    footer: 'Sign in to read them. This email contains no details about the applicant.',
  },
  newSignature: {
    subject: (company: string) => `New signature for ${company}`,
    text: (company: string) => `A signature of an application for ${company} has come in.`,
    button: 'Open the application',
    footer: 'Sign in to read it. This email contains no details about the applicant.',
  },
  mention: {
    subject: (company: string) => `You are mentioned in a note for ${company}`,
    text: (company: string, author: string, reference: string) =>
      `${author} mentioned you in a note on application ${reference} for ${company}.`,
    button: 'Read the note',
    footer: 'Sign in to read it. This email contains no part of the note.',
  },
  newAnswers: {
    subject: (company: string) => `Missing items for ${company}`,
    text: (company: string) => `An applicant answered a request from ${company} for missing items.`,
    button: 'Open the application',
    footer: 'Sign in to read it. This email contains no details about the applicant.',
  },
  daily: {
    everywhere: 'all companies',
    subject: (company: string, count: number) => `${newApplications(count)} for ${company}`,
    sender: 'Intake',
    text: (company: string, count: number) =>
      `${newApplications(count)} for ${company} came in since the last daily mail.`,
    button: 'Open the list',
    footer:
      'Sign in to read them. This email contains no details about applicants. You can switch it off on your account page.',
  },
  dueTasks: {
    subject: (count: number) => (count === 1 ? '1 task is due' : `${count} tasks are due`),
    sender: 'Intake',
    text: (count: number, references: readonly string[], more: number) =>
      `${count === 1 ? 'One of your tasks is' : `${count} of your tasks are`} due today or overdue, on application${references.length + more === 1 ? '' : 's'} ${references.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    button: 'Open the panel',
    footer: 'Sign in to read them. This email contains no details about applicants.',
  },
  webhookStopped: {
    subject: (company: string) => `A webhook of ${company} was switched off`,
    text: () =>
      'The webhook’s receiver has accepted no event for 48 hours. Events are kept for 30 days until the webhook is on again.',
    button: 'Open the webhooks',
    footer: 'Correct the receiver, send a test, then switch the webhook on.',
  },
  webhookMakerLost: {
    subject: (company: string) => `A webhook of ${company} has stopped`,
    text: () =>
      'The person who made this webhook can no longer manage webhooks. Events are kept for 30 days until another admin takes it over.',
    button: 'Open the webhooks',
    footer: 'Take it over there, or delete it if nobody needs it.',
  },
  viewMakerLost: {
    subject: (company: string) => `A shared view of ${company} has stopped`,
    text: () => 'The person who shared this view can no longer do so. Your colleagues no longer see it.',
    button: 'Open the list',
    footer: 'Take it over under “Views”, or delete it if nobody needs it.',
  },
  /** To a funder, whose page has the message. */
  package: {
    subject: (company: string) => `${company} sent you a funding file`,
    text: (company: string, reference: string) => `${company} sent you the funding file ${reference}.`,
    button: 'Open the file',
    footer: `The link works for ${LIMITS.packageDays} days, unless the sender withdraws it. Don't forward this email. It contains no details about the applicant.`,
  },
  packageCode: {
    subject: 'Your code to open a funding file',
    text: (code: string, company: string) => `${code} is your code to open a funding file from ${company}.`,
    footer: `The code works once, within ${LIMITS.packageCodeMinutes} minutes. If you did not open a file, don't pass it on.`,
  },
  passwordReset: {
    subject: 'Set a new password',
    sender: 'Intake',
    text: 'Somebody, probably you, asked for a new password for the admin panel.',
    button: 'Set a new password',
    footer: `The link works once, within ${LIMITS.passwordResetMinutes} minutes. If you did not ask for it, ignore this email: your password stays as it is.`,
  },
  invitation: {
    subject: 'Set a password for your account',
    sender: 'Intake',
    text: 'An account in the admin panel was made for you. Set a password to sign in.',
    button: 'Set a password',
    footer: `The link works once, within ${LIMITS.invitationDays} days. After that, choose “Forgot password?” on the login page.`,
  },
} as const
