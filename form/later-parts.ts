import { reloadable } from './reloadable.ts'

/** Each part is one file, so that a failed load can be repeated. */
const successOverlay = reloadable(() => import('./success-overlay.tsx'))
const startOverDialog = reloadable(() => import('./draft/start-over-dialog.tsx'))
export const successPart = async () => ({ default: (await successOverlay()).SuccessOverlay })
export const startOverPart = async () => ({ default: (await startOverDialog()).StartOverDialog })
const filesPart = reloadable(() => import('./uploads/uploads-part.ts'))
export const uploadsPart = async () => (await filesPart()).filesPart
export const signaturePart = reloadable(() => import('./signature/signature-part.ts'))

/** Loads them once the applicant has begun, so that they work offline later. */
export const loadLaterParts = (): void => {
  void Promise.allSettled([successPart(), startOverPart(), uploadsPart(), signaturePart()])
}
