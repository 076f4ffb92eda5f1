import type { ComponentType } from 'react'
import type { TokenPage } from './path.ts'
import { pick, reloadable } from './reloadable.ts'
import { questionPart, signaturePart, uploadsPart } from './shared-parts.ts'

/** Each part is one file, so that a failed load can be repeated. */
const successOverlay = reloadable(() => import('./success-overlay.tsx'))
export const successPart = pick(successOverlay, 'SuccessOverlay')

const receipt = reloadable(() => import('./receipt/receipt-part.ts'))
export const receiptPart = pick(receipt, 'ReceiptPage')
export const receiptLinePart = pick(receipt, 'ReceiptLine')

const reviewParts = reloadable(() => import('./review/review-part.ts'))
export const beforeSubmitPart = pick(reviewParts, 'BeforeSubmit')
export const sectionProblemsPart = pick(reviewParts, 'SectionProblems')
export const summaryPart = pick(reviewParts, 'ProblemSummary')
export const sharedDevicePart = pick(reviewParts, 'SharedDevice')
export const nextProblemPart = pick(reviewParts, 'NextProblem')

const signPage = reloadable(() => import('./second-signer/sign-page.tsx'))
export const tokenPages: Record<TokenPage, () => Promise<ComponentType>> = {
  application: async () => (await receipt()).StatusPage,
  sign: async () => (await signPage()).SignPage,
}

export const movePart = reloadable(() => import('./move/move-part.ts'))

/** Loads them once the applicant has begun, so that they work offline later. */
export const loadLaterParts = (): void => {
  void Promise.allSettled([
    successPart(),
    questionPart(),
    uploadsPart(),
    signaturePart(),
    receiptPart(),
    reviewParts(),
  ])
}
