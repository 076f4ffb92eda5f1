import { LIMITS } from '../limits.ts'
import { sharedMessages } from './shared.ts'

/** What the server answers to staff and to those who write programs; what applicants can be told is in `applicant.ts`. */
export const serverMessages = {
  noSuchCall: (method: string, path: string) => `No such call: ${method} ${path}`,
  signIn: 'Please sign in.',
  sessionEnded: sharedMessages.sessionEnded,
  stale: 'Somebody else has changed this meanwhile. Load it again before you save.',
  accessDenied: "You don't have permission to do this.",
  invalidCredentials: sharedMessages.invalidCredentials,
  invalidJson: 'The body is not valid JSON.',
  notAnObject: 'The body must be a JSON object.',
  wrongContentType: 'Send this call as application/json.',
  duplicateKey: (key: string) => `The field ${key} is given twice.`,
  noSuchProcedure: 'There is no such call.',
  pages: {
    notFound: { title: 'Page not found', text: 'There is nothing at this address.' },
    notBuilt: { title: 'Not built yet', text: 'The pages have not been built. Run npm start to build them.' },
  },
  /** Each follows the name of a field. */
  invalid: {
    required: 'is required',
    type: (expected: string) => `must be of the type ${expected}`,
    tooShort: (min: number) => `must have at least ${min} characters`,
    tooLong: (max: number) => `must have at most ${max} characters`,
    tooMany: (max: number) => `must have at most ${max} entries`,
    tooSmall: (min: number) => `must be at least ${min}`,
    tooBig: (max: number) => `must be at most ${max}`,
    oneOf: (values: string[]) => `must be one of: ${values.join(', ')}`,
    email: 'must be an e-mail address',
    json: 'must be JSON',
    uuid: 'must be a UUID',
    range: `must be two numbers, the first and the last row, at most ${LIMITS.listRows.toLocaleString('en-US')} rows apart`,
    unusable: 'cannot be used as it is',
  },
  form: {
    twoSessions: 'The body and the x-form-session header name different form sessions.',
  },
  logo: {
    tooLarge: `This logo is larger than ${LIMITS.logoBytes / 1024 ** 2} MB. Choose a smaller one.`,
    wrongType: 'This logo cannot be used. Choose a PNG or JPEG picture.',
    damaged: 'This logo is damaged or too large to be drawn. Choose another picture.',
  },
  company: {
    notifyEmail: (text: string) => `Enter e-mail addresses, separated by commas: "${text}" is none.`,
    tooManyNotifyEmails: `Enter at most ${LIMITS.notifyAddresses} addresses to be notified.`,
    origin: (text: string) => `Enter origins such as https://www.example.com: "${text}" is none.`,
    logoPath: 'A logo is uploaded by a call of its own; here it can only be removed.',
    leadNotAllowed: 'Only those who see the users may choose the lead.',
    lead: 'The lead must be an active user of the company, or an administrator.',
    settings: sharedMessages.settingsError,
    hasSubmissions: 'A company with submissions cannot be deleted.',
    hasSessions: 'A company with applications that have been begun cannot be deleted.',
    hasUsers: 'A company with active users cannot be deleted. Deactivate them or move them first.',
  },
  onboarding: {
    created: 'Company created successfully',
    permission: 'This permission cannot be given to a company.',
    emailTaken: 'There is a user with this e-mail address already.',
  },
  upload: {
    oneFile: 'Send one file per request.',
    multipart: 'Send the file as multipart/form-data.',
    companyNeeded: 'Say which company this file belongs to.',
    documentType: 'documentType must be bankStatements.',
  },
  choice: {
    user: 'This person is not there to be chosen.',
    company: 'This company is not there to be chosen.',
    role: 'This role is not there to be chosen.',
    team: 'This team is not there to be chosen.',
  },
  team: {
    idTaken: 'There is a team with this id already.',
    members: 'The members of a team belong to the company of its leader.',
  },
  parseError: sharedMessages.formDataError,
  pdfMissing: 'There is no PDF for this submission yet.',
} as const
