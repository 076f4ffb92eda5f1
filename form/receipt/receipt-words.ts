import { receiptMessages, type ReceiptMessages } from '#domain/messages/receipt'
import type { ApplicationState } from '../calls/application-api.ts'
import { useLanguage } from '../language/language-context.tsx'
import { today } from '../today.ts'

export const useReceiptWords = (): ReceiptMessages => receiptMessages[useLanguage().pack.language]

/** The day of a timestamp in the applicant's time zone. */
export const dayOf = (at: string): string => today(new Date(at))

type Standing = Pick<ApplicationState, 'decision' | 'request'> | null

const isAsked = (state: Standing): boolean => state?.request?.open === true

export function headingOf({ title, headings }: ReceiptMessages, state: Standing): string {
  if (state?.decision) return headings[state.decision.status]
  return isAsked(state) ? headings.needed : title
}

export function listNextSteps({ steps }: ReceiptMessages, company: string, state: Standing): string[] {
  if (state?.decision) return state.decision.status === 'approved' ? [steps.offer(company)] : []
  return [
    isAsked(state) ? steps.send : '',
    steps.review(company),
    isAsked(state) ? '' : steps.ask,
    steps.decide(company),
  ].filter(Boolean)
}
