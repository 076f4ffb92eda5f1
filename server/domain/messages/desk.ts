import type { EndedStatus, SubmissionStatus } from '../submission-status.ts'

export const STATUS_NAMES: Readonly<Record<SubmissionStatus, string>> = {
  new: 'New',
  in_review: 'In review',
  documents_needed: 'Documents needed',
  with_funder: 'With funder',
  approved: 'Approved',
  funded: 'Funded',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

/** The provider's users, as companies see them. */
export const PROVIDER_NAME = 'Provider'

export const DEFAULT_REASONS: Readonly<Record<EndedStatus, Readonly<Record<string, string>>>> = {
  declined: {
    low_sales: 'Sales too low',
    time_in_business: 'Too short in business',
    credit: 'Credit history',
    other_advances: 'Too many open advances',
    documents: 'Documents missing',
    other: 'Other',
  },
  withdrawn: {
    applicant: 'Applicant withdrew',
    other_funder: 'Funded elsewhere',
    no_answer: 'Applicant does not answer',
    duplicate: 'Duplicate',
    other: 'Other',
  },
}
