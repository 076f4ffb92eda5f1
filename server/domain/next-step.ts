import { LIMITS } from './limits.ts'
import { lastMonths } from './statement-month.ts'
import { isOpen, type SubmissionStatus } from './submission-status.ts'
import { dayInZone } from './time-zone.ts'

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
  const received = dayInZone(new Date(standing.createdAt), standing.timeZone)
  const months = lastMonths(received, LIMITS.statementMonths).filter(
    (month) => !statementMonths.includes(month),
  )
  // Without any month, nobody has said yet what the documents are.
  if (statementMonths.length > 0 && months.length > 0) return { step: 'ask', months: months.reverse() }
  return { step: status === 'new' ? 'review' : 'decide' }
}

/** @param since, until 'YYYY-MM-DD'; @returns null where `since` is no date or is later */
export function timeBetween(since: string, until: string): { years: number; months: number } | null {
  const [from, to] = [since, until].map((date) => date.split('-').map(Number))
  const [year = NaN, month = NaN, day = NaN] = from ?? []
  const [untilYear = NaN, untilMonth = NaN, untilDay = NaN] = to ?? []
  const total = (untilYear - year) * 12 + (untilMonth - month) - (untilDay < day ? 1 : 0)
  return total >= 0 ? { years: Math.floor(total / 12), months: total % 12 } : null
}
