import { askedMonths } from './statement-summary.ts'
import { isOpen, type SubmissionStatus } from './submission-status.ts'

type Standing = {
  status: SubmissionStatus
  statusAt: string
  owner: object | null
  documentCount: number
  statementMonths: readonly string[]
  awaitsSignature: boolean
  createdAt: string
  timeZone: string
}

export type NextStep =
  | { step: 'take' | 'askForAll' | 'review' | 'decide' | 'fund' | 'none' | 'signature' }
  | { step: 'ask'; months: string[] }
  | { step: 'applicant' | 'funder'; since: string }

/** What the desk does next about a submission. */
export function nextStep(standing: Standing): NextStep {
  const { status, statusAt: since, documentCount, statementMonths } = standing
  if (status === 'approved') return { step: 'fund' }
  if (!isOpen(status)) return { step: 'none' }
  if (status === 'documents_needed') return { step: 'applicant', since }
  if (status === 'with_funder') return { step: 'funder', since }
  if (standing.owner === null) return { step: 'take' }
  if (standing.awaitsSignature) return { step: 'signature' }
  if (documentCount === 0) return { step: 'askForAll' }
  const months = askedMonths(standing).filter((month) => !statementMonths.includes(month))
  // Documents without any month are not described yet, so none can be called missing.
  if (statementMonths.length > 0 && months.length > 0) return { step: 'ask', months }
  return { step: status === 'new' ? 'review' : 'decide' }
}
