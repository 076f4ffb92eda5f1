export const SUBMISSION_STATUSES = [
  'new',
  'in_review',
  'documents_needed',
  'with_funder',
  'approved',
  'funded',
  'declined',
  'withdrawn',
] as const

export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number]

const OPEN = ['new', 'in_review', 'documents_needed', 'with_funder'] as const
const ENDED = ['declined', 'withdrawn'] as const
const DECISIONS = ['approved', 'funded', ...ENDED] as const

/** From each status to the others that a submission can move to. */
const MOVES: Record<SubmissionStatus, readonly SubmissionStatus[]> = {
  new: [...OPEN, ...ENDED],
  in_review: [...OPEN, 'approved', ...ENDED],
  documents_needed: [...OPEN, ...ENDED],
  with_funder: [...OPEN, 'approved', ...ENDED],
  approved: ['in_review', 'funded', ...ENDED],
  funded: [],
  declined: ['in_review'],
  withdrawn: ['in_review'],
}

export const movesFrom = (from: SubmissionStatus): SubmissionStatus[] =>
  MOVES[from].filter((status) => status !== from)

export const canMove = (from: SubmissionStatus, to: SubmissionStatus): boolean => movesFrom(from).includes(to)

const isAmong = (statuses: readonly SubmissionStatus[], status: SubmissionStatus): boolean =>
  statuses.includes(status)

export const isOpen = (status: SubmissionStatus): boolean => isAmong(OPEN, status)

export const isDecision = (status: SubmissionStatus): boolean => isAmong(DECISIONS, status)

const TOLD = ['approved', 'funded', 'declined'] as const

export type ToldDecision = (typeof TOLD)[number]

/** Applicants are told of it, where the company shows decisions. */
export const isToldDecision = (status: SubmissionStatus): status is ToldDecision => isAmong(TOLD, status)

/** Making a decision and leaving it both need `submission:decide`. */
export const needsDecide = (from: SubmissionStatus, to: SubmissionStatus): boolean =>
  isDecision(from) || isDecision(to)

export type EndedStatus = (typeof ENDED)[number]
export const needsReason = (status: SubmissionStatus): status is EndedStatus => isAmong(ENDED, status)

/** From the opened link to the paid advance. */
export const FUNNEL_STEPS = ['opened', 'started', 'signed', 'submitted', 'decided', 'funded'] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

export const FUNNEL_DAYS = [30, 90] as const
