import { reloadable } from './reloadable.ts'

/** Parts that other parts load. They must not load parts of `later-parts.ts`, which would be a cycle. */
const questionDialog = reloadable(() => import('./question-dialog.tsx'))
export const questionPart = async () => ({ default: (await questionDialog()).QuestionDialog })
export const startOverPart = async () => ({ default: (await questionDialog()).StartOverDialog })
export const leaveOutPart = async () => ({ default: (await questionDialog()).LeaveOutDialog })
const filesPart = reloadable(() => import('./uploads/uploads-part.ts'))
export const uploadsPart = async () => (await filesPart()).filesPart
export const addDocumentsPart = async () => ({ default: (await filesPart()).AddDocuments })
export const signaturePart = reloadable(() => import('./signature/signature-part.ts'))
export const linkDialogPart = reloadable(() => import('./link-dialog.tsx'))
