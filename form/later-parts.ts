import type { ComponentType } from 'react'
import type { TokenPage } from './path.ts'
import { reloadable } from './reloadable.ts'
import { questionPart, signaturePart, uploadsPart } from './shared-parts.ts'

/** Each part is one file, so that a failed load can be repeated. */
const successOverlay = reloadable(() => import('./success-overlay.tsx'))
export const successPart = async () => ({ default: (await successOverlay()).SuccessOverlay })

const receipt = reloadable(() => import('./receipt/receipt-part.ts'))
export const receiptPart = async () => ({ default: (await receipt()).ReceiptPage })
export const receiptLinePart = async () => ({ default: (await receipt()).ReceiptLine })

const reviewParts = reloadable(() => import('./review/review-part.ts'))
export const beforeSubmitPart = async () => ({ default: (await reviewParts()).BeforeSubmit })
export const sectionProblemsPart = async () => ({ default: (await reviewParts()).SectionProblems })
export const summaryPart = async () => ({ default: (await reviewParts()).ProblemSummary })
export const sharedDevicePart = async () => ({ default: (await reviewParts()).SharedDevice })
export const nextProblemPart = async () => ({ default: (await reviewParts()).NextProblem })

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
