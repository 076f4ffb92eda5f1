import { receiptMessages, type ReceiptMessages } from '#domain/messages/receipt'
import { useLanguage } from '../language/language-context.tsx'
import { today } from '../today.ts'

export const useReceiptWords = (): ReceiptMessages => receiptMessages[useLanguage().pack.language]

/** The day of a timestamp in the applicant's time zone. */
export const dayOf = (at: string): string => today(new Date(at))
