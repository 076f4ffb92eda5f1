import type { NextStep } from '../next-step.ts'

export const workspaceMessages = {
  header: {
    requested: 'Requested',
    sales: 'Monthly sales',
    state: 'State',
    age: 'In business',
    reference: 'Reference',
    next: 'Next step',
    alsoOpen: (names: readonly string[]) => `Also open: ${names.join(', ')}`,
    changed: 'This submission has changed.',
    reload: 'Reload',
    parts: 'Parts of the submission',
  },
  parts: {
    answers: 'Answers',
    cashFlow: 'Cash flow',
    documents: 'Documents',
    funders: 'Funders',
    timeline: 'Timeline',
  },
  neighbours: {
    previous: 'Previous submission',
    next: 'Next submission',
    place: (place: number, total: number) => `${place} of ${total}`,
  },
  notAnswered: (labels: readonly string[]) => `Not answered: ${labels.join(', ')}`,
  timeline: {
    title: 'Timeline',
    note: 'Every change, opening, full view and download is recorded, newest first.',
    show: 'Show',
    changes: 'Changes',
    everything: 'Everything',
    failed: 'The timeline could not be loaded.',
    empty: 'There is nothing yet.',
    earlier: 'Show earlier entries',
  },
  noteForm: {
    label: 'New note',
    help: 'Notes stay as they are written. @ and a name mails that colleague a link.',
    mention: 'Mention a colleague',
    save: 'Save note',
    saving: 'Saving…',
    failed: 'The note could not be saved. Try again.',
  },
  zoom: {
    in: 'Zoom in',
    out: 'Zoom out',
    fit: 'Fit to width',
    wide: 'Full width',
    narrow: 'Beside the answers',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    use: 'Use single-key shortcuts',
    keys: {
      j: 'Next submission of the list',
      k: 'Previous submission of the list',
      e: 'Switch between answers and documents',
      n: 'Write a note',
      '/': 'Search the list',
      '?': 'Show these shortcuts',
    },
  },
} as const

const STEPS: Readonly<Record<Exclude<NextStep['step'], 'ask' | 'applicant' | 'funder'>, string>> = {
  take: 'Take it',
  signature: 'Waiting for the second signature',
  sign: 'Ask for the signature',
  signAgain: 'Get a new signature: a drawing could not be read',
  review: 'Review it',
  decide: 'Decide',
  choose: 'Choose an offer',
  fund: 'Waiting for the funding',
  declined: 'All funders declined: send it to others, or decline it',
  none: 'Nothing to do',
}

/** @param shownDay of an ISO time */
export function nextStepText(next: NextStep, shownDay: (iso: string) => string): string {
  if (next.step === 'ask') return `Ask for statements: ${next.missing}`
  if (next.step === 'applicant') return `Waiting for the applicant since ${shownDay(next.since)}`
  if (next.step === 'funder') return `Waiting for the funder since ${shownDay(next.since)}`
  return STEPS[next.step]
}
