import { sharedMessages } from './shared.ts'
import { waitingTime } from './waiting-time.ts'
import type { Wording } from './wording.ts'

function wait(seconds: number): string {
  const { count, unit } = waitingTime(seconds)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

export const applicantMessages = {
  internal: (requestId: string) => `Something went wrong on our side. Quote the request id ${requestId}.`,
  unavailable: 'The service is not available right now. Please try again in a moment.',
  notFound: 'This record does not exist or is not yours to see.',
  conflict: 'The state of this record no longer allows this.',
  tooManyTries: (seconds: number) => `Too many tries. Please wait ${wait(seconds)} and try again.`,
  badRequest: 'This request cannot be understood.',
  bodyTooLarge: 'The request is too large.',
  unknownKey: (key: string) => `Unknown field: ${key}`,
  invalidField: (field: string) => `${field}: this value cannot be used`,
  controlCharacters: 'Control characters cannot be used here',
  brokenCharacter: 'This text holds a broken character. Delete it and type it again.',
  page: { noScript: 'Please allow JavaScript to fill in this form.' },
  application: {
    linkEnded: 'This link no longer works. Ask the company that received your application for a new one.',
    notWaiting: 'No signature is missing: the application is signed, or it names no second signer.',
    answered: 'This has been answered, or is no longer needed. Reload the page.',
  },
  link: {
    notFound: sharedMessages.invalidLink,
    closed: 'This link no longer takes new applications.',
    settings: sharedMessages.settingsError,
  },
  form: {
    sessionExpired: 'This form session has expired. Reload the page to continue.',
    /** `date` is 'YYYY-MM-DD'. */
    received: (date: string) => `This application was already received on ${date}.`,
    linkNeeded: 'Missing company information',
    companyMismatch: 'The company does not belong to this application link.',
    wordingChanged:
      'The text above the signature has changed. Read it again and sign again; everything else is kept.',
    noAnswer: 'Fill in at least one answer before you submit.',
    problems: (count: number) => `${sharedMessages.needALook(count)}.`,
  },
  upload: {
    noFile: 'Attach a file.',
    sessionNeeded: 'Open the application form first, then attach the file.',
    ...sharedMessages.file,
    damaged: 'This file is damaged or incomplete. Attach it again.',
    unreadablePhoto: 'This photo cannot be read. Attach a screenshot of it, or save it as JPG.',
    infected: 'This file contains a virus and was not accepted.',
    quotaExceeded:
      'Too much was uploaded in the last 24 hours. Try again later, or continue without this file.',
    storageFull: 'Files cannot be accepted right now. Try again in a few minutes.',
    notScanned: 'This file is too large to be checked for viruses. Attach a smaller one.',
    incomplete: 'The upload was interrupted. Attach the file again.',
    notAsked: 'This application takes no files.',
    full: (max: number) =>
      `An application takes at most ${max} ${max === 1 ? 'file' : 'files'}. Remove one first.`,
    laterFull: (max: number) => `You can add at most ${max} files after sending the application.`,
    closed: 'This application has been submitted; its files can no longer be changed.',
    wrongPassword: 'This password does not open the file. Try again.',
    badName: 'This file name cannot be used. Rename the file and attach it again.',
  },
} as const

export type ApplicantMessages = Wording<typeof applicantMessages>
