import { reloadable } from './reloadable.ts'

/** Parts of the page that the first view does without. Each is one file, as only that is asked for again. */
const successOverlay = reloadable(() => import('./success-overlay.tsx'))
const startOverDialog = reloadable(() => import('./draft/start-over-dialog.tsx'))
export const successPart = async () => ({ default: (await successOverlay()).SuccessOverlay })
export const startOverPart = async () => ({ default: (await startOverDialog()).StartOverDialog })
export const uploadsPart = reloadable(() => import('./uploads/uploads-part.ts'))
export const signaturePart = reloadable(() => import('./signature/signature-part.ts'))

/** Loads them once the applicant is at work, so that they are there when the connection is not. */
export const loadLaterParts = (): void => {
  void Promise.allSettled([successPart(), startOverPart(), uploadsPart(), signaturePart()])
}
