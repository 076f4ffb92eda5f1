import type { PdfFailure } from '../pdf-failure.ts'

const REASONS: Record<PdfFailure, string> = {
  too_complex: 'its text takes too long to lay out',
  undrawable: 'its text cannot be drawn',
  damaged_data: 'its stored data is damaged',
  retries_exhausted: 'it failed at every try for a day',
}

export const withReason = (sentence: string, failure: PdfFailure | null): string =>
  failure === null ? sentence : `${sentence}: ${REASONS[failure]}`
