import { reloadable } from './reloadable.ts'

/** Parts that other parts load, too. None of them may load a part of `later-parts.ts`, which would lead back. */
const questionDialog = reloadable(() => import('./question-dialog.tsx'))
export const questionPart = async () => ({ default: (await questionDialog()).QuestionDialog })
const filesPart = reloadable(() => import('./uploads/uploads-part.ts'))
export const uploadsPart = async () => (await filesPart()).filesPart
export const addDocumentsPart = async () => ({ default: (await filesPart()).AddDocuments })
export const signaturePart = reloadable(() => import('./signature/signature-part.ts'))
export const linkDialogPart = reloadable(() => import('./link-dialog.tsx'))
export const sendAnywayPart = reloadable(() => import('./send-anyway-dialog.tsx'))
export const leaveOutPart = async () => ({ default: (await sendAnywayPart()).LeaveOutDialog })
