import { LIMITS } from '../limits.ts'
import { sharedMessages } from './shared.ts'
import type { Wording } from './wording.ts'

/** The public form's words, English. The spec's texts are exact; the rest is short, active and blames nobody. */
export const formMessages = {
  loading: 'Loading application...',
  title: 'Funding application',
  requiredNote: 'Fields marked with * are required.',
  progress: (done: number, total: number) => `${done} of ${total} done`,
  requiredProgress: (done: number, total: number) =>
    `${done} of ${total} required ${total === 1 ? 'answer' : 'answers'}`,
  chooseOne: 'Choose one',
  submit: 'Submit Application',
  submitting: 'Submitting...',
  waiting: 'This takes longer than usual. Trying again…',
  offline: 'There is no connection. Trying again…',
  tryAgain: 'Try again',
  restarted: 'Your session had ended. What you typed is kept; attach your files again and submit.',
  reattaching:
    'Your session had ended. What you typed is kept and your files are being attached again. Submit once they are done.',
  noSecondSigner: 'There is no second signer',
  addSecondPartner: 'Add a second partner',
  language: 'Language',
  draft: {
    saving: 'Saving…',
    saved: 'Saved',
    offline: 'Offline, will retry',
    lost: 'Not saved: keep this page open until you submit',
    welcomeBack: 'Welcome back. What you began is here.',
    secretsKept: 'Sensitive answers are kept, but not shown.',
    startOver: 'Start over',
    startOverTitle: 'Start over?',
    startOverBody: 'Everything you typed, signed and attached here is deleted.',
    keep: 'Keep my answers',
  },
  signature: {
    label: 'Signature',
    clear: 'Clear Signature',
    canvas: (signer: number) => `Signature of signer ${signer}. Draw here with a mouse, a finger or a pen.`,
    help: 'Draw with a mouse, a finger or a pen',
    drawn: 'Signed',
    kept: 'Kept from your last visit',
    empty: 'Not signed yet',
    dateHelp: 'Today is filled in when you sign',
  },
  summary: {
    title: sharedMessages.needALook,
    corrected: 'Everything is corrected. Submit again below.',
    fixed: 'Corrected',
    inGroup: (group: string, message: string) => `${group} · ${message}`,
  },
  errors: {
    invalidLink: sharedMessages.invalidLink,
    fetchLink: 'Failed to fetch link data',
    load: 'Failed to load application. Please try again later.',
    settings: sharedMessages.settingsError,
    submit: 'Failed to submit form',
    submitLater: 'Failed to submit form. Please try again later.',
    upload: 'Upload failed',
    uploadsFailed: 'A file was not uploaded. Try it again or remove it, then submit.',
    uploadsBusy: 'Files are still being uploaded. Submit once they are done.',
  },
  uploads: {
    title: 'Document Upload',
    instruction: `Attach last ${LIMITS.statementMonths} months business bank statements`,
    choose: 'Choose files',
    drop: 'or drop them here',
    accepted: (maxFiles: number, size: string) => `PDF, JPG or PNG, up to ${maxFiles} files of ${size} each`,
    limitReached: 'Maximum number of files reached. Remove some files to upload more.',
    tooMany: (max: number, selected: number, present: number) =>
      `You can upload a maximum of ${max} files. You've selected ${selected} files, but you already have ${present} files.`,
    ...sharedMessages.file,
    waiting: 'Waiting',
    uploading: (percent: number) => `Uploading, ${percent} %`,
    done: 'Uploaded',
    failed: 'Failed',
    remove: 'Remove',
    removeFile: (name: string) => `Remove ${name}`,
    retry: 'Try again',
    previewOf: (name: string) => `Preview of ${name}`,
    list: 'Attached files',
    count: (files: number, max: number) => `${files} of ${max} files`,
    removing: 'Removing',
    removeFailed: 'This file could not be removed. Try again.',
  },
  problems: {
    required: (label: string) => `${label}: please fill this in`,
    keptLost: (label: string) => `${label}: please fill this in again`,
    tooLong: (limit: number) => `Use at most ${limit} characters`,
    phone: 'Enter the phone number with its area code, like (555) 123-4567',
    email: 'Enter an email address like name@example.com',
    website: 'Enter a web address like example.com',
    date: 'Enter a date of the calendar',
    pastDate: 'Enter a date that is not in the future',
    birthDate: 'Enter the date of birth of somebody aged 18 or more',
    year: 'Enter a year with four digits, like 2019',
    money: 'Enter an amount in dollars, like 12,500',
    creditScore: 'Enter a score between 300 and 850',
    ssn: 'Enter the 9 digits of the social security number',
    taxId: 'Enter the 9 digits of the tax ID',
    zip: 'Enter the ZIP code with 5 digits',
    state: 'Choose a state',
    choice: 'Choose one of the answers offered',
    signature: 'Sign again: the drawing could not be read',
    signatureSize: 'Sign again, with fewer strokes: the drawing is too large',
  },
} as const

/** The form's words in any language. */
export type FormMessages = Wording<typeof formMessages>

/** What can be wrong with an answer; `problemText` has the words. */
export type ProblemKey = keyof FormMessages['problems']

/** Something to say, kept until it is shown: the applicant may choose another language in between. */
export type Say = (words: FormMessages) => string
