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
