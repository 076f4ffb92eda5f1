export const PDF_FAILURES = ['too_complex', 'undrawable', 'damaged_data', 'retries_exhausted'] as const
export type PdfFailure = (typeof PDF_FAILURES)[number]

export const isPdfFailure = (value: unknown): value is PdfFailure =>
  PDF_FAILURES.some((failure) => failure === value)
