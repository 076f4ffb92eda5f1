import { askedMonths, missingMonths, statementSummary, type Statements } from './statement-summary.ts'
import { isOpen, type SubmissionStatus } from './submission-status.ts'

type Standing = Statements & {
  status: SubmissionStatus
  statusAt: string
  owner: object | null
  awaitsSignature: boolean
  signed: boolean
  /** null for one that came by the form, which may ask for no signature */
  applicant: object | null
  unreadableSignatures: readonly string[]
  hasOffers: boolean
  allDeclined: boolean
  createdAt: string
  timeZone: string
}

export type NextStep =
  | { step: 'take' | 'review' | 'decide' | 'choose' | 'fund' | 'none' }
  | { step: 'signature' | 'sign' | 'signAgain' | 'declined' }
  | { step: 'ask'; missing: string }
  | { step: 'applicant' | 'funder'; since: string }

export function nextStep(standing: Standing): NextStep {
  const { status, statusAt: since } = standing
  if (status === 'approved') return { step: 'fund' }
  if (!isOpen(status)) return { step: 'none' }
  if (status === 'documents_needed') return { step: 'applicant', since }
  if (status === 'with_funder' && standing.hasOffers) return { step: 'choose' }
  if (status === 'with_funder') return standing.allDeclined ? { step: 'declined' } : { step: 'funder', since }
  if (standing.owner === null) return { step: 'take' }
  if (standing.unreadableSignatures.length > 0) return { step: 'signAgain' }
  if (standing.applicant !== null && !standing.signed) return { step: 'sign' }
  if (standing.awaitsSignature) return { step: 'signature' }
  if (missingMonths(askedMonths(standing), standing).length > 0)
    return { step: 'ask', missing: statementSummary(standing) }
  return { step: status === 'new' ? 'review' : 'decide' }
}
