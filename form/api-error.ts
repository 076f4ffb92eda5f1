/** A call that failed. `code` is the envelope's, or 'network' when no answer came; the message may be shown. */
export class ApiError extends Error {
  readonly code: string
  /** Input name → what is wrong with it, in words. */
  readonly fields: Readonly<Record<string, string>>

  constructor(message: string, code: string, fields: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.fields = fields
  }
}

export const isSessionExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'session_expired'

/** May the same call work a moment later? Nothing answered, or the server said that it is not ready. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.code === 'unavailable')

/** Would the same file be refused again? */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'unsupported_type' || error.code === 'too_large')

/** Reads the failure half of the envelope (decisions section 3) out of anything; null when it is none. */
export function readFailure(body: unknown): ApiError | null {
  if (typeof body !== 'object' || body === null || !('error' in body) || typeof body.error !== 'string')
    return null
  const code = 'errorCode' in body ? body.errorCode : 'code' in body ? body.code : ''
  const fields = 'fields' in body ? body.fields : undefined
  return new ApiError(body.error, typeof code === 'string' ? code : '', sentences(fields))
}

function sentences(fields: unknown): Record<string, string> {
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
