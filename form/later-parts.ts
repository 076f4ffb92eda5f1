/** Parts of the page that the first view does without. */
export const successPart = async () => ({ default: (await import('./success-overlay.tsx')).SuccessOverlay })
export const startOverPart = async () => ({
  default: (await import('./draft/start-over-dialog.tsx')).StartOverDialog,
})
export const uploadsPart = () => import('./uploads/uploads-part.ts')

/** Loads them once the applicant is at work, so that they are there when the connection is not. */
export const loadLaterParts = (): void => {
  void Promise.allSettled([
    successPart(),
    startOverPart(),
    uploadsPart(),
    import('./signature/signature-drawing.ts'),
    import('./signature/signature-typing.tsx'),
  ])
}
