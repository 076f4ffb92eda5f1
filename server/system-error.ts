/** Does the error carry this code of the system ('ENOENT') or of a library? */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** What was thrown, in its own words. Not for errors that may quote an applicant's answers (security.md 21). */
export const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
