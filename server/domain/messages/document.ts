import { LIMITS } from '../limits.ts'
import { statementMessages } from './statements.ts'

export const documentMessages = {
  types: statementMessages.en.types,
  statements: (sentence: string) => `Bank statements: ${sentence}`,
  archive: 'documents',
  tooMany: `An archive holds the files of at most ${LIMITS.zipSubmissions} submissions. Choose fewer.`,
  damaged: (name: string) =>
    `Nothing was downloaded: ${name} is damaged or missing. Ask for a restore from a backup, or download the other files one by one.`,
  of: (reference: string, reason: string) => `${reference}: ${reason}`,
  panel: {
    ...statementMessages.en,
    suggested: 'Suggested',
    confirm: 'Confirm',
    confirmOf: (name: string) => `Confirm type and month of ${name}`,
    describeFailed: 'The type could not be changed. Try again.',
    add: 'Add files',
    addedBy: (name: string) => `Added by ${name}`,
    adding: (name: string) => `Adding ${name}`,
    notAdded: (name: string, reason: string) => `${name}: ${reason}`,
    failed: 'The file could not be added. Try again.',
    downloadAll: 'Download all',
    downloading: 'Preparing the ZIP archive…',
    downloadFailed: 'The documents could not be downloaded. Try again.',
  },
} as const
