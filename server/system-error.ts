export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Not for errors that may quote an applicant's answers. */
export const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** In one line, causes included. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? describeFailure(error.cause) : ''
  const words = cause === '' || error.message.includes(cause) ? error.message : `${error.message}: ${cause}`
  return words.replace(/\s*\n\s*/g, ' ')
}
