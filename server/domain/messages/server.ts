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
    time: 'must be a day or a time with its offset, such as 2026-11-21 or 2026-11-21T09:30:00Z',
    range: `must be two numbers, the first and the last row, at most ${LIMITS.listRows.toLocaleString('en-US')} rows apart`,
    unusable: 'cannot be used as it is',
  },
  account: {
    wrongPassword: 'This is not your current password.',
    wrongCode: 'This code is not right or was used already. Enter another one.',
    otpRequired: 'Enter the code that your authenticator app shows.',
    otpSetupRequired: 'Your company requires two-step sign-in. Set it up on your account page first.',
    otpIsOn: 'Two-step sign-in is on already. Switch it off first.',
    otpIsOff: 'Two-step sign-in is off.',
    otpNotStarted: 'Begin the set-up of two-step sign-in again.',
    ticketExpired: 'Signing in took too long. Enter your email and password again.',
    resetLinkInvalid: 'This link has expired or was used already. Ask for a new one.',
  },
  form: {
    twoSessions: 'The body and the x-form-session header name different form sessions.',
  },
  logo: {
    tooLarge: `This logo is larger than ${LIMITS.logoBytes / 1024 ** 2} MB. Choose a smaller one.`,
    wrongType: 'This logo cannot be used. Choose a PNG or JPEG picture.',
    damaged: 'This logo is damaged or too large to be drawn. Choose another picture.',
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
  user: {
    emailTaken: 'There is a user with this email already.',
    systemRole: sharedMessages.systemRole,
    ownRole: 'You cannot change your own role.',
    ownCompany: 'You cannot change your own company.',
    ownActive: 'You cannot deactivate yourself.',
    ownPassword: 'Change your own password on your account page.',
    ownOtp: 'Switch your own two-step sign-in off on your account page.',
    adminsOnly: 'Only admins can change an admin.',
    beyondYou: 'This user may do more than you. Somebody who may do as much has to change this.',
    roleBeyondYou: 'This role may do more than you. You can only give what you have.',
    roleElsewhere: 'This role belongs to another company. Choose one of the company of this user.',
    teams: 'The teams of a user belong to the company of the user.',
    lastAdmin: 'This is the last active admin. Activate another one first.',
  },
  role: {
    beyond: 'A role can give only what you hold yourself.',
    ...sharedMessages.roleLock,
    inUse: (users: number) =>
      users === 1
        ? 'A user still has this role. Give that user another role first.'
        : `${users} users still have this role. Give them another role first.`,
  },
  parseError: sharedMessages.formDataError,
  pdfMissing: 'There is no PDF for this submission yet.',
} as const
