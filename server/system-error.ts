export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Not for errors that may quote an applicant's answers. */
export const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
