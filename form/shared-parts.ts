import { pick, reloadable } from './reloadable.ts'

/** Parts that other parts load. They must not load parts of `later-parts.ts`, which would be a cycle. */
const questionDialog = reloadable(() => import('./question-dialog.tsx'))
export const questionPart = pick(questionDialog, 'QuestionDialog')
export const startOverPart = pick(questionDialog, 'StartOverDialog')
export const leaveOutPart = pick(questionDialog, 'LeaveOutDialog')
const filesPart = reloadable(() => import('./uploads/uploads-part.ts'))
export const uploadsPart = async () => (await filesPart()).filesPart
export const addDocumentsPart = pick(filesPart, 'AddDocuments')
export const signaturePart = reloadable(() => import('./signature/signature-part.ts'))
export const linkDialogPart = reloadable(() => import('./link-dialog.tsx'))
