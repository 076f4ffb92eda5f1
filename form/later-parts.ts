import type { ComponentType } from 'react'
import type { TokenPage } from './path.ts'
import { reloadable } from './reloadable.ts'

/** Each part is one file, so that a failed load can be repeated. */
const successOverlay = reloadable(() => import('./success-overlay.tsx'))
const questionDialog = reloadable(() => import('./question-dialog.tsx'))
export const successPart = async () => ({ default: (await successOverlay()).SuccessOverlay })
export const questionPart = async () => ({ default: (await questionDialog()).QuestionDialog })
export const sendAnywayPart = reloadable(() => import('./send-anyway-dialog.tsx'))
const filesPart = reloadable(() => import('./uploads/uploads-part.ts'))
export const uploadsPart = async () => (await filesPart()).filesPart
export const addDocumentsPart = async () => ({ default: (await filesPart()).AddDocuments })
export const signaturePart = reloadable(() => import('./signature/signature-part.ts'))

const receipt = reloadable(() => import('./receipt/receipt-part.ts'))
export const receiptPart = async () => ({ default: (await receipt()).ReceiptPage })
export const receiptLinePart = async () => ({ default: (await receipt()).ReceiptLine })

const qrCode = reloadable(() => import('qrcode.react'))
export const qrCodePart = async () => ({ default: (await qrCode()).QRCodeSVG })

const reviewParts = reloadable(() => import('./review/review-part.ts'))
export const reviewPart = async () => ({ default: (await reviewParts()).Review })
export const summaryPart = async () => ({ default: (await reviewParts()).ProblemSummary })
export const nextProblemPart = async () => ({ default: (await reviewParts()).NextProblem })

const signPage = reloadable(() => import('./second-signer/sign-page.tsx'))
export const tokenPages: Record<TokenPage, () => Promise<ComponentType>> = {
  application: async () => (await receipt()).StatusPage,
  sign: async () => (await signPage()).SignPage,
}

export const linkDialogPart = reloadable(() => import('./link-dialog.tsx'))
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
    sendAnywayPart(),
  ])
}
