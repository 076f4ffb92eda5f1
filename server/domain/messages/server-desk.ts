import { LIMITS } from '../limits.ts'

const list = (names: readonly string[]): string => names.join(', ')

export const deskServerMessages = {
  noStatus: (names: readonly string[]) => `There is no such status. Choose one of: ${list(names)}.`,
  retired: (name: string, names: readonly string[]) =>
    `The status ${name} is no longer used. Choose one of: ${list(names)}.`,
  notAllowed: (from: string, names: readonly string[]) =>
    names.length === 0
      ? `This submission is ${from}, which is final.`
      : `This submission is ${from}. It can move to: ${list(names)}.`,
  mayNotDecide:
    'Making and undoing decisions needs the permission submission:decide. Ask your administrator.',
  reason: (names: readonly string[]) => `Choose a reason: ${list(names)}.`,
  reasonText: (name: string) => `Write what the reason ${name} asks for.`,
  noReason: 'Only declined and withdrawn submissions have a reason. Leave it out.',
  owner: 'The owner must be an active user of this company who can open submissions.',
  team: 'Choose a team of this company.',
  task: {
    owner: 'Choose an active colleague who can see this submission.',
    tooMany: `A submission holds at most ${LIMITS.tasksPerSubmission} tasks. Delete those that are done.`,
  },
  bulk: {
    which: 'Send either ids, or filter and expected.',
    otherCount: 'The number of matching submissions has changed. Load the list again.',
    makerLost: 'The person who started this may no longer change submissions.',
    failed: 'This could not be done. Try it again on the submission’s page.',
  },
  settings: {
    key: (key: string) => `There is no entry with the key ${key}. Leave the key of a new one out.`,
    keyTwice: (key: string) => `The key ${key} is given twice.`,
    name: (name: string) => `The name ${name} is given twice. Choose another.`,
    status: (name: string) => `${name} keeps what it counts as.`,
    statusNeeded: (name: string) => `Choose what ${name} counts as.`,
    stays: (name: string) => `${name} can't be retired: submissions arrive in it or come back to it.`,
    tooMany: (most: number) =>
      `A list holds at most ${most} entries, retired ones included. Rename one that is no longer used.`,
    reasonNeeded: 'Keep at least one reason.',
  },
} as const
